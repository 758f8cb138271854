"""Split a message into its questions, and a question into parts that each ask for one thing."""

from __future__ import annotations

import re

from m3bench.agents.user.words import content_words, is_question_word, plain, rephrased

_SENTENCE = re.compile(r"[^.?!\n]+(?:[.](?=\w)[^.?!\n]*)*[.?!\n]*")
_CLAUSE = re.compile(r",|;|\(?\b\d[.)](?=\s)|\band\b|\bas well as\b|\bplus\b|\bbut\b|&|/| - ")
_REQUEST = re.compile(
    r"\?|\b(?:please|need|tell|provide|give|let me know|could you|can you|confirm|like to know|share"
    r"|specify|what|which|when|where|who|how|why|whose|may i|i require|i'm missing|missing|name your|state"
    r"|asks? for)\b"
)
_BACK = re.compile(r"\b(?:its|their)\b")
_REFERS = re.compile(r"\b(?:he|she|it|its|them|they|those|these|there|one)\b")
_END = re.compile(r"(?<=[.?!])(?<!\b[A-Z]\.)(?<!^\d\.)[\"'”’)*]*\s+|\n+", re.MULTILINE)
_JOINED = re.compile(
    r",? +(?:and|also) +(?:then )?(?=(?:shall|should|may|can|could) i\b|(?:is|would) (?:it|that)\b"
    r"|do you agree|(?:what|which) \w+ (?:is|are|was|were|do|does|did|should|will)\b"
    r"|(?:what|when|where|who|how) (?:is|are|was|were|do|does|did|many|much|long)\b)",
    re.IGNORECASE,
)
_TAG = re.compile(r"^\W*(?:(?:is|was|am|are|isn'?t) )?(?:that|this|it|i)? ?(?:right|correct|so|true)\W*$")
_ITEM = re.compile(r"^\s*(?:[-*•]|\(?\d+[.)])\W*(?:[^\W\d]+ ?){1,6}\W*$")
_POINTS = re.compile(
    r"^\W*(?:what|who|which|whom|where)(?: \w+)? (?:should|shall|must|can|do|may) i (?:\w+ )?"
    r"(?:enter|put|write|fill|use|note|give|take|choose|select|tick)(?: down| in| there| here)*\W*$"
)
_OPENING = re.compile(
    r"^\W*(?:\(?\d+[.)]\s|(?:first|second|third|last)(?:ly)?[:,]|(?:also|finally|in addition|next|sorry)[:,]"
    r"|(?:in order )?to (?:verify|confirm|check|identify|complete|finish|proceed|continue|go on|help"
    r"|make sure|be (?:sure|safe))\b[^,:?]*[,:]"
    r"|for (?:your )?(?:security|safety|verification|identification)\b[^,:?]*[,:]"
    r"|[^,:?]{0,30}\b(?:one|another|quick) (?:more )?(?:question|thing|detail)[^,:?]*:)\s*(?=\S)",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^\s*(?:for(?! (?:how|wh))|to(?! wh)|in order to|before|since|as|because|once|after)\b[^,:?]*[,:]\s*"
    r"|^[^:?]{0,90}:(?= (?:what|which|when|where|who|how)\b)\s*",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?<=\w),? (?:when|after|before|so that|in order to|because|until) (?:it|you|we|i|they|the)\b[^?]*",
    re.IGNORECASE,
)
_ASIDE = re.compile(r" \([^()]*\)")
_BARE, _MORE = (
    re.compile(r"\b(?:what|which|who|when|where|how|answer)\b"),
    re.compile(r"\b(?:else|more|further|help)\b"),
)
_ANNOUNCES = re.compile(r"\b(?:questions|details|answers|the following|information|two things)\b")
_IF_SO = re.compile(r"\bif (?:so|yes|you do|that is the case)\b[,:]?", re.IGNORECASE)


def questions(message: str) -> list[str]:
    """Return the questions of a message, each behind the statement that it refers to.

    A message that asks nothing is one question.
    """
    asked: list[str] = []
    said = ""
    for sentence in filter(
        _has_letters, (part for end in _END.split(message) for part in _JOINED.split(end))
    ):
        text = plain(sentence)
        if not said and asked and "?" not in asked[-1] and (_TAG.match(text) or _POINTS.match(text)):
            said = asked.pop()
        if said and _TAG.match(text):
            asked.append(f"{said.rstrip(' .!')}, right?")
        elif _REQUEST.search(text) or _ITEM.match(text):
            asked.append(f"{said} {sentence}" if said and _refers_back(text) else _without_opening(sentence))
        else:
            said = _without_opening(sentence)
            continue
        said = ""
    return asked or [message]


def is_single_question(sentence: str) -> bool:
    """Return whether a sentence asks something itself, and does not only announce questions."""
    return "?" in sentence and not _ANNOUNCES.search(plain(sentence))


def _refers_back(text: str) -> bool:
    """Return whether a question says nothing without the statement before it: `Which do you want?`"""
    if _MORE.search(text):
        return False
    is_bare = not content_words(text) and _BARE.search(text)
    return bool(_REFERS.search(text) or _POINTS.match(text) or is_bare)


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def _without_opening(sentence: str) -> str:
    """Return a sentence without its number, and without what the question is for."""
    while (shorter := _OPENING.sub("", sentence, count=1)) != sentence:
        sentence = shorter
    return sentence.strip()


def clauses(question: str) -> list[str]:
    """Return the parts of a question, each about one thing. Statements before it are left out."""
    parts = sentences(question)
    requests = [sentence for sentence in parts if _REQUEST.search(plain(sentence))] or parts
    return [clause for sentence in requests for clause in _clauses_of(rephrased(sentence))]


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, with their ends."""
    return [sentence for sentence in _SENTENCE.findall(text) if sentence.strip()]


def _clauses_of(sentence: str) -> list[str]:
    clauses: list[str] = []
    pending = ""
    for part in _CLAUSE.split(sentence):
        if clauses and not pending and _BACK.search(plain(part)):  # `the receipt and its number` is one thing
            clauses[-1] += f" {part}"
            continue
        pending = f"{pending} {part}".strip()
        if any(not is_question_word(word) for word in content_words(pending)):
            clauses.append(pending)
            pending = ""
    return [*clauses, pending] if pending else clauses


def forms(question: str) -> list[str]:
    """Return forms of a question that say the same, the best first: what it asks `if so`, without an opening
    such as `for the cover,`, as it stands, and without an end such as `when you moved out`."""
    _, *if_so = _IF_SO.split(question, 1)
    sentences = _SENTENCE.findall(question)
    without_lead, without_tail = (
        "".join(pattern.sub("", _ASIDE.sub("", sentence)) for sentence in sentences)
        for pattern in (_LEAD, _TAIL)
    )
    return list(dict.fromkeys([*if_so, without_lead, question, without_tail]))


def in_context(question: str) -> str:
    """Return a question as one sentence with the statement that it refers to; empty if it refers to none."""
    parts = sentences(question)
    if len(parts) < 2 or not _refers_back(plain(parts[-1])):
        return ""
    return " ".join(re.sub(r"[.?!;,\n]+\s*$", "", sentence.strip()) for sentence in parts[-2:])
