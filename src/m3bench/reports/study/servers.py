"""Calls by server and tool: outcomes, and matches with the reference."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import fsum

import msgspec

from m3bench.core import Outcome
from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Cell, Column, Row, Section

_UNNAMED = "(no server)"
UNFINISHED = "unfinished"
OUTCOMES = (*(outcome.value for outcome in Outcome), UNFINISHED)


class _Tally(msgspec.Struct):
    """The calls of one tool or server in one run."""

    reference_calls: int = 0
    calls: int = 0
    strong: int = 0
    similarities: list[float] = msgspec.field(default_factory=list)
    outcomes: Counter[str] = msgspec.field(default_factory=Counter)

    def cells(self) -> dict[str, Cell]:
        matched = len(self.similarities)
        return {
            **columns.cells(self, "reference_calls", "calls", "strong"),
            "matched": matched,
            "similarity": fsum(self.similarities) / matched if matched else None,
            "failed": sum(self.outcomes[outcome.value] for outcome in Outcome if outcome.blames_agent),
            **{outcome: self.outcomes[outcome] for outcome in OUTCOMES},
        }


def servers_section(runs: Sequence[StudyRun]) -> Section:
    tallies = {run.name: _by_tool(run) for run in runs}
    return Section(
        name="servers",
        title="Servers and tools",
        intro="Calls in the references, calls made, and how many match.",
        tables=(
            columns.table("servers", "By server", _columns(tools=False), _server_rows(tallies)),
            columns.table("tools", "By tool", _columns(tools=True), _tool_rows(tallies)),
        ),
    )


def _by_tool(run: StudyRun) -> dict[str, _Tally]:
    """Count by full name. Reference calls are those of the reference that a task was scored with."""
    tallies: dict[str, _Tally] = defaultdict(_Tally)
    for score in run.report.tasks:
        for _, call in run.reference(score).calls():
            tallies[call.name].reference_calls += 1
        for match in score.matches:
            tallies[match.tool].similarities.append(match.similarity)
            tallies[match.tool].strong += match.similarity >= run.report.strong
    for trajectory in run.trajectories.values():
        for _, call in trajectory.calls():
            tallies[call.name].calls += 1
            tallies[call.name].outcomes[call.outcome.value if call.outcome else UNFINISHED] += 1
    return tallies


def _tool_rows(tallies: dict[str, dict[str, _Tally]]) -> Iterator[Row]:
    for run, by_tool in tallies.items():
        for name in sorted(by_tool):
            server, tool = _parts(name)
            yield {"run": run, "server": server, "tool": tool, **by_tool[name].cells()}


def _server_rows(tallies: dict[str, dict[str, _Tally]]) -> Iterator[Row]:
    for run, by_tool in tallies.items():
        servers: dict[str, list[_Tally]] = defaultdict(list)
        for name, tally in by_tool.items():
            servers[_parts(name)[0]].append(tally)
        for server in sorted(servers):
            yield {"run": run, "server": server, **_sum(servers[server]).cells()}


def _parts(name: str) -> tuple[str, str]:
    server, slash, tool = name.partition("/")
    return (server, tool) if slash else (_UNNAMED, name)


def _sum(tallies: Iterable[_Tally]) -> _Tally:
    whole = _Tally()
    for tally in tallies:
        whole.reference_calls += tally.reference_calls
        whole.calls += tally.calls
        whole.strong += tally.strong
        whole.similarities += tally.similarities
        whole.outcomes += tally.outcomes
    return whole


def _columns(*, tools: bool) -> tuple[Column, ...]:
    return (
        columns.RUN,
        columns.text("server", "Server"),
        *((columns.text("tool", "Tool"),) if tools else ()),
        columns.count("reference_calls", "In references", "Calls in the references of the tasks."),
        columns.count("calls", "Calls", "Calls made."),
        columns.count("matched", "Matched", "Calls made that match a reference call."),
        columns.count("strong", "Strong", "Matched calls with faithful arguments (τ_strong)."),
        columns.rate("similarity", "Similarity", "Mean similarity of the matched calls."),
        columns.count("failed", "Failed", "Calls that failed because of the agent."),
        *(
            columns.count(outcome, name.capitalize(), f"Calls with the outcome {name}.", shown=False)
            for outcome, name in zip(OUTCOMES, map(columns.readable_name, OUTCOMES), strict=True)
        ),
    )
