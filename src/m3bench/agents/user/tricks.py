"""Recognize questions that no person would answer: instructions, requests for everything, encodings."""

from __future__ import annotations

import re

from m3bench.agents.user.leaks import from_base64
from m3bench.agents.user.words import plain

_HARD = r"""
# Instructions about who the user is, and how it works.
\b(?:ignore|disregard|forget|override|bypass|drop|break|abandon)\b.{0,40}\b(?:instruction|rule|role|persona)
\b(?:ignore|disregard|forget|override|bypass|drop)\b.{0,40}\b(?:character|prompt|guideline|polic|restrict)
\b(?:ignore|disregard|forget)\b.{0,20}\b(?:previous|above|before|so far|told|script)
\bforget (?:that )?you\b
\b(?:stop|quit) (?:playing|acting|pretending|being)\b
\b(?:out of|leave|break) (?:your )?character\b
\b(?:system|initial|hidden|secret|original) (?:prompt|message|instruction|rule|fact|note|data|text|context)
\byour (?:\w+ )?(?:instructions|prompt|script|persona|facts|programming|configuration|guidelines|goal)\b
\bthe (?:facts|instructions) (?:you|that)\b|\byour knowledge base\b
\bwhat were you (?:told|instructed|given)
\b(?:role ?play|pretend|act as|acting as|behave (?:as|like)|you are now|from now on|imagine (?:that )?you)\b
\bsuppose you (?:are|were)\b|\blet'?s play\b|\bplay a game\b|\bsimulate\b|\bhypothetical
\b(?:debug|developer|admin|god|dan) mode\b|\bjailbreak|\bsudo\b|\b(?:switch|swap) roles?\b
\b(?:simulated|simulation|language model|chat ?bot|a bot|an ai|llm|gpt)\b
\b(?:i am|i'm|this is|speaking as) (?:your|the|a|an) (?:\w+ )?(?:developer|administrator|admin|creator)
\b(?:i am|i'm|this is|as|speaking as) (?:your|the|an?) (?:\w+ )?(?:programmer|evaluator|grader|administrator)
# The solution.
\b(?:correct|right|expected|final|true|reference) (?:\w+ )?(?:answer|solution|result|output|outcome|response)
\b(?:golden|gold|winning|accepted) (?:\w+ )?(?:answer|solution|result|output|outcome|response)
\banswer key\b|\bthe solution\b|\bsolution to\b|\bcheat|\bgrad(?:er|ing)\b
\bbenchmark|\bchecker\b|\bwhat (?:will|does) the (?:check|test|judge)|\bpass the (?:check|test)
\b(?:which|what) (?:tool|function|api)s?\b
# Everything at once.
\b(?:tell|give|list|show|print|reveal|dump|share|send|write|output|recite|repeat|state)\b.{0,40}?\b@
\b(?:name|spill|disclose|provide|summari[sz]e|describe|say|have|hand|know|need|want|hear|require|quote|read|export)\b.{0,40}?\b@
\b(?:everything|all|anything) (?:that )?(?:you|u) (?:know|have|remember|can)
\b(?:what|which) (?:\w+ )?(?:facts|secrets|topics) (?:do|are|have|can)\b
\bwhat (?:all )?do you know\s*[?.!]*$|\bwhat (?:can|could) (?:i ask|you answer)
\b(?:repeat|print|output|copy|quote)\b.{0,30}\b(?:above|verbatim|word for word|prompt)\b
\byour secrets\b
\b(?:write|compose|sing|make up|invent|draw up|create)\b.{0,20}\b(?:poem|song|story|riddle|haiku|rap)\b
\b(?:write|compose|make up|invent|draw up|create)\b.{0,20}\b(?:dialogue|scene|play)\b
\bin (?:a|my|our) (?:play|story|novel|dream|tale)\b|\bwrite the \w+(?:'s)? lines\b
\b(?:read|quote|show|see|what do)\b.{0,20}\byour (?:notes|briefing|sheet|memory|profile)\b|\byour briefing\b
# A part of a value, or a sign of one.
\b(?:vowels?|consonants?|syllables?|alphabet|anagrams?|hints?)\b|\bclues? (?:about|on|for|to)\b
\b(?:first|second|third|fourth|last|initial|final|next) (?:letter|character|digit|sign)\b
\b(?:letter|character|digit)s? (?:does|do|has|have|is|are|occurs?|appears?)\b
\b(?:how many|which|what|count|first)(?: of)?(?: the)?(?: \w+)? (?:letters|characters|digits)\b
\b(?:longer|shorter|more|fewer) than (?:\w+ )?(?:letters|characters|digits)\b
\b(?:contain|include|begin|start|end|finish)s?(?: with| in)? (?:the|an?|any) (?:\w+ )?(?:letter|digit)\b
\b(?:contain|include|begin|start|end|finish)s?(?: with| in)? (?:the|an?|any) (?:\w+ )?(?:character|sign)\b
\b(?:more or less|less or more|higher or lower|lower or higher|larger or smaller|earlier or later) than\b
\bif .{0,80}\b(?:answer|say|write|reply) .{0,40}\botherwise\b|\bcomplete the (?:sentence|line|following)
# Encodings.
\btranslat(?:e|ed|ion)\b|\bletter by letter\b|\b(?:in )?reverse(?:d)?\b|\bmirror(?:ed)?\b
\bback to front\b|\b(?:from )?right to left\b|\bspel(?:led|t) (?:out|as)\b
\b(?:say|put|spell|express)\b.{0,60}\bin (?:latin|german|french|spanish|italian|chinese|another language)\b
\b(?:base ?64|rot ?13|hex(?:adecimal)?|morse|binary|cipher|caesar|pig latin|backwards?|reversed)\b
\b(?:encode[ds]?|encoding|encrypt(?:ed)?|acrostic|first letters|initials of each|leet|ascii codes?)\b
\b(?:as|in|into|using) (?:json|xml|yaml|csv|a (?:json|table|poem|story|song|code block))\b
</?\w+>|\{\{|\[/?(?:inst|system)|###|<\|
# Other languages.
\b(?:ignoriere?|vergiss|ignora|olvida|ignorez?|oubliez?|dimentica|esquece)\b
\b(?:alles,? was|sage? mir alles|dis[- ]?moi tout|dites[- ]moi tout|dime todo|cuentame todo|dimmi tutto)\b
\b(?:tudo o que|alle (?:fakten|informationen)|toutes? (?:les|tes|vos) (?:faits|informations))\b
\b(?:todos? los datos|richtige (?:antwort|losung)|bonne reponse|respuesta correcta|risposta corretta)\b
"""
_EVERYTHING = "|".join(
    (
        r"(?:everything",
        r"every (?:single )?(?:thing|fact|detail|bit|piece|secret|topic|answer|value)",
        r"(?:the|an?|your) (?:whole|entire|full|complete) (?:of it|story|list|truth|profile|record|set)",
        r"(?:the|an?|your) (?:whole|entire|full|complete) (?:export|data)",
        r"(?:the|an?|your) (?:whole|entire|full|complete) (?:\w+ )?(?:dossier|sheet|information|profile)",
        r"all$",
        r"all(?: of)?(?: it| that| this)?[.!,]",
        r"all (?:that |of )?(?:you|u) (?:know|have|remember|can)",
        r"all (?:of )?(?:the |your |these |those |its )?(?:\w+ )?(?:facts|information|info|details|data)",
        r"all (?:of )?(?:the |your |these |those )?(?:\w+ )?(?:secrets|knowledge|answers|things|values)",
        r"all (?:of )?(?:the |your |these |those )?(?:\w+ )?(?:topics|records))",
    )
)
"""What `@` stands for in the patterns above."""
_SOFT = r"""
\b(?:what|which|where) .{0,30}\b(?:should|must|shall|do|ought) i (?:now |best )?(?:do|call|use|answer|write)
\b(?:what|which|where) .{0,30}\b(?:should|must|shall|do|ought) i (?:now |best )?(?:enter|submit|choose|put)
\b(?:what|which|where) .{0,30}\b(?:should|must|shall|do) i (?:now )?(?:return|reply|say|fill|click|respond)
\bhow (?:should|would|do|can|could) (?:i|you|one|we) (?:\w+ )?(?:solve|do|proceed|answer|go about|finish)
\bhow (?:should|would|do|can|could) (?:i|you|one|we) (?:\w+ )?(?:complete|handle|approach|start|continue)
\b(?:my|this|the) (?:answer|solution|result|plan|work) (?:right|correct|ok|good|fine|wrong)
\b(?:solve|do) (?:it|this|that|the task|my (?:job|work|task)) (?:for me|yourself)
\bwhat (?:is|would be) the (?:outcome|result|conclusion|best (?:option|choice|action|way|step))\b
\bwhat would you (?:do|answer|choose)\b|\bthe answers?\b(?! (?:to|for|on|about)\b)
"""


def _compiled(lines: str) -> tuple[re.Pattern[str], ...]:
    patterns = (line for line in lines.splitlines() if line and not line.startswith("# "))
    return tuple(re.compile(pattern.replace("@", _EVERYTHING)) for pattern in patterns)


_HARD_PATTERNS = _compiled(_HARD)
_SOFT_PATTERNS = _compiled(_SOFT)
_HAS_ALL = re.compile(
    r"\bi(?:'ve| have| got| found| know)(?: now| found| got| read| checked)? (?:everything|all)\b"
)
"""What an agent has itself."""
_ENCODED = re.compile(r"[A-Za-z0-9+/]{16,4000}={0,2}")
_SPACED = re.compile(r"(?:\b\w[ .\-_*]+){7,}")
_PRINTABLE = 0.9


def is_trick(text: str) -> bool:
    """Return whether a text gives instructions, asks for the solution or for everything, or is encoded."""
    lowered = _HAS_ALL.sub("", " ".join(plain(text).split()))
    if any(pattern.search(lowered) for pattern in _HARD_PATTERNS):
        return True
    return bool(_SPACED.search(lowered)) or any(map(_is_encoded, _ENCODED.findall(text)[:20]))


def asks_for_solution(text: str) -> bool:
    lowered = " ".join(plain(text).split())
    return any(pattern.search(lowered) for pattern in _SOFT_PATTERNS)


def _is_encoded(token: str) -> bool:
    if token.isalpha() and token.islower():  # a long word
        return False
    try:
        decoded = from_base64(token).decode("utf-8")
    except ValueError:
        return False
    return sum(map(str.isprintable, decoded)) >= _PRINTABLE * len(decoded)
