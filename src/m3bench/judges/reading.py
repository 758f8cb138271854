"""The scores in a judge's reply. Whatever is not exactly what was asked for is a fault, in words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

import msgspec

from m3bench.core.text import shorten_middle

REASON = "reason"
SCORE = "score"
_LONGEST_SHOWN = 60
# Some servers keep the closing tag alone.
_THINKING = re.compile(r"\A\s*(?![\s{`]).*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"\A```(?:json)?[ \t]*\n(.*)\n```\Z", re.DOTALL | re.IGNORECASE)


class Scale(msgspec.Struct, frozen=True):
    """Which numbers a score may be."""

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
    """What a reply has to look like: one object with a reason and scores.

    With `each`, every score has a reason of its own: ``{"colour": {"reason": "…", "score": 1}}``.
    """

    scales: dict[str, Scale]
    each: bool = False
    reason_first: bool = False
    """Whether a reason that stands behind the score is a fault: it was found for a score that was set."""

    def __str__(self) -> str:
        """As a model is shown it."""
        reason = f'"{REASON}": "<text>"'
        if self.each:
            scores = [f'"{key}": {{{reason}, "{SCORE}": <{scale}>}}' for key, scale in self.scales.items()]
            return "{" + ", ".join(scores) + "}"
        scores = [f'"{key}": <{scale}>' for key, scale in self.scales.items()]
        return "{" + ", ".join([reason, *scores]) + "}"


class Reading(msgspec.Struct, frozen=True):
    scores: dict[str, float]
    reason: str


class Fault(msgspec.Struct, frozen=True):
    """Why a reply cannot be read, as a part of a sentence."""

    text: str


class _Unfit(Exception):
    """Carries the fault to the top."""


def read_reply(text: str, form: Form) -> Reading | Fault:
    """The scores and the reason, or what is wrong. Total: no text raises an exception.

    The object has to be all there is, but for thinking in front of it and a code fence around it: an object
    between other words may be a quotation of what was to be judged.
    """
    try:
        value = _only_object(text)
        return _reasoned_each(value, form) if form.each else _reasoned_once(value, form)
    except _Unfit as unfit:
        return Fault(str(unfit))


def _reasoned_once(value: dict[str, Any], form: Form) -> Reading:
    _expect_keys(value, {REASON: None, **form.scales}, "the object")
    if form.reason_first and next(iter(value)) != REASON:
        raise _Unfit(f'"{REASON}" must come first')
    scores = {key: _score(value[key], scale, key) for key, scale in form.scales.items()}
    return Reading(scores, _reason(value[REASON], REASON))


def _reasoned_each(value: dict[str, Any], form: Form) -> Reading:
    _expect_keys(value, form.scales, "the object")
    scores, reasons = {}, []
    for key, scale in form.scales.items():
        entry = value[key]
        if not isinstance(entry, dict):
            raise _Unfit(f'"{key}" must be an object with "{REASON}" and "{SCORE}", not {_shown(entry)}')
        _expect_keys(entry, {REASON: None, SCORE: None}, f'"{key}"')
        scores[key] = _score(entry[SCORE], scale, key)
        reasons.append(f"{key}: {_reason(entry[REASON], key)}")
    return Reading(scores, "\n".join(reasons))


def _only_object(text: str) -> dict[str, Any]:
    spoken = _THINKING.sub("", text, count=1).strip().lstrip("\ufeff").strip()
    if not spoken:
        raise _Unfit("it is empty")
    fence = _FENCE.match(spoken)
    try:
        value = json.loads(
            fence[1] if fence is not None else spoken,
            object_pairs_hook=_without_repetition,
            parse_constant=_no_number,
        )
    except RecursionError:
        raise _Unfit("it is nested too deep") from None
    except ValueError:
        raise _Unfit("it is not one JSON object and nothing else") from None
    if not isinstance(value, dict):
        raise _Unfit(f"it is not a JSON object, but {_shown(value)}")
    return value


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise _Unfit("a key stands in it more than once")
    return value


def _no_number(name: str) -> NoReturn:
    raise _Unfit(f"{name} is not a number in JSON")


def _expect_keys(value: Mapping[str, Any], keys: Mapping[str, Any], what: str) -> None:
    missing = [key for key in keys if key not in value]
    if missing:
        raise _Unfit(f"{what} has no {_quoted(missing)}")
    unknown = [key for key in value if key not in keys]
    if unknown:
        raise _Unfit(f"{what} has {_quoted(unknown)}, which was not asked for")


def _score(value: Any, scale: Scale, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _Unfit(f'"{key}" must be a number, not {_shown(value)}')
    if value not in scale:
        raise _Unfit(f'"{key}" must be {scale}, not {_shown(value)}')
    return float(value)


def _reason(value: Any, key: str) -> str:
    if not isinstance(value, str):
        raise _Unfit(f'the reason in "{key}" must be a text, not {_shown(value)}')
    return value


def _quoted(keys: list[str]) -> str:
    return shorten_middle(", ".join(f'"{key}"' for key in keys), 3 * _LONGEST_SHOWN)


def _shown(value: Any) -> str:
    """What stands there instead, in a few characters."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return shorten_middle(json.dumps(value), _LONGEST_SHOWN)
