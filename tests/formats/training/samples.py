"""Attempts at one task, with a picture and a transcript."""

from __future__ import annotations

from typing import Any

from m3bench.core import Call, Media, Result, Status, Step, Text, Trajectory
from m3bench.formats import AttemptRecord, Check, Collection

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000"
    "0500014eb8e0d80000000049454e44ae426082"
)
PICTURE = Media(media_type="image/png", data=PNG)
TOOLS = ({"type": "function", "function": {"name": "maps__geocode", "parameters": {"type": "object"}}},)
PROMPT: tuple[dict[str, Any], ...] = (
    {"role": "system", "content": "Be exact."},
    {"role": "user", "content": "How far north is Skagen?"},
)


def trajectory(answer: str | None = "57.7", task_id: str = "shore/1") -> Trajectory:
    call = Call("maps/geocode", {"place": "Skagen"}, "a", Result((Text("57.7"), PICTURE)))
    return Trajectory(
        task_id=task_id,
        steps=(Step((call,), "First the place."),),
        request="How far north is Skagen?",
        answer=answer,
        status=Status.COMPLETED,
    )


def attempt(passed: bool | None = True, epoch: int = 1, **fields: Any) -> AttemptRecord:
    answer = "57.7" if passed else "12"
    given: dict[str, Any] = {
        "trajectory": trajectory(answer, fields.get("task_id", "shore/1")),
        "task_id": "shore/1",
        "epoch": epoch,
        "pictures": (PICTURE,),
        "checks": (Check("answer", passed),),
        "scores": {"average": 0.9 if passed else 0.4},
        "tools": TOOLS,
        "messages": (*PROMPT, {"role": "assistant", "content": answer}),
    }
    return AttemptRecord(**{**given, **fields})


def collection(*records: AttemptRecord) -> Collection:
    return Collection(name="shore", attempt_records=records)
