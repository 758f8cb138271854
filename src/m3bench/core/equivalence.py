"""Tools that can replace each other, as declared by their servers."""

from __future__ import annotations

import msgspec


class EquivalentTool(msgspec.Struct, frozen=True):
    """A tool of a group, and how its parameters and result correspond to those of the others."""

    tool: str
    """The full name, ``server/tool``."""
    parameters: dict[str, str]
    """Parameter → the concept that it shares with other tools. Dots name a part of a parameter. Parameters of
    one concept form a list. Parameters that are not named only affect the form of the result."""
    result: dict[str, str]
    """Fact → its path in the result: keys joined with dots, ``[]`` for every item of a list, ``[0]`` for the
    first, and an empty path for the whole result."""
    values: dict[str, dict[str, str]] = {}
    """Concept → the tool's word for a value → the group's word for it."""
    covers: bool = True
    """The result contains all facts of the group. A tool with only a part of them can be replaced by the
    others, but replaces none of them."""


class Equivalence(msgspec.Struct, frozen=True):
    """Tools that return the same facts when their arguments agree. A group of one tool means that several of
    its parameters request the same thing."""

    name: str
    tools: tuple[EquivalentTool, ...]
