"""The model that thinks of scenarios and writes tasks."""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec

from m3bench.core import Difficulty, Text
from m3bench.forge.scenarios.describing import describe_assets, describe_checks, describe_tools
from m3bench.forge.scenarios.records import Draft, Scenario, Scenarios
from m3bench.forge.tasks import TaskWriter
from m3bench.hosting import Tool
from m3bench.models import Message, User

_MEANINGS = {
    Difficulty.EASY: "four to seven calls, one source, one artefact or one change.",
    Difficulty.MEDIUM: "seven to twelve calls, two sources that have to be brought together.",
    Difficulty.HARD: "twelve calls or more, several sources and artefacts, a condition, something to ask.",
}


class ScenarioWriter:
    """Thinks of scenarios, writes a task for each, and corrects it."""

    def __init__(self, asker: TaskWriter) -> None:
        self._asker = asker

    async def discover(self, area: str, slice_: str, servers: str, count: int) -> tuple[Scenario, ...]:
        """Return scenarios of a slice; none if the model gives none that can be read."""
        values = {"area": area, "slice": slice_, "servers": servers, "count": str(count)}
        reply = await self._asker.answer(self._asker.begin("discover", values), Scenarios)
        return reply.scenarios[:count] if reply is not None else ()

    def begin(self, scenario: Scenario, difficulty: Difficulty, tools: Sequence[Tool]) -> list[Message]:
        """Return the start of the conversation about one task."""
        return self._asker.begin(
            "instantiate",
            {
                "difficulty": difficulty.value,
                "meaning": _MEANINGS[difficulty],
                "scenario": json.dumps(msgspec.to_builtins(scenario), ensure_ascii=False),
                "tools": describe_tools(tools),
                "assets": describe_assets(),
                "checks": describe_checks(),
            },
        )

    async def write(self, talk: list[Message]) -> Draft | None:
        """Return the next draft; None if the model gives none that can be read."""
        return await self._asker.answer(talk, Draft)

    def reflect(self, talk: list[Message], problems: Sequence[str]) -> None:
        """Tell the model what is wrong with its draft."""
        talk.append(User((Text(self._asker.fill("reflect", {"problems": "\n".join(problems)})),)))
