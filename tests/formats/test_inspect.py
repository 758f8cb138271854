from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from m3bench.core import Call, FormatError, Media, Outcome, Result, Status, Step, Text, Timing, Trajectory
from m3bench.formats import (
    AttemptRecord,
    Check,
    Collection,
    detect,
    read_trajectories,
    write,
    write_collection,
)
from m3bench.formats.inspect.scores import scores_of
from tests.formats.test_round_trips import EXAMPLES, trajectories

if TYPE_CHECKING:
    from pathlib import Path

    from tests.formats.conftest import Save

PICTURE = Media(media_type="image/png", data=b"\x89PNG")
WORK = Trajectory(
    task_id="shore/1",
    request="When does the sun set?",
    steps=(
        Step(
            (
                Call(
                    "sky/sunset", {"place": "Skagen"}, "a", Result((Text("21:10"), PICTURE)), Outcome.SUCCESS
                ),
                Call("sky/moon", "no {object", "b", Result((Text("no"),), is_error=True)),
            ),
            "Both at once.",
        ),
        Step((Call("maps/route", {"to": "Skagen"}, "c", timing=Timing(0.5, 1.25)),)),
    ),
    answer="At ten past nine.",
    agent="caller",
    model="openai/some",
    status=Status.COMPLETED,
)


def _collection() -> Collection:
    attempt_record = AttemptRecord(
        trajectory=WORK,
        task_id="shore/1",
        pictures=(PICTURE,),
        scores={"recall": 0.25},
        checks=(Check("answer_number", False, "expected 12"), Check("called", True, "it was")),
        seconds=2.0,
    )
    return Collection(name="shore", attempt_records=(attempt_record,))


@pytest.mark.parametrize("name", ["log.json", "log.eval"])
def test_inspect_itself_reads_what_is_written(tmp_path: Path, name: str) -> None:
    log_module = pytest.importorskip("inspect_ai.log", reason="the extra inspect is not installed")
    path = tmp_path / name
    write_collection(path, _collection(), format="inspect")
    log = log_module.read_eval_log(str(path), resolve_attachments=True)
    (sample,) = log.samples
    assert (sample.id, sample.epoch, log.eval.model) == ("shore/1", 1, "openai/some")
    user, both, sunset, moon, route, answer = sample.messages
    assert [part.type for part in user.content] == ["text", "image"]
    assert [call.function for call in both.tool_calls] == ["sky__sunset", "sky__moon"]
    assert both.tool_calls[0].arguments == {"place": "Skagen"}
    assert both.tool_calls[1].parse_error is not None
    assert sunset.content[1].image == "data:image/png;base64,iVBORw=="
    assert (moon.error.message, moon.tool_call_id) == ("no", "b")
    assert (len(route.tool_calls), answer.text) == (1, "At ten past nine.")
    assert sample.scores["m3bench"].value == {"recall": 0.25}
    assert sample.scores["checks"].value == 0
    assert "fail answer_number: expected 12" in sample.scores["checks"].explanation
    assert {score.name: score.metrics["mean"].value for score in log.results.scores} == {
        "recall": 0.25,
        "checks": 0,
    }
    event = next(event for event in sample.events if event.event == "tool" and event.id == "c")
    assert (event.completed - event.timestamp).total_seconds() == 0.75
    (summary,) = log_module.read_eval_log_sample_summaries(str(path))
    assert (summary.id, summary.completed, summary.message_count) == ("shore/1", True, 6)


@pytest.mark.parametrize("name", ["log.json", "log.eval"])
def test_inspect_reads_the_oddest_trajectories(tmp_path: Path, name: str) -> None:
    """Half surrogate pairs, infinities, control characters and arguments of any kind do not break it."""
    log_module = pytest.importorskip("inspect_ai.log", reason="the extra inspect is not installed")
    path = tmp_path / name

    @settings(EXAMPLES, max_examples=15)
    @given(trajectories)
    def is_read(trajectory: Trajectory) -> None:
        write(path, [trajectory], format="inspect")
        (sample,) = log_module.read_eval_log(str(path)).samples
        made = [call for message in sample.messages for call in getattr(message, "tool_calls", None) or ()]
        assert len(made) == trajectory.call_count
        assert read_trajectories(path) == [trajectory]

    is_read()


def test_the_messages_alone_tell_what_was_done(save: Save, tmp_path: Path) -> None:
    """What our own addition to the log restores is no more than what messages have no place for."""
    write(tmp_path / "log.json", [WORK], format="inspect")
    log = json.loads((tmp_path / "log.json").read_bytes())
    assert set(json.loads(log["samples"][0]["metadata"]["m3bench"])) == {"steps[0].calls[1].arguments"}
    del log["samples"][0]["metadata"]["m3bench"]
    (read,) = read_trajectories(save("bare.json", log))
    assert [[call.name for call in step.calls] for step in read.steps] == [
        ["sky/sunset", "sky/moon"],
        ["maps/route"],
    ]
    assert [call.result for _, call in read.calls()] == [call.result for _, call in WORK.calls()]
    assert [step.plan for step in read.steps] == ["Both at once.", None]
    assert (read.request, read.answer, read.model) == (WORK.request, WORK.answer, WORK.model)


def test_ids_that_no_archive_can_name_stay_apart(tmp_path: Path) -> None:
    several = [Trajectory(task_id=name) for name in ("\0", "%00", "\ud800", "\ud801", "?", "a/../b")]
    write(tmp_path / "log.eval", several, format="inspect")
    read = read_trajectories(tmp_path / "log.eval")
    assert {each.task_id for each in read} == {each.task_id for each in several}


def test_epochs_keep_their_attempts_apart(tmp_path: Path) -> None:
    attempts = [Trajectory(task_id=f"a#{epoch}", answer=str(epoch)) for epoch in (1, 2)]
    attempt_records = [
        AttemptRecord(trajectory=attempt, task_id="a", epoch=number)
        for number, attempt in enumerate(attempts, 1)
    ]
    for name in ("log.json", "log.eval"):
        write_collection(
            tmp_path / name,
            Collection(name="twice", attempt_records=tuple(attempt_records)),
            format="inspect",
        )
        assert read_trajectories(tmp_path / name) == attempts


FOREIGN: dict[str, Any] = {
    "version": 2,
    "status": "success",
    "eval": {"task": "weather", "model": "openai/gpt", "solver": "react"},
    "samples": [
        {
            "id": 7,
            "epoch": 1,
            "started_at": "2026-01-02T03:04:05+00:00",
            "input": "Is it warm?",
            "target": "yes",
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": [{"type": "text", "text": "Is it warm?"}]},
                {
                    "role": "assistant",
                    "content": [
                        {"type": "reasoning", "reasoning": "hm"},
                        {"type": "text", "text": "I shall see."},
                        {
                            "type": "tool_use",
                            "tool_type": "mcp_call",
                            "id": "h",
                            "name": "search",
                            "context": "wiki",
                            "arguments": '{"q": "warm"}',
                            "result": "found",
                        },
                    ],
                    "tool_calls": [
                        {
                            "id": "1",
                            "function": "mcp__weather__now",
                            "arguments": {"place": "attachment://p"},
                        },
                        {"id": "2", "function": "bash", "arguments": {}, "parse_error": "broken"},
                        {"id": "3", "function": "exec", "arguments": {}},
                    ],
                },
                {
                    "role": "tool",
                    "tool_call_id": "1",
                    "content": [{"type": "image", "image": "attachment://i"}],
                },
                {
                    "role": "tool",
                    "tool_call_id": "2",
                    "content": "",
                    "error": {"type": "parsing", "message": "bad"},
                },
                {"role": "tool", "tool_call_id": "gone", "content": "of an earlier time"},
                {"role": "user", "content": "Go on."},
                {
                    "role": "assistant",
                    "content": "",
                    "tool_calls": [{"id": "4", "function": "submit", "arguments": {}}],
                },
            ],
            "output": {"model": "gpt", "choices": [], "completion": "yes"},
            "limit": {"type": "message", "limit": 9},
            "attachments": {"p": "Skagen", "i": "data:image/png;base64,AAAA"},
            "metadata": {"level": 2, "status": "odd"},
            "scores": {"match": {"value": "C"}},
            "model_usage": {
                "openai/gpt": {"input_tokens": 5, "input_tokens_cache_read": 3, "output_tokens": 2}
            },
            "events": [
                {"event": "model"},
                {
                    "event": "tool",
                    "id": "1",
                    "timestamp": "2026-01-02T03:04:06+00:00",
                    "completed": "2026-01-02T03:04:08Z",
                },
                {"event": "tool", "id": "3", "metadata": {"bridge": {"server": "box", "tool": "run"}}},
            ],
        }
    ],
}


def test_logs_of_others_are_read(save: Save) -> None:
    path = save("log.json", FOREIGN)
    assert detect(path) == "inspect"
    (read,) = read_trajectories(path)
    first, last = read.steps
    assert [call.name for call in first.calls] == ["weather/now", "bash", "box/run", "wiki/search"]
    assert (first.plan, first.calls[0].arguments) == ("I shall see.", {"place": "Skagen"})
    assert first.calls[0].timing == Timing(1.0, 3.0)
    assert first.calls[0].result == Result((Media(media_type="image/png", data=b"\0\0\0"),))
    assert first.calls[1].result == Result((Text("bad"),), is_error=True)
    assert (first.calls[1].outcome, first.calls[2].result) == (Outcome.ILLEGAL_FORMAT, None)
    assert first.calls[3] == Call("wiki/search", {"q": "warm"}, "h", Result((Text("found"),)))
    assert last.calls[0].name == "submit"
    assert (read.task_id, read.request, read.answer) == ("7", "Is it warm?", "yes")
    assert (read.agent, read.model, read.status) == ("react", "openai/gpt", Status.OUT_OF_STEPS)
    assert read.usage is not None
    assert (read.usage.input_tokens, read.usage.output_tokens, read.usage.requests) == (8, 2, 1)
    assert [other["at"] for other in read.extra["other_messages"]] == [0, 5, 6]
    assert read.extra["level"] == 2
    assert read.extra["scores"] == {"match": "C"}


def test_an_archive_packed_by_inspect_itself_is_read(tmp_path: Path) -> None:
    log_module = pytest.importorskip("inspect_ai.log", reason="the extra inspect is not installed")
    write_collection(tmp_path / "ours.json", _collection(), format="inspect")
    log_module.write_eval_log(
        log_module.read_eval_log(str(tmp_path / "ours.json")), str(tmp_path / "its.eval")
    )
    with zipfile.ZipFile(tmp_path / "its.eval") as archive:
        assert {entry.compress_type for entry in archive.infolist()} == {93}
    assert read_trajectories(tmp_path / "its.eval") == [WORK]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"samples": [{"epoch": 1}]}, "id: expected an id"),
        ({"samples": [{"id": "a", "messages": [3]}]}, "record a, messages[0]: expected an object"),
        (
            {"samples": [{"id": "a", "messages": [{"role": "assistant", "tool_calls": {}}]}]},
            "expected a list",
        ),
        ({"samples": {}}, "samples: expected a list"),
        ({"eval": 3}, "eval: expected an object"),
        (
            {"samples": [{"id": "a", "metadata": {"m3bench": '{"nowhere[3]": 1}'}}]},
            "the record has no such place",
        ),
    ],
)
def test_a_broken_log_says_where(save: Save, change: dict[str, Any], problem: str) -> None:
    path = save("log.json", {**FOREIGN, **change})
    with pytest.raises(FormatError) as caught:
        read_trajectories(path)
    assert problem in str(caught.value)


def test_a_broken_archive_is_an_error_and_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    write(path, [WORK], format="inspect")
    whole = path.read_bytes()
    for cut in (5, 60, len(whole) // 2, len(whole) - 3):
        path.write_bytes(whole[:cut])
        with pytest.raises(FormatError):
            read_trajectories(path, format="inspect")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("other.txt", "x")
    with pytest.raises(FormatError, match="it has no header"):
        read_trajectories(path)


@pytest.mark.parametrize(
    ("said", "whole"),
    [((True, None), None), ((False, None), False), ((True, True), True), ((), None)],
)
def test_what_is_undecided_is_no_score(said: tuple[bool | None, ...], whole: bool | None) -> None:
    attempt_record = AttemptRecord(
        trajectory=WORK, task_id="x", checks=tuple(Check("seen", each) for each in said)
    )
    assert attempt_record.passed is whole
    scores = scores_of(attempt_record) or {}
    assert scores.get("checks", {}).get("value") == whole
