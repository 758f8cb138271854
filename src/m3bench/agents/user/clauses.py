"""Split a question into parts that each ask for one thing."""

from __future__ import annotations

import re

from m3bench.agents.user.words import content_words, is_question_word, plain

_SENTENCE = re.compile(r"[^.?!;\n]+(?:[.](?=\d)[^.?!;\n]*)*[.?!;\n]*")
_CLAUSE = re.compile(r",|\band\b|\bas well as\b|\bplus\b|\bbut\b|&|/| - ")
_REQUEST = re.compile(
    r"\?|\b(?:please|need|tell|provide|give|let me know|could you|can you|confirm|like to know|share"
    r"|specify|what|which|when|where|who|how|why|whose|may i|i require|i'm missing|missing|name your|state"
    r"|asks? for)\b"
)
_BACK = re.compile(r"\b(?:its|their)\b")
_REFERS = re.compile(r"\b(?:it|its|them|they|those|these|there|one)\b")
_LEAD = re.compile(
    r"^\s*(?:for(?! (?:how|wh))|to(?! wh)|in order to|before|since|as|because|once|after)\b[^,:?]*[,:]\s*",
    re.IGNORECASE,
)
_IF_SO = re.compile(r"\bif (?:so|yes|you do|that is the case)\b[,:]?", re.IGNORECASE)


def clauses(question: str) -> list[str]:
    """Return the parts of a question, each about one thing. Statements before it are left out."""
    sentences = _sentences(question)
    requests = [sentence for sentence in sentences if _REQUEST.search(plain(sentence))] or sentences
    return [clause for sentence in requests for clause in _clauses_of(sentence)]


def _sentences(text: str) -> list[str]:
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


def cores(question: str) -> list[str]:
    """Return shorter forms of a question that say the same: without an opening such as `for the cover,`, and
    what it asks `if so`."""
    _, *rest = _IF_SO.split(question, 1)
    sentences = _SENTENCE.findall(question)
    shorter = "".join(_LEAD.sub("", sentence) for sentence in sentences)
    return [*rest, shorter] if shorter != "".join(sentences) else rest


def in_context(question: str) -> str:
    """Return a question as one sentence with the statement that it refers to; empty if it refers to none."""
    sentences = _sentences(question)
    if len(sentences) < 2 or not _REFERS.search(plain(sentences[-1])):
        return ""
    return " ".join(re.sub(r"[.?!;,\n]+\s*$", "", sentence.strip()) for sentence in sentences[-2:])
