"""How a task is to be solved, before anybody has done so: steps whose arguments come from earlier results."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Sequence
from typing import Any

import msgspec

from m3bench.core import AnswerForm, Result, UsageError


class Found(msgspec.Struct, frozen=True):
    """What a call of the plan brought. Calls are counted through all steps from 0."""

    index: int
    tool: str
    result: Result

    @property
    def text(self) -> str:
        return self.result.text

    @property
    def data(self) -> Any:
        """The answer as JSON, or its text where it is none."""
        try:
            return json.loads(self.text)
        except ValueError:
            return self.text


class Wanted(msgspec.Struct, frozen=True):
    """A call that a plan wants made, and the earlier calls whose results it rests on."""

    tool: str
    arguments: dict[str, Any]
    uses: tuple[int, ...] = ()


class Solution(msgspec.Struct, frozen=True):
    """What a plan comes to: the answer, and how an outcome is told to be right."""

    answer: str
    """In prose, for judges and people."""
    checks: tuple[Any, ...] = ()
    """Checks of the room `checks`, beside that of the form."""
    fields: dict[str, Any] = {}
    """What each field of the form should hold: `Expected` of the room `checks` by name."""


Plan = Generator[Sequence[Wanted], Sequence[Found], Solution]
"""Yields the calls of a step, gets what they brought, and returns the solution."""


class PlanError(UsageError):
    """A plan that does not work out in this world: another draw may."""


def want(tool: str, /, *uses: Found, **arguments: Any) -> Wanted:
    """A call by its full name. `uses` are the results that its arguments are drawn from."""
    return Wanted(tool, arguments, tuple(dict.fromkeys(found.index for found in uses)))


class Picture(msgspec.Struct, frozen=True):
    """A file of a task's workspace: which scene it shows. The name says nothing of what is in it."""

    name: str
    kind: str
    number: int


class Blueprint(msgspec.Struct, frozen=True, kw_only=True):
    """A task that has been thought out but not carried out."""

    id: str
    family: str
    request: str
    fuzzy_request: str
    servers: tuple[str, ...]
    plans: tuple[Callable[[], Plan], ...]
    """The way to go, and others that are as right: each becomes a reference."""
    form: AnswerForm | None = None
    pictures: tuple[Picture, ...] = ()
    level: str = "L2"
    extra: dict[str, Any] = {}
    shown: tuple[str, ...] = ()
    """What else a careful look at the pictures tells, beside letterings, codes and labels: a species."""
    key_facts: tuple[str, ...] = ()
    """What only the picture says: none of it may stand in the requests or in the names of files."""
