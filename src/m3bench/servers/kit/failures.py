"""Why a tool gives no answer: in words that tell the caller what to do next."""

from __future__ import annotations

from collections.abc import Iterable


class ToolFailure(Exception):
    """The caller gets the text as an error. Anything else that a tool raises is a bug in the server."""


class BadArgument(ToolFailure):
    """An argument that cannot be used."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"Invalid argument '{name}': {problem}")


class NotFound(ToolFailure):
    """A thing that does not exist in the world, with the names nearest to the one that was asked for."""

    def __init__(self, what: str, near: Iterable[str] = ()) -> None:
        names = ", ".join(near)
        super().__init__(f"Not found: {what}." + (f" Did you mean: {names}?" if names else ""))
