"""Users of tasks in a run: who plays them, what is recorded, replayed, resumed and scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.core import (
    ASK_USER,
    Call,
    Reference,
    ReplyKind,
    SimulatedUser,
    Status,
    Step,
    Task,
    Trajectory,
    UsageError,
    UserFact,
    user_turns,
)
from m3bench.encoders import CachingEncoder, HashingEncoder
from m3bench.formats import write
from m3bench.models import Reply, ToolUse
from m3bench.runs import EngineSettings, RunFolder, final_attempts, resume_run, run_settings, start_run
from m3bench.scoring import Scorer, dialogue_metrics, measure_dialogues
from m3bench.testing import ScriptedModel
from m3bench.testing.scripted import Line
from tests.agents.external.programs import session
from tests.agents.workplace import run
from tests.attacks.command_line import Command

QUESTION = "Which number should I add?"
USER = SimulatedUser(
    persona="Ann", facts=(UserFact("number to add", "Add 3."), UserFact("name", "Ann Bold."))
)
SUM = Call("math/sum", {"numbers": [2, 3]})
TASK = Task(
    id="t1",
    request="Add my number to 2.",
    user=USER,
    servers=("math",),
    references=(Reference(steps=(Step((SUM,)),)),),
)
LINES: list[Line] = [
    Reply("", (ToolUse("a", "user__ask_user", {"question": QUESTION}),)),
    Reply("", (ToolUse("b", "math__sum", {"numbers": [2, 3]}),)),
    "It is 5.",
]


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    write(tmp_path / "tasks.jsonl", [TASK], format="jsonl")
    return tmp_path / "tasks.jsonl"


def made(suite: Path, out: Path, lines: list[Any], **options: Any) -> Trajectory:
    settings = run_settings(str(suite), "caller", **options)
    run(lambda: start_run(settings, out, model=ScriptedModel(lines)))
    (attempt,) = final_attempts(RunFolder.open(out).journal)
    return attempt.trajectory


def test_turns_are_recorded_and_replayed(suite: Path, tmp_path: Path) -> None:
    first = made(suite, tmp_path / "one", LINES, record=str(tmp_path / "cassettes"))
    (turn,) = user_turns(first.steps)
    assert (turn.kind, turn.topics) == (ReplyKind.FACT, ("number to add",))
    again = made(suite, tmp_path / "two", LINES, replay=str(tmp_path / "cassettes"))
    assert user_turns(again.steps) == [turn]
    other = [Reply("", (ToolUse("a", "user__ask_user", {"question": "Your name?"}),)), "?"]
    missed = made(suite, tmp_path / "three", other, replay=str(tmp_path / "cassettes"))
    assert user_turns(missed.steps) == []


def test_nobody_plays_the_user(suite: Path, tmp_path: Path) -> None:
    done = made(suite, tmp_path / "run", LINES, user="none")
    assert [str(call.outcome) for _, call in done.calls()] == ["unknown_tool", "success"]
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert "none" in json.dumps(manifest)
    assert RunFolder.open(tmp_path / "run").manifest.settings.user == "none"


def test_a_resumed_run_keeps_its_user(suite: Path, tmp_path: Path) -> None:
    settings = run_settings(str(suite), "caller", user="none", epochs=2)
    model = ScriptedModel([*LINES])
    run(lambda: start_run(settings, tmp_path / "run", model=model))
    run(lambda: resume_run(tmp_path / "run", model=ScriptedModel(LINES)))
    attempts = list(final_attempts(RunFolder.open(tmp_path / "run").journal))
    assert len(attempts) == 2
    assert all(user_turns(attempt.trajectory.steps) == [] for attempt in attempts)


def test_a_model_as_user_needs_one_process(suite: Path, tmp_path: Path) -> None:
    settings = run_settings(str(suite), "idle", user="openai/gpt-5")
    with pytest.raises(UsageError, match="does not work with --workers"):
        run(lambda: start_run(settings, tmp_path / "run", engine=EngineSettings(workers=2)))


@pytest.mark.slow
def test_a_program_asks_over_the_gateway(suite: Path, tmp_path: Path) -> None:
    agent = session(
        tmp_path,
        f"said = await client.call_tool('user__ask_user', {{'question': {QUESTION!r}}})",
        "await client.call_tool('submit_answer', {'answer': said.content[0].text + repr(said.meta)})",
    )
    run(lambda: start_run(run_settings(str(suite), agent), tmp_path / "run"))
    (attempt,) = final_attempts(RunFolder.open(tmp_path / "run").journal)
    assert attempt.trajectory.status is Status.COMPLETED
    assert [turn.topics for turn in user_turns(attempt.trajectory.steps)] == [("number to add",)]
    assert "Add 3." in (attempt.trajectory.answer or "")
    assert "topics" not in (attempt.trajectory.answer or "")


def test_turns_cost_no_precision_unless_the_reference_has_them(suite: Path, tmp_path: Path) -> None:
    done = made(suite, tmp_path / "run", LINES)
    scorer = Scorer(encoder=CachingEncoder(HashingEncoder()))
    score = scorer.score(done, TASK)
    assert (score.metrics.average, score.prediction_calls, score.prediction_steps) == (1.0, 1, 1)
    asking = Reference(steps=(Step((Call(ASK_USER, {"question": "Anything else?"}),)), Step((SUM,))))
    strict = msgspec.structs.replace(TASK, references=(asking,))
    assert scorer.score(done, strict).prediction_calls == 2
    useless = msgspec.structs.replace(done, steps=(*done.steps, Step((Call("math/max", {"numbers": [1]}),))))
    assert scorer.score(useless, TASK).metrics.precision == 0.5


def test_dialogues_are_counted(suite: Path, tmp_path: Path) -> None:
    done = made(suite, tmp_path / "run", LINES)
    dialogue = measure_dialogues([done], [TASK])["t1"]
    assert (dialogue.questions, dialogue.facts, dialogue.needed, dialogue.refusals) == (1, 1, 2, 0)
    assert measure_dialogues([done], [msgspec.structs.replace(TASK, user=None)]) == {}
    assert dialogue_metrics(msgspec.structs.replace(TASK, user=None), done) is None


def test_score_shows_the_dialogue(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made(suite, tmp_path / "run", LINES)
    command = Command(capsys, monkeypatch)
    said = command("score", tmp_path / "run", "--encoder", "hashing", "--json", tmp_path / "scores.json")
    assert said.code == 0, said
    assert "facts obtained of those needed" in said.out
    assert "1 of 2" in said.out
    written = json.loads((tmp_path / "scores.json").read_text())
    assert written["extras"]["t1"]["dialogue"]["questions"] == 1
