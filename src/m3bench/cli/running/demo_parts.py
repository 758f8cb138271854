"""What `m3bench demo` runs: tasks of every suite without a model, or those of the first part with one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple


class Part(NamedTuple):
    """Tasks of a suite, and the agents that work on them."""

    suite: str
    title: str
    about: str
    agents: tuple[str, ...]
    options: dict[str, Any]
    """Of all runs."""
    model_options: Mapping[str, Any] = MappingProxyType({})
    """Further options of the first agent's run, if it has a model."""

    def options_of(self, agent: str) -> dict[str, Any]:
        """Return the options of an agent's run."""
        return {**self.options, **(self.model_options if agent == self.agents[0] else {})}


PARTS = (
    Part(
        "m3",
        "Pictures",
        "28 tasks in the manner of M³-Bench, one of each family: what is on the picture, and "
        "what do tools know about it?",
        ("reference", "noisy:0.3", "retrieval", "idle"),
        {"per_family": 1},
    ),
    Part(
        "cross",
        "Several servers",
        "A long task in the manner of MCP-Bench: a vague request, three servers that it needs, and ten that "
        "it does not.",
        ("reference", "noisy:0.3", "idle"),
        {"families": ("NASA Data, Google Maps and Wikipedia",), "limit": 1},
    ),
    Part(
        "verse",
        "Thousands of tools",
        "A task in the manner of MCPVerse: only the outcome counts, and more than 3,000 tools are mounted.",
        ("reference", "noisy:0.3", "idle"),
        {"families": ("Days Out",), "limit": 1, "mode": "max:synthetic"},
    ),
    Part(
        "omni",
        "A closed loop",
        "A task in the manner of TOBench: the work is only right if the agent looks at what it made, and "
        "fixes it.",
        ("reference", "careless", "idle"),
        {"families": ("game_assets",), "limit": 1},
    ),
)


def part_with_model(agent: str, limit: int | None, **model_options: Any) -> Part:
    """Return the first part for an agent with a model, beside the best and the worst agent."""
    pictures = PARTS[0]
    given = {name: value for name, value in model_options.items() if value not in (None, False)}
    return pictures._replace(
        agents=(agent, "reference", "idle"),
        options={**pictures.options, **({"limit": limit} if limit else {})},
        model_options=given,
    )
