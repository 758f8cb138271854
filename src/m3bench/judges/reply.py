"""Parsing a judge's reply. Anything but the requested object is a fault, described in words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

import msgspec

from m3bench.core.text import shorten_middle

REASON = "reason"
SCORE = "score"
_MAX_SHOWN = 60
# Some servers drop the opening tag.
_THINKING = re.compile(r"\A\s*(?![\s{`]).*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"\A```(?:json)?[ \t]*\n(.*)\n```\Z", re.DOTALL | re.IGNORECASE)


class Scale(msgspec.Struct, frozen=True):
    """The valid numbers of a score."""

    low: float
    high: float
    whole: bool = False

    def __contains__(self, number: float) -> bool:
        return self.low <= number <= self.high and (not self.whole or number == int(number))

    def __str__(self) -> str:
        if self.whole and self.high - self.low == 1:
            return f"{self.low:g} or {self.high:g}"
        return f"a {'whole ' if self.whole else ''}number from {self.low:g} to {self.high:g}"


class Form(msgspec.Struct, frozen=True):
    """The expected form of a reply: one object with a reason and scores.

    With `each`, every score has its own reason: ``{"colour": {"reason": "…", "score": 1}}``.
    """

    scales: dict[str, Scale]
    each: bool = False
    reason_first: bool = False
    """Whether the reason must precede the score, so that it is not invented for a score already set."""

    def __str__(self) -> str:
        """Return the form as it is shown to a model."""
        reason = f'"{REASON}": "<text>"'
        if self.each:
            scores = [f'"{key}": {{{reason}, "{SCORE}": <{scale}>}}' for key, scale in self.scales.items()]
            return "{" + ", ".join(scores) + "}"
        scores = [f'"{key}": <{scale}>' for key, scale in self.scales.items()]
        return "{" + ", ".join([reason, *scores]) + "}"


class ReplyScores(msgspec.Struct, frozen=True):
    scores: dict[str, float]
    reason: str


class ReplyProblem(msgspec.Struct, frozen=True):
    """Why a reply cannot be parsed, as part of a sentence."""

    text: str


class _BadReply(Exception):
    """Carries the fault to `read_reply`."""


def read_reply(text: str, form: Form) -> ReplyScores | ReplyProblem:
    """Return the scores and the reason, or the fault. Never raises.

    The reply must be one object, except for thinking before it and a code fence around it: an object inside
    other text may be quoted from the material.
    """
    try:
        value = _parse_object(text)
        return _parse_with_reasons(value, form) if form.each else _parse_with_one_reason(value, form)
    except _BadReply as error:
        return ReplyProblem(str(error))


def _parse_with_one_reason(value: dict[str, Any], form: Form) -> ReplyScores:
    _expect_keys(value, {REASON: None, **form.scales}, "the object")
    if form.reason_first and next(key for key in value if key == REASON or key in form.scales) != REASON:
        raise _BadReply(f'"{REASON}" must come first')
    scores = {key: _score(value[key], scale, key) for key, scale in form.scales.items()}
    return ReplyScores(scores, _reason(value[REASON], REASON))


def _parse_with_reasons(value: dict[str, Any], form: Form) -> ReplyScores:
    _expect_keys(value, form.scales, "the object")
    scores, reasons = {}, []
    for key, scale in form.scales.items():
        entry = value[key]
        if not isinstance(entry, dict):
            raise _BadReply(
                f'"{key}" must be an object with "{REASON}" and "{SCORE}", not {_describe(entry)}'
            )
        _expect_keys(entry, {REASON: None, SCORE: None}, f'"{key}"')
        scores[key] = _score(entry[SCORE], scale, key)
        reasons.append(f"{key}: {_reason(entry[REASON], key)}")
    return ReplyScores(scores, "\n".join(reasons))


def _parse_object(text: str) -> dict[str, Any]:
    body = _THINKING.sub("", text, count=1).strip().lstrip("\ufeff").strip()
    if not body:
        raise _BadReply("it is empty")
    fence = _FENCE.match(body)
    try:
        value = json.loads(
            fence[1] if fence is not None else body,
            object_pairs_hook=_refuse_duplicate_keys,
            parse_constant=_refuse_constant,
        )
    except RecursionError:
        raise _BadReply("it is nested too deep") from None
    except ValueError:
        raise _BadReply("it is not one JSON object and nothing else") from None
    if not isinstance(value, dict):
        raise _BadReply(f"it is not a JSON object, but {_describe(value)}")
    return value


def _refuse_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise _BadReply("a key stands in it more than once")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise _BadReply(f"{name} is not a number in JSON")


def _expect_keys(value: Mapping[str, Any], keys: Mapping[str, Any], what: str) -> None:
    missing = [key for key in keys if key not in value]
    if missing:
        raise _BadReply(f"{what} has no {_quoted(missing)}")
    plain = set(map(_plain, keys))
    rivals = [key for key in value if key not in keys and _plain(key) in plain]
    if rivals:
        raise _BadReply(f"{what} has {_quoted(rivals)} besides what was asked for")


def _plain(key: str) -> str:
    """Return a key for comparison: others such as `Score` beside `score` leave open which one counts."""
    return re.sub(r"[\W_]+", "", key).casefold()


def _score(value: Any, scale: Scale, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _BadReply(f'"{key}" must be a number, not {_describe(value)}')
    if value not in scale:
        raise _BadReply(f'"{key}" must be {scale}, not {_describe(value)}')
    return float(value)


def _reason(value: Any, key: str) -> str:
    if not isinstance(value, str):
        raise _BadReply(f'the reason in "{key}" must be a text, not {_describe(value)}')
    return value


def _quoted(keys: list[str]) -> str:
    return shorten_middle(", ".join(f'"{key}"' for key in keys), 3 * _MAX_SHOWN)


def _describe(value: Any) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return shorten_middle(json.dumps(value), _MAX_SHOWN)
