"""Tools that can stand for each other, as their servers declare it."""

from __future__ import annotations

import msgspec


class EquivalentTool(msgspec.Struct, frozen=True):
    """One tool of a group: how its parameters and its result correspond to those of the others."""

    tool: str
    """The full name, ``server/tool``."""
    parameters: dict[str, str]
    """Parameter → the concept that it has in common with the other tools; a part of a parameter is named with
    dots. Parameters of one concept make a list together. What is not named here only shapes the answer."""
    result: dict[str, str]
    """Fact → where the result states it: keys joined with dots, ``[]`` for every item of a list, ``[0]`` for
    the first, and an empty path for the whole result."""
    values: dict[str, dict[str, str]] = {}
    """Concept → the tool's own word for a value → the word that the group has for it."""
    covers: bool = True
    """The result states everything that the group is about. A tool that states only a part can be covered by
    the others, and covers none of them."""


class Equivalence(msgspec.Struct, frozen=True):
    """Tools that obtain the same facts when their arguments agree. A group of one tool says that several of
    its parameters ask for the same thing."""

    name: str
    tools: tuple[EquivalentTool, ...]
