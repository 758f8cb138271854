"""Executor and judge over HTTP, from the command line: what models say, and what providers do to them."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from m3bench.cli.app import app
from m3bench.core import Call, Reference, Task, Usage
from m3bench.forge.references.decisions import DecisionStatus, ForgedReference
from m3bench.forge.runner.bench import Executor
from m3bench.forge.runner.folder import DECISIONS, REFERENCES, ForgeFolder
from m3bench.forge.runner.references import ForgeSettings, forge_references
from m3bench.formats import read_tasks, write
from m3bench.models import Reply
from m3bench.scoring.match import call_key
from m3bench.suites import make_suite
from m3bench.testing.provider import FakeProvider, Line, SeenRequest, rate_limit
from m3bench_world import World
from tests.forge.wandering import WanderingAgent, same_way

_EXECUTOR, _JUDGE = "openai/gpt-4o-mini", "openai/gpt-4o"
_USAGE = Usage(1000, 100, 1, None)
_RIGHT = {"location": "Shantou, China", "units": "metric"}
_ACCEPT = json.dumps(
    {"reason": "sound", "causal_order": True, "facts": True, "luck": False, "seen": [], "accept": True}
)
_REJECT = json.dumps(
    {"reason": "a guess", "causal_order": True, "facts": True, "luck": True, "seen": [], "accept": False}
)
_SHORT = json.dumps({"steps": [[1]], "needs": [], "used": []})


def _calls(arguments: dict[str, str]) -> str:
    return json.dumps({"tool_calls": [{"name": "weather/get_weather", "arguments": arguments}]})


_ANSWER = 'It is 18.7 °C in Shantou.\n{"temperature": 18.7, "humidity": 51}'
_PLAN = '{"plan": "look", "tools": ["weather/get_weather"]}'
_WAY = (_PLAN, _calls({"town": "Shantou"}), "no", _PLAN, _calls(_RIGHT), "yes", _ANSWER)


@pytest.fixture(autouse=True)
def _with_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("M3BENCH_API_KEY", "a-key-that-nobody-checks")


class Cast:
    """Lines for the executor and for the judge, each in their order."""

    def __init__(self, executor: Sequence[Line], judge: Sequence[Line]) -> None:
        self._lines = {_EXECUTOR: list(executor), _JUDGE: list(judge)}
        self._turn = threading.Lock()

    def __call__(self, seen: SeenRequest) -> Line:
        with self._turn:
            line = self._lines[f"openai/{seen.model}"].pop(0)
        return Reply(line, usage=_USAGE) if isinstance(line, str) else line


def _forge(out: Path, fake: FakeProvider, *more: str) -> tuple[int, str]:
    models = ["--model", _EXECUTOR, "--judge", _JUDGE, "--base-url", fake.url("openai")]
    arguments = ["forge", "references", "smoke", "--family", "weather", "--out", str(out), *models, *more]
    done = CliRunner().invoke(app, arguments)
    return done.exit_code, " ".join(f"{done.output}{done.exception or ''}".split())


def _decisions(out: Path) -> list[ForgedReference]:
    lines = (out / DECISIONS).read_bytes().splitlines()
    return [msgspec.json.decode(line, type=ForgedReference) for line in lines]


@pytest.mark.slow
def test_a_storm_and_replies_that_need_repair(tmp_path: Path) -> None:
    storm: list[Line] = [rate_limit(0), rate_limit(0)]
    judge: list[Line] = [*storm, "I would say yes.", _ACCEPT, *storm, '{"steps": "none"}', _SHORT]
    with FakeProvider(Cast([*storm, *_WAY], judge)) as fake:
        code, said = _forge(tmp_path / "out", fake)
        assert len(fake.seen) == len(_WAY) + len(judge) + len(storm)
    assert code == 0, said
    (task,) = read_tasks(tmp_path / "out" / REFERENCES)
    assert [call.arguments for _, call in task.references[0].calls()] == [_RIGHT]
    best = _decisions(tmp_path / "out")[0].best
    assert best is not None
    assert best.verdicts[1].raw == ("I would say yes.", _ACCEPT)
    assert [(trial.by, trial.raw) for trial in best.trials] == [("judge", ('{"steps": "none"}', _SHORT))]
    assert best.usage is not None
    assert best.usage.requests == len(_WAY) + 4


@pytest.mark.slow
def test_a_judge_that_rejects(tmp_path: Path) -> None:
    with FakeProvider(Cast(_WAY, [_REJECT])) as fake:
        code, said = _forge(tmp_path / "out", fake)
    assert code == 1
    assert "1 rejected" in said
    assert "a guess" in said
    assert not (tmp_path / "out" / REFERENCES).exists()


@pytest.mark.slow
def test_a_judge_that_cannot_be_read_decides_nothing_and_is_asked_again(tmp_path: Path) -> None:
    with FakeProvider(Cast([*_WAY, *_WAY], ["what?", "what?", _ACCEPT, _SHORT])) as fake:
        assert "1 undecided" in _forge(tmp_path / "out", fake)[1]
        code, said = _forge(tmp_path / "out", fake)
    assert code == 0, said
    assert [decision.standing for decision in _decisions(tmp_path / "out")] == [
        DecisionStatus.UNDECIDED,
        DecisionStatus.VALID,
    ]


@pytest.mark.slow
def test_the_limit_of_cost_is_kept_over_sessions(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with FakeProvider(Cast([*_WAY, *_WAY], [_ACCEPT, _SHORT])) as fake:
        code, said = _forge(out, fake, "--max-cost", "0.0005")
        assert code == 1
        assert "--max-cost 0.0005 is reached" in said
        assert "1 not finished" in said
        asked = len(fake.seen)
        assert 1 < asked < len(_WAY)
        assert (ForgeFolder(out).spent.cost or 0.0) >= 0.0005
        assert _forge(out, fake, "--max-cost", "0.0005")[0] == 1
        assert len(fake.seen) == asked
        code, said = _forge(out, fake, "--max-cost", "5")
    assert code == 0, said
    assert ForgeFolder(out).spent.requests == len(fake.seen)


@pytest.mark.slow
def test_a_model_without_a_price_cannot_be_limited(tmp_path: Path) -> None:
    with FakeProvider(Cast([], [])) as fake:
        code, said = _forge(tmp_path / "out", fake, "--model", "openai/nobody-knows-it", "--max-cost", "1")
        assert fake.seen == []
    assert code != 0
    assert "The price of openai/nobody-knows-it is unknown" in said


class KnowingJudge:
    """Says of every task what code cannot see: what depends on a condition, by the suite's own reference."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self._tasks = tasks

    def __call__(self, seen: SeenRequest) -> Line:
        task = next(task for task in self._tasks if task.request and task.request in seen.conversation)
        if "causal_order" in seen.latest:
            return _ACCEPT
        return json.dumps(_proposal(task.references[0], seen.conversation))


def _proposal(reference: Reference, said: str) -> dict[str, object]:
    """The reference in the numbers of the calls that the judge was shown."""
    shown: dict[tuple[str, str], int] = {}
    for line in said.splitlines():
        head, _, rest = line.strip().partition(": ")
        if head.startswith("call ") and head[5:].isdigit() and "/" in rest.partition(" ")[0]:
            name, _, arguments = rest.partition(" ")
            shown.setdefault(call_key(Call(name, json.loads(arguments))), int(head[5:]))
    number = [shown[call_key(call)] for _, call in reference.calls()]
    steps, first = [], 0
    for step in reference.steps:
        steps.append(number[first : first + len(step.calls)])
        first += len(step.calls)
    needs = [
        {"call": number[e.target], "of": number[e.source], "why": "a condition"} for e in reference.edges
    ]
    return {"steps": steps, "needs": needs, "used": [{"call": index, "why": "asked for"} for index in number]}


@pytest.mark.slow
@pytest.mark.anyio
async def test_what_code_cannot_see_a_judge_says(tmp_path: Path) -> None:
    """Conditions of a request: the budget suffices, enough was found, the scarcest of several."""
    families = ("class_demand_estimation", "nixos_diagnostic", "fruit_cal")
    suite = make_suite("m3", World())
    tasks = [next(task for task in suite.tasks if f"/{family}/" in task.id) for family in families]
    write(tmp_path / "three.jsonl", tasks, format="jsonl")
    with FakeProvider(KnowingJudge(tasks)) as fake:
        settings = ForgeSettings(
            suite=str(tmp_path / "three.jsonl"), seed=2, judge=_JUDGE, base_url=fake.url("openai")
        )
        tally = await forge_references(settings, tmp_path / "out", executors=[Executor(WanderingAgent())])
    for task, forged in zip(tasks, tally.forged, strict=True):
        assert forged.best is not None, forged.candidates[0].reasons
        assert forged.best.reference is not None
        assert [trial.by for trial in forged.best.trials] == ["judge"], forged.best.trials
        assert same_way(forged.best.reference, task.references[0])
