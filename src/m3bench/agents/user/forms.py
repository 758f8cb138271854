"""What form a question has: asked for a yes or no, for leave to go on, or for one of several."""

from __future__ import annotations

import re

from m3bench.agents.user.values import values
from m3bench.agents.user.words import CONSENT, CONSENT_TO, plain

_LEAD = (
    r"^\W*(?:(?:so|and|then|also|ok|okay|sorry|hmm|well|oh|or|but|perhaps|maybe|first|second|finally)[,\s]+)*"
)
_PREAMBLE = re.compile(
    r"^(?:[^?:]{0,90}:(?= )|\W*(?:just )?(?:to|for|in order to|before|as)\b[^?,:]{0,90}[,:])\s*(?=\S)"
)
_ASKS_WHAT = re.compile(
    _LEAD + r"(?:(?:at|in|on|to|for|from|by|until|under|with|of|about) )?"
    r"(?:what|when|where|which|who|whom|whose|how|why)\b"
)
_POLAR = re.compile(
    _LEAD + r"(?:is|was|are|were|isn'?t|wasn'?t|aren'?t|does|did|do|has|have|would|will|not"
    r"|(?:could|can|might|may)(?! (?:you|u|i|we)\b)|am i (?:right|correct)|shall|should)\b"
    r"(?! (?:you|u) (?:(?:please|kindly|be so kind as to|let me) )?"
    r"(?:know|remember|tell|give|mind|say|provide|share|happen|please|recall|let|state|name|send"
    r"|confirm your)"
    r"(?! (?:that|whether|if)))"
)
_PURPOSE = re.compile(
    r"(?<=\w),? (?:to|so (?:that )?i can|in order to) (?:verify|confirm|check|be sure|make sure)\b[^,:?]*"
)
_DECLARED = re.compile(
    r"^\W*(?:so|and|then|or|the|your|surely|probably|presumably|perhaps|maybe"
    r"|i (?:\w+ ){0,2}(?:think|believe|assume|guess|suppose))\b(?! (?:please|can|could|would|will))"
    r"(?![^?]*[,.] (?:what|which|when|where|who|how)\b)[^?]*\b(?:is|are|was|were|be|being)\b[^?]*\?"
)
_PRONOUN = re.compile(
    _LEAD + r"(?:is|was|are|were|isn'?t|wasn'?t|could|might|would|does|did) (?:it|that|this|they|these)\b"
    r"(?!.* (?:that|who|which) )"
)
_TAG = re.compile(
    r"\b(?:right|correct|is that so|true|yes|no"
    r"|(?:is|was|are|do|did|does|have)n['’]?t (?:it|you|that|he|she|they))\s*\?\s*$"
)
_CONFIRM = re.compile(
    r"\b(?:confirm|verify|assum(?:e|ing)|guess|suppose|correct(?:ly)?)\b"
    r"(?! (?:me |us )?(?:what|when|where|which|who|how)\b).*\b(?:is|are|was|were|be)\b"
    r"|\b(?:tell me|know|say|see) (?:whether|if) .*\b(?:is|are|was|were)\b|, (?:is|was) (?:that|this|it) "
    r"|\bconfirm\b.* as (?!(?:it|they|we|you|i|stored|registered|given|in|on|of|well|soon)\b)"
)
_WHICH_IS_RIGHT = re.compile(r"\b(?:which|what)\b[^,;:?]*\b(?:right|correct|true)\s*\?\s*$")
_CONTRADICTION = re.compile(
    r"\b(?:differs?|different|mismatch\w*|discrepan\w+|contradict\w*|conflict\w*|inconsisten\w*|not the same"
    r"|(?:do|does|did)(?: no|n['’]?)t (?:seem to |quite )?(?:match|agree|fit|correspond|add up)"
    r"|belongs? to|registered (?:to|for|under)|some(?:one|body) else|another (?:person|citizen|customer)"
    r"|(?:is|are|was|were) (?:dated |from )?(?:\w+ )?(?:after|before|later|earlier)|(?:later|earlier) than)\b"
)
_BUT = re.compile(r"\b(?:but|however|while|whereas|although|though|yet)\b")
_CLARIFY = re.compile(
    r"\b(?:clarify|clear (?:this|that|it) up|explain|are you sure|double[- ]check"
    r"|which (?:\w+ )?(?:is|are|should|shall|do|did)|how (?:should|shall|do|would) (?:i|we|you))\b"
)
_OR = re.compile(r"(?<=\w)\W+or\b(?<!yes or)")
_BARE = re.compile(r"^\W*[\w.,:/+#@-]*\d[\w.,:/+#@-]*\W*\?\W*$")
_COMPARISON = re.compile(
    r"\b(?:more|greater|higher|larger|bigger|less|lower|smaller|fewer|below|above|under|over|before"
    r"|after(?! all)|between|earlier|later|starts?|begins?|ends?|contains?|digits?|letters?|odd|even|at least"
    r"|at most|range|divisible)\b"
)
_ANY = re.compile(
    r"\b(?:any|anything|anyone|anybody|something|someone|somebody|there an?|(?:do you|you) have an?)\b"
)


def is_polar(question: str) -> bool:
    """Return whether a question is answered with yes or no."""
    return any(map(_is_polar, re.findall(r"[^?!;\n]+[?!;\n]*", plain(question))))


def _is_polar(text: str) -> bool:
    text = _PURPOSE.sub("", text.strip())
    if (_TAG.search(text) and not _WHICH_IS_RIGHT.search(text)) or _BARE.match(text):
        return True
    while not _ASKS_WHAT.search(text):
        if _POLAR.search(text):
            return True
        shorter = _PREAMBLE.sub("", text)
        if shorter == text:
            return bool(_DECLARED.search(text) or _CONFIRM.search(text))
        text = shorter
    return False


def is_consent(question: str, *, in_general: bool) -> bool:
    """Return whether a question asks for leave to go on; not only `in_general`: to do something."""
    text = plain(question).strip()
    patterns = CONSENT if in_general else CONSENT_TO
    return not _ASKS_WHAT.search(text) and any(pattern.search(text) for pattern in patterns)


def tells_contradiction(message: str) -> bool:
    """Return whether a message says that two things do not fit together, and asks about it."""
    text = plain(message)
    if "?" not in text and not _CLARIFY.search(text):
        return False
    return bool(_CONTRADICTION.search(text) or (_BUT.search(text) and _CLARIFY.search(text)))


def asks_whether_any(question: str) -> bool:
    """Return whether a yes-or-no question asks what there is: `do you have any allergies?`"""
    return bool(_ANY.search(plain(question))) and not values(question)


def is_choice(question: str) -> bool:
    """Return whether a question offers alternatives in words, which is not answered with yes or no."""
    return bool(_OR.search(plain(question))) and not values(question)


def is_comparison(question: str) -> bool:
    """Return whether a question compares a value with another, or asks for a part of it."""
    return bool(_COMPARISON.search(plain(question)))


def names_no_subject(question: str) -> bool:
    """Return whether a question is of the kind `is it 12?`"""
    text = plain(question).strip()
    return bool(_PRONOUN.search(text) or _BARE.match(text))
