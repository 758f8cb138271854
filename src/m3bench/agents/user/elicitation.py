"""The simulated user fills in the forms of servers (MCP's elicitation), by rules and without a model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from m3bench.agents.user.leaks import numbers_in
from m3bench.agents.user.matching import Matcher
from m3bench.agents.user.words import words
from m3bench.core import SimulatedUser
from m3bench.hosting import Elicitation, ElicitationAnswer

_SECRET = re.compile(
    r"pass ?(?:word|phrase|code)|secret|(?:api|private).?key|access.?token|credit.?card|card.?number"
    r"|\b(?:cvv|pin)\b",
    re.IGNORECASE,
)
_FORMATS = {
    "email": re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w"),
    "uri": re.compile(r"https?://\S+"),
    "date": re.compile(r"\b\d{4}-\d\d-\d\d\b"),
    "date-time": re.compile(r"\b\d{4}-\d\d-\d\dT\S+"),
}
_ID = re.compile(r"(?<![\w-])(?=[\w-]{0,100}\d)\w+(?:-\w+)*")
_NO = frozenset({"no", "not", "never", "none", "without", "don't", "dont", "false"})
_FEW_WORDS = 4


class _Unknown(Exception):
    """A field that the user cannot fill in."""


class FormUser:
    """Fills in forms with the facts of the user.

    A field gets the fact that its name and description ask for, else its default. A field that asks whether
    to go on, which no fact is about, gets yes: the person wants the request to be done. The user declines if
    a required field is unknown, if a form asks for secrets, and to open pages.
    """

    def __init__(self, user: SimulatedUser) -> None:
        self._matcher = Matcher(user.facts)

    async def elicit(self, asked: Elicitation) -> ElicitationAnswer:
        """Answer a question of a server."""
        if asked.url is not None:
            return _declined("the simulated user opens no pages")
        properties: dict[str, dict[str, Any]] = asked.schema.get("properties", {})
        if _SECRET.search(asked.message[:2_000]) or any(map(_is_secret, properties.items())):
            return _declined("the form asks for a secret")
        required = asked.schema.get("required", [])
        content: dict[str, Any] = {}
        for name, field in properties.items():
            try:
                content[name] = self._value(name, field, asked.message if len(properties) == 1 else "")
            except _Unknown:
                if isinstance(required, list) and name in required:
                    return _declined(f"the user does not know {name[:100]!r}")
        return ElicitationAnswer(action="accept", content=content, by="user")

    def _value(self, name: str, field: dict[str, Any], message: str) -> Any:
        """Return the value of a field. Raises `_Unknown`."""
        for question in (*_questions(name, field), message[:500]):
            facts = self._matcher.match(question).asked if question.strip() else ()
            if len(facts) == 1:
                return _converted(facts[0].answer, field)
        if "default" in field:
            return field["default"]
        if field.get("type") == "boolean":
            return True
        raise _Unknown


def _questions(name: str, field: dict[str, Any]) -> Iterator[str]:
    spaced = re.sub(r"[_\W]+|(?<=[a-z])(?=[A-Z])", " ", name[:100]).strip().lower()
    yield f"What is the {spaced}?"
    for key in ("title", "description"):
        if isinstance(text := field.get(key), str) and text.strip():
            yield f"What is {text[:200]}?"


def _is_secret(field: tuple[str, dict[str, Any]]) -> bool:
    name, about = field
    return bool(_SECRET.search(re.sub(r"[_-]", " ", f"{name[:200]} {about.get('title', '')} "[:400])))


def _declined(reason: str) -> ElicitationAnswer:
    return ElicitationAnswer(action="decline", by="user", reason=reason)


def _converted(answer: str, field: dict[str, Any]) -> Any:
    """Return the fact as a value of the field. Raises `_Unknown` if it is none."""
    if options := _options(field):
        return _chosen(answer, options)
    kind = field.get("type")
    if kind == "boolean":
        return not _NO & set(words(answer))
    if kind in ("number", "integer"):
        return _number(answer, whole=kind == "integer")
    if kind == "array":
        chosen = _options(field.get("items") if isinstance(field.get("items"), dict) else {})
        return [_chosen(answer, chosen)] if chosen else [answer]
    return _text(answer, field.get("format"))


def _text(answer: str, wanted: Any) -> str:
    if wanted in _FORMATS:
        match = _FORMATS[wanted].search(answer)
        if match is None:
            raise _Unknown
        return match[0].rstrip(".,;")
    plain = answer.strip().rstrip(".!")
    ids = _ID.findall(plain)
    if len(plain.split()) > _FEW_WORDS and len(ids) == 1:
        return str(ids[0])
    return plain


def _number(answer: str, *, whole: bool) -> float | int:
    numbers = numbers_in(answer)
    try:
        number = float(next(iter(numbers)))
    except (StopIteration, ValueError):
        raise _Unknown from None
    return int(number) if whole or number.is_integer() else number


def _options(field: Any) -> dict[str, str]:
    """Return the options of a field: value → the words for it."""
    if not isinstance(field, dict):
        return {}
    listed = field.get("oneOf") or field.get("anyOf")
    if isinstance(listed, list):
        constants = [option for option in listed if isinstance(option, dict)]
        pairs = ((option.get("const"), option.get("title", "")) for option in constants)
        return {value: f"{value} {title}" for value, title in pairs if isinstance(value, str)}
    values = field.get("enum")
    if not isinstance(values, list):
        return {}
    names = field.get("enumNames")
    titled = [*(names if isinstance(names, list) else []), *[""] * len(values)][: len(values)]
    return {
        value: f"{value} {title}"
        for value, title in zip(values, titled, strict=True)
        if isinstance(value, str)
    }


def _chosen(answer: str, options: dict[str, str]) -> str:
    said = set(words(answer))
    fitting = [value for value, text in options.items() if said & set(words(text))]
    if len(fitting) != 1:
        raise _Unknown
    return fitting[0]
