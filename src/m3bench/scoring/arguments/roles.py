"""Role and weight of a field, and whether it identifies what a call is about."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

from m3bench.scoring.arguments.kinds import Kind, words
from m3bench.scoring.files import WRITING_WORDS, name_parts

OPTION_WEIGHT = 0.1
CHOICE_WEIGHT = 0.6
FULL_WEIGHT = 1.0

_OPTIONS = words(
    "bold color colour confidence config debug depth dim fields font format has include interpolate invert",
    "italic k lang language layout left limit locale maptype n offset opacity order page placeholder",
    "quality region return samples scale show sort strength thickness threshold thumbs timeout top unit",
    "units verbose zoom",
)
_OPTION_ENDINGS = words("count idx index size")
_BOUNDS = words("max min")
_BOUNDED = words("count depth height px result results size width")
_MEASURES = words("back bar cell days formula hours interval level months radius range")
_PLACED = words("height left top width x y")
_HANDLE = re.compile(r"[A-Za-z]+[_-]\d{1,3}")


class Role(StrEnum):
    """Why a field has its weight."""

    IDENTIFYING = "identifying"
    CONTENT = "content"
    OPTION = "option"


class Importance(NamedTuple):
    """The role and weight of a field."""

    role: Role
    weight: float


def field_importance(
    tool: str, name: str, value: Any, kind: Kind, *, has_default: bool, requested: Callable[[], bool]
) -> Importance:
    """Return the role of a field by its name and kind.

    Args:
        tool: The name of the tool.
        name: The name of the field.
        value: Its value.
        kind: Its kind.
        has_default: Whether the schema has a default, so that the field alone does not identify the call.
        requested: Returns whether the request states the value, which gives an option full weight.
    """
    parts = name_parts(name)
    if _is_option(parts, name, value, kind):
        lifted = kind is not Kind.FLAG and requested()
        return Importance(Role.CONTENT, FULL_WEIGHT) if lifted else Importance(Role.OPTION, OPTION_WEIGHT)
    if kind is Kind.CHOICE or parts & _MEASURES:
        return Importance(Role.CONTENT, FULL_WEIGHT if requested() else CHOICE_WEIGHT)
    if has_default and kind in (Kind.TEXT, Kind.NAME, Kind.CODE, Kind.PLACE, Kind.COUNT, Kind.PATH):
        return Importance(Role.CONTENT, FULL_WEIGHT if requested() else CHOICE_WEIGHT)
    if kind in (Kind.TEXT, Kind.NAME, Kind.PLACE) and name_parts(tool) & WRITING_WORDS and not requested():
        return Importance(Role.CONTENT, FULL_WEIGHT)
    return Importance(Role.IDENTIFYING, FULL_WEIGHT)


def _is_option(parts: set[str], name: str, value: Any, kind: Kind) -> bool:
    if kind is Kind.FLAG or parts & _OPTIONS:
        return True
    if parts & _BOUNDS and parts & _BOUNDED:
        return True
    if name_parts(_last_word(name)) & _OPTION_ENDINGS:
        return True
    if kind in (Kind.COUNT, Kind.NUMBER, Kind.SIZE) and parts <= _PLACED:
        return True
    # A handle is a name that a server assigns in order, the same in every session.
    return (
        kind is Kind.CODE
        and isinstance(value, str)
        and _HANDLE.fullmatch(value) is not None
        and "id" in parts
    )


def _last_word(name: str) -> str:
    return re.split(r"[._\-]|(?<=[a-z])(?=[A-Z])", name)[-1]
