"""ATIF documents: what is written, what is read, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from m3bench.core import Call, FormatError, Media, Outcome, Result, Status, Step, Text, Trajectory, Usage
from m3bench.formats import (
    AttemptRecord,
    Check,
    Collection,
    ModelReply,
    detect,
    read_trajectories,
    write,
    write_collection,
)
from m3bench.formats.atif.writer import document_of
from tests.formats.atif.structure import check_document
from tests.formats.conftest import Save
from tests.formats.test_round_trips import EXAMPLES, trajectories

PNG = b"\x89PNG\r\n\x1a\n"
STEPS = (
    Step(
        (
            Call("maps/geocode", {"place": "Skagen"}, "a", Result((Text("57.7"),)), Outcome.SUCCESS),
            Call("maps/draw", {}, None, Result((Text("drawn"), Media(media_type="image/png", data=PNG)))),
        ),
        "First the place.",
    ),
    Step(
        (
            Call(
                "air/listen", None, "b", Result((Media(media_type="audio/wav", data=b"RIFF"),), is_error=True)
            ),
        )
    ),
)
TRAJECTORY = Trajectory(
    task_id="shore/1",
    steps=STEPS,
    family="shore",
    request="How far north?",
    answer="57.7",
    agent="react",
    model="openai/some",
    usage=Usage(300, 40, 3, 0.5),
    status=Status.COMPLETED,
)
RECORD = AttemptRecord(
    trajectory=TRAJECTORY,
    task_id="shore/1",
    pictures=(Media(media_type="image/png", data=PNG),),
    checks=(Check("answer", True, "57.7 is right"),),
    scores={"average": 0.9},
    replies=tuple(
        ModelReply(usage=Usage(100, each), reasoning=f"thought {each}", seconds=0.5) for each in (1, 2, 3)
    ),
    tools=({"type": "function", "function": {"name": "maps__geocode", "parameters": {}}},),
)


def test_a_document_has_pictures_sound_reasoning_and_metrics() -> None:
    document = document_of(RECORD)
    check_document(document)
    request, first, second, answer = document["steps"]
    assert [part["type"] for part in request["message"]] == ["text", "image"]
    assert [call["function_name"] for call in first["tool_calls"]] == ["maps__geocode", "maps__draw"]
    assert [part["type"] for part in first["observation"]["results"][1]["content"]] == ["text", "image"]
    assert second["observation"]["results"][0]["content"][0]["type"] == "audio"
    assert second["observation"]["results"][0]["extra"] == {"is_error": True}
    assert [step["reasoning_content"] for step in (first, second, answer)] == [
        "thought 1",
        "thought 2",
        "thought 3",
    ]
    assert first["metrics"] == {"prompt_tokens": 100, "completion_tokens": 1, "extra": {"seconds": 0.5}}
    assert document["final_metrics"]["total_cost_usd"] == 0.5
    assert document["extra"]["m3bench"]["checks"][0]["result"] == "pass"


def test_a_run_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    write_collection(path, Collection(name="shore", attempt_records=(RECORD, RECORD)), format="atif")
    assert detect(path) == "atif"
    assert read_trajectories(path, duplicates="all") == [TRAJECTORY, TRAJECTORY]


@settings(EXAMPLES, max_examples=6)
@given(trajectories)
def test_any_trajectory_is_a_valid_document(trajectory: Trajectory) -> None:
    document = document_of(AttemptRecord(trajectory=trajectory, task_id=trajectory.task_id))
    json.dumps(document, ensure_ascii=False).encode()
    check_document(document)


def foreign(*steps: dict[str, Any], **fields: Any) -> dict[str, Any]:
    numbered = [{"step_id": number, "message": "", **step} for number, step in enumerate(steps, start=1)]
    agent = {"name": "other", "version": "2"}
    return {"schema_version": "ATIF-v1.6", "session_id": "s-1", "agent": agent, "steps": numbered, **fields}


CALLED = {
    "source": "agent",
    "message": "Let me look.",
    "tool_calls": [{"tool_call_id": "1", "function_name": "maps__geocode", "arguments": {"place": "Oslo"}}],
    "observation": {"results": [{"source_call_id": "1", "content": [{"type": "text", "text": "59.9"}]}]},
    "metrics": {"prompt_tokens": 10, "completion_tokens": 2},
}


def test_a_foreign_document_is_read(save: Save) -> None:
    copied = {**CALLED, "is_copied_context": True}
    answer = {"source": "agent", "message": "59.9", "metrics": {"prompt_tokens": 5, "completion_tokens": 1}}
    document = foreign(
        {"source": "system", "message": "Be brief."},
        {"source": "user", "message": "Where is Oslo?"},
        copied,
        CALLED,
        answer,
    )
    (read,) = read_trajectories(save("trajectory.json", document))
    assert read == Trajectory(
        task_id="s-1",
        steps=(
            Step((Call("maps/geocode", {"place": "Oslo"}, "1", Result((Text("59.9"),))),), "Let me look."),
        ),
        request="Where is Oslo?",
        answer="59.9",
        agent="other",
        usage=Usage(15, 3),
        status=Status.COMPLETED,
        extra={"other_messages": [{"source": "system", "after_steps": 0, "text": "Be brief."}]},
    )


def test_pictures_beside_a_document_are_read_and_others_are_not(save: Save, tmp_path: Path) -> None:
    parts = [
        {"type": "image", "source": {"media_type": "image/png", "path": path}}
        for path in ("a.png", "../../../etc/hostname", "https://example.org/a.png")
    ]
    step = {**CALLED, "observation": {"results": [{"content": parts}]}}
    path = save("trajectory.json", foreign(step))
    (path.parent / "a.png").write_bytes(PNG)
    ((_, call),) = read_trajectories(path)[0].calls()
    assert call.result is not None
    found = [part for part in call.result.content if isinstance(part, Media)]
    assert [part.data for part in found] == [PNG, None, None]
    assert [part.uri for part in found] == [None, "../../../etc/hostname", "https://example.org/a.png"]


def test_a_call_without_a_name_is_the_agents_mistake(save: Save) -> None:
    step = {"source": "agent", "tool_calls": [{"tool_call_id": "1", "arguments": {}}]}
    ((_, call),) = read_trajectories(save("x.json", foreign(step)))[0].calls()
    assert (call.name, call.outcome) == ("", Outcome.ILLEGAL_FORMAT)


ORPHAN = {"source": "agent", "observation": {"results": [{"source_call_id": "9", "content": "x"}]}}


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        (foreign(CALLED, schema_version="ATIF-v2.0"), "schema_version: expected ATIF-v1.0 to ATIF-v1.8"),
        (foreign(), "steps: expected at least one step"),
        (foreign(CALLED, {"source": "agent", "step_id": 7}), r"steps\[1\].step_id: expected 2"),
        (foreign({"source": "robot"}), r"steps\[0\].source: expected system, user or agent"),
        (
            foreign({**CALLED, "observation": ORPHAN["observation"]}),
            "expected the id of a call of this step",
        ),
        (foreign({"source": "user", "message": [{"type": "film"}]}), "expected text, image or audio"),
        (foreign({**CALLED, "metrics": {"prompt_tokens": "many"}}), "prompt_tokens: expected a number"),
        (foreign({"source": "user", "message": 3}), "expected a list, found the number 3"),
    ],
)
def test_broken_documents_are_refused_with_the_place(save: Save, document: Any, problem: str) -> None:
    with pytest.raises(FormatError, match=problem):
        read_trajectories(save("x.json", document), format="atif")


def test_no_trajectories_are_an_empty_list(tmp_path: Path) -> None:
    write(tmp_path / "x.json", [], format="atif")
    assert read_trajectories(tmp_path / "x.json", format="atif") == []
