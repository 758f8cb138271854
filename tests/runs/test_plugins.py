"""Runs with parts of plugins, and what is said where a plugin is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

import m3bench
from m3bench.agents import Attempt, Ending
from m3bench.checks import Check, read_checks
from m3bench.core import Call, FormatError, Reference, Step, Task
from m3bench.formats import write
from m3bench.runs import RunFolder
from tests.plugins import installed, write_distribution

SOURCE = """
    from typing import ClassVar
    from m3bench.agents import make_agent
    from m3bench.checks import Check
    from m3bench.servers import Answer, Server

    class AnswerPolite(Check, frozen=True):
        kind: ClassVar[str] = "answer"
        about: ClassVar[str] = "says please"
        word: str = "please"

        def look(self, evidence):
            return self.verdict(self.word in (evidence.trajectory.answer or ""), "looked for the word")

    server = Server("greeter", "Greets.", sources=("arithmetic",))

    @server.tool
    def greet(name: str) -> Answer:
        '''Greets somebody.'''
        return Answer(f"please come in, {name}")

    def actor(argument):
        return make_agent("reference")
"""
TASK = Task(
    id="greeting",
    request="Greet Ann.",
    servers=("greeter",),
    references=(
        Reference(steps=(Step((Call("greeter/greet", {"name": "Ann"}),)),), answer="please come in, Ann"),
    ),
    checks=({"check": "answer_polite"},),
)


@pytest.fixture
def distribution(tmp_path: Path) -> Path:
    points = {
        "m3bench.agents": "actor = manners:actor",
        "m3bench.checks": "answer_polite = manners:AnswerPolite",
        "m3bench.servers": "greeter = manners:server",
    }
    write_distribution(tmp_path / "site", "manners", points, SOURCE)
    return tmp_path / "site"


@pytest.fixture
def run(distribution: Path, tmp_path: Path) -> Path:
    write(tmp_path / "tasks.jsonl", [TASK], format="jsonl")
    with installed(distribution):
        result = m3bench.run(tmp_path / "tasks.jsonl", "actor", out=tmp_path / "run")
        assert (result.success, result.missing_plugins) == (1.0, ())
        assert [call.outcome for _, call in result.trajectories[0].calls()] == ["success"]
    return tmp_path / "run"


def test_the_manifest_says_which_plugins_were_used(run: Path) -> None:
    assert RunFolder.open(run).manifest.plugins == {
        "agent:actor": "manners 1.2",
        "check:answer_polite": "manners 1.2",
        "server:greeter": "manners 1.2",
    }


def test_a_run_without_its_plugins_is_scored_and_says_what_is_missing(run: Path) -> None:
    scored = m3bench.score_run(run, encoder="exact")
    assert (scored.result.success, scored.report.total.metrics.recall) == (1.0, 1.0)
    assert "the check 'answer_polite' of manners 1.2" in scored.result.missing_plugins


@pytest.mark.slow
def test_a_run_of_built_in_parts_names_no_plugin(tmp_path: Path) -> None:
    m3bench.run("smoke", "idle", limit=1, out=tmp_path / "run")
    assert '"plugins"' not in (tmp_path / "run" / "manifest.json").read_text()


def test_a_check_of_a_missing_plugin_is_named_with_the_way_on() -> None:
    with pytest.raises(FormatError, match="unknown check 'answer_polite'") as caught:
        read_checks(TASK.checks, "task greeting")
    assert "install it" in (caught.value.hint or "")


def test_checks_can_be_registered_and_are_read_back() -> None:
    class AnswerShort(Check, frozen=True):
        kind = "answer"
        about = "is short"

    m3bench.register_check("answer_short", AnswerShort)
    try:
        assert read_checks([{"check": "answer_short"}], "task t") == (AnswerShort(),)
        with pytest.raises(m3bench.UsageError, match="is called 'answer_short' in JSON"):
            m3bench.register_check("short", AnswerShort)
    finally:
        from m3bench.checks import CHECKS

        CHECKS.unregister("answer_short")


class Looker:
    """Notes which servers are mounted."""

    name = "looker"
    needs_model = False

    def __init__(self) -> None:
        self.servers: set[str] = set()

    async def solve(self, attempt: Attempt) -> Ending:
        self.servers |= {tool.server for tool in attempt.toolbox.tools}
        return Ending("nothing")


@pytest.mark.slow
@pytest.mark.usefixtures("own_servers")
def test_a_server_of_a_plugin_is_mounted_only_where_a_task_needs_it(
    distribution: Path, tmp_path: Path
) -> None:
    write(tmp_path / "tasks.jsonl", [TASK], format="jsonl")
    with installed(distribution):
        other, needing = Looker(), Looker()
        m3bench.run("smoke", other, mode="max", limit=1, out=tmp_path / "one")
        m3bench.run(tmp_path / "tasks.jsonl", needing, mode="max", out=tmp_path / "two")
    assert {"weather", "math"} <= other.servers
    assert needing.servers == other.servers | {"greeter"}
