"""Agents with a model: options, and what happens when the conversation no longer fits into the model."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.shared.calling import choose_calling, fit_model, read_calling
from m3bench.agents.shared.conversation import ContextExceeded
from m3bench.agents.shared.dialogue import Dialogue
from m3bench.agents.shared.prompts import Detail, Prompts, first_sentences, load_prompts
from m3bench.agents.shared.tool_views import solve_in_window
from m3bench.core import Status, UsageError
from m3bench.hosting import Tool, ToolBudget, count_tools
from m3bench.hosting.mounting import CallingMode
from m3bench.models import RequestTooLong

Options = dict[str, int]
_MAX_VALUE = 100_000_000


class Loop(Protocol):
    async def run(self) -> Ending: ...


class LoopAgent:
    """Runs a new loop for each attempt."""

    needs_model = True

    def __init__(
        self,
        kind: str,
        argument: str,
        defaults: Mapping[str, int],
        make_loop: Callable[[Attempt, Options], Loop],
        *,
        shows: Detail,
    ) -> None:
        """Configure the agent.

        Args:
            kind: Its name on the command line.
            argument: Options, such as ``steps=8,concurrent=3``; the others have their defaults.
            defaults: The options and their defaults.
            make_loop: Makes the loop of an attempt.
            shows: The least that its prompts show of every tool.
        """
        self.name = f"{kind}:{argument}" if argument else kind
        self._options, self._make_loop = _read_options(kind, argument, defaults), make_loop
        self._shows = shows

    def tool_budget(
        self, model: str, tools: Sequence[Tool], tokens: int, window: int | None = None
    ) -> ToolBudget:
        """Decide how tools would be offered to a model. Raises `UsageError` if they do not fit."""
        if self._shows is not Detail.SCHEMA:
            tools = [_shortened(tool, self._shows) for tool in tools]
            tokens = count_tools(tools, exact=False)
        return fit_model(model, tools, tokens, CallingMode.PROMPTED, window=window)

    async def solve(self, attempt: Attempt) -> Ending:
        return await solve_in_window(attempt, self._cost, lambda: self._run(attempt))

    def _cost(self, tools: Sequence[Tool]) -> int:
        return count_tools([_shortened(tool, self._shows) for tool in tools], exact=False)

    async def _run(self, attempt: Attempt) -> Ending:
        try:
            return await self._make_loop(attempt, self._options).run()
        except ContextExceeded as error:
            return Ending(None, Status.AGENT_FAILURE, f"The conversation outgrew the model: {error}")


class DialogueAgent:
    """Opens a dialogue for each attempt, with tools in native calls or in the prompt."""

    needs_model = True

    def __init__(
        self,
        kind: str,
        argument: str,
        limit: tuple[str, int],
        open_dialogue: Callable[[Attempt, CallingMode, Prompts], Dialogue],
        converse: Callable[[Attempt, Dialogue, int, Prompts], Awaitable[Ending]],
        *,
        own_tools: int = 0,
    ) -> None:
        """Configure the agent.

        Args:
            kind: Its name on the command line, and that of its prompts.
            argument: What follows the colon: ``native``, ``prompted``, and a limit such as ``steps=10``.
            limit: The name and default of the option that limits the turns.
            open_dialogue: Makes the dialogue of an attempt.
            converse: Talks with the model up to the limit; returns the ending.
            own_tools: How many tools the agent adds to those of the servers.
        """
        self.name = f"{kind}:{argument}" if argument else kind
        self._kind, self._own_tools = kind, own_tools
        self._open_dialogue, self._converse = open_dialogue, converse
        self._calling, options = read_calling(argument)
        self._limit = _read_options(kind, options, dict([limit]))[limit[0]]

    def tool_budget(
        self, model: str, tools: Sequence[Tool], tokens: int, window: int | None = None
    ) -> ToolBudget:
        """Decide how tools would be offered to a model. Raises `UsageError` if they do not fit."""
        return fit_model(model, tools, tokens, self._calling, self._own_tools, window=window)

    async def solve(self, attempt: Attempt) -> Ending:
        def cost(tools: Sequence[Tool]) -> int:
            is_whole = tools is attempt.toolbox.tools
            return attempt.toolbox.tokens if is_whole else count_tools(tools, exact=False)

        return await solve_in_window(attempt, cost, lambda: self._talk(attempt))

    async def _talk(self, attempt: Attempt) -> Ending:
        prompts = load_prompts(self._kind)
        attempt.notes["prompts"] = prompts.digest
        calling = choose_calling(attempt, self._calling, own=self._own_tools)
        dialogue = self._open_dialogue(attempt, calling, prompts)
        try:
            return await self._converse(attempt, dialogue, attempt.limits.max_steps or self._limit, prompts)
        except RequestTooLong as error:
            reason = f"The conversation grew too long: {error.message}"
            return Ending(status=Status.AGENT_FAILURE, reason=reason)


def _shortened(tool: Tool, detail: Detail) -> Tool:
    """Return what a prompt shows of a tool without its schema."""
    description = first_sentences(tool) if detail is Detail.LINE else tool.description
    return msgspec.structs.replace(tool, description=description, input_schema={})


def _read_options(agent: str, argument: str, defaults: Mapping[str, int]) -> dict[str, int]:
    """Parse options such as ``steps=8,concurrent=3``: whole numbers from 1. `defaults` names all of them."""
    options = dict(defaults)
    for part in filter(None, (part.strip() for part in argument.split(","))):
        name, equals, value = map(str.strip, part.partition("="))
        if name not in defaults:
            raise UsageError(f"The agent {agent} has no option {name!r}.", _hint(agent, defaults))
        if not equals or not value.isascii() or not value.isdigit() or not 1 <= _number(value) <= _MAX_VALUE:
            raise UsageError(
                f"Invalid option {part!r} of {agent}: {name} takes a whole number from 1.",
                _hint(agent, defaults),
            )
        options[name] = _number(value)
    return options


def _number(digits: str) -> int:
    return int(digits[: len(str(_MAX_VALUE)) + 1])


def _hint(agent: str, defaults: Mapping[str, int]) -> str:
    example = ",".join(f"{name}={value}" for name, value in defaults.items())
    return f"Options, with their defaults: {agent}:{example}"
