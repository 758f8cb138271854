"""Other words for the fields of tasks and their values, and which of them the tasks of a suite use."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from m3bench.core.text import nearest_names

_KEYS = {
    "modality": "modalities media medium",
    "family": "families domain domains category",
    "level": "levels",
    "difficulty": "difficulties",
    "kind": "kinds",
    "servers": "server",
    "steps": "step",
    "calls": "call",
    "hops": "hop",
    "turns": "turn",
    "threads": "thread",
    "tags": "tag",
    "camera": "cameras",
}
_VALUES = {
    "modality": {
        "audio": "sound sounds speech voice recording recordings wav mp3",
        "image": "images picture pictures photo photos photograph photographs png jpeg jpg visual",
        "video": "videos film films movie movies clip clips mp4",
        "document": "documents doc docs docx word pdf pdfs slides pptx spreadsheet spreadsheets xlsx excel",
        "table": "tables csv spreadsheet spreadsheets xlsx excel",
        "text": "texts txt",
    },
    "level": {"L1": "1", "L2": "2", "L3": "3"},
    "difficulty": {"easy": "simple", "hard": "difficult"},
}
"""The words of suites, and what people write for them. Of a word that has two meanings, the last counts."""


def known_key(key: str, known: Container[str]) -> str:
    """Return the field that a key means, if tasks have only that; else the key."""
    return _meant(key, _KEYS, known)


def known_value(key: str, value: str, known: Container[str]) -> str:
    """Return the value that a word means, if tasks have only that; else the word."""
    return _meant(value, _VALUES.get(key, {}), known)


def nearest_values(key: str, value: str, known: Iterable[str]) -> list[str]:
    """Return the values of tasks that are spelled like a word, or like another word for them."""
    texts = list(known)
    words = {word: meant for meant, others in _VALUES.get(key, {}).items() for word in others.split()}
    near = nearest_names(value.casefold(), [*texts, *words])
    meant = [_meant(word, _VALUES.get(key, {}), texts) for word in near]
    return [word for word in dict.fromkeys(meant) if word in texts]


def _meant(word: str, synonyms: Mapping[str, str], known: Container[str]) -> str:
    if word in known:
        return word
    meant = [name for name, others in synonyms.items() if word.casefold() in others.split() and name in known]
    return meant[-1] if meant else word
