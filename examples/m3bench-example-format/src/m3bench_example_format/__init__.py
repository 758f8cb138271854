"""ShareGPT conversations with function calls, as trainers of models keep them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from m3bench.core import Call, Result, Step, Text, Trajectory, parsed_arguments
from m3bench.formats import Format
from m3bench.formats.io import Cursor, Source, dump_records


def read_trajectories(source: Source) -> Iterator[Trajectory]:
    """One trajectory a record. Function calls in a row are one step; observations answer them in order."""
    records = source.line_cursors() if source.is_lines else source.cursor.records()
    for record in records:
        yield _trajectory(record.named(record["id"].identifier()))


def write_trajectories(trajectories: Iterable[Trajectory], file: str) -> Iterator[bytes]:
    """Request, calls, results and answer as turns. Pictures are left out: there is no place for them."""
    return dump_records([_record(trajectory) for trajectory in trajectories], file)


def _trajectory(record: Cursor) -> Trajectory:
    request: str | None = None
    answer: str | None = None
    steps: list[list[Call]] = []
    waiting: list[int] = []
    for turn in record["conversations"].elements():
        speaker, text = turn["from"].text(), turn["value"].text()
        if speaker == "function_call":
            if not waiting:
                steps.append([])
            waiting.append(len(steps[-1]))
            steps[-1].append(_call(turn["value"], text))
        elif speaker == "observation":
            if not waiting:
                raise turn.error("an observation without a function call before it")
            place = waiting.pop(0)
            call = steps[-1][place]
            steps[-1][place] = Call(call.name, call.arguments, result=Result((Text(text),)))
        elif speaker in ("human", "gpt"):
            request = request or (text if speaker == "human" else None)
            answer = text if speaker == "gpt" else answer
        elif speaker != "system":
            raise turn["from"].unexpected("human, gpt, function_call, observation or system")
    return Trajectory(
        task_id=record["id"].identifier(),
        request=request,
        steps=tuple(Step(tuple(calls)) for calls in steps),
        answer=answer,
    )


def _call(place: Cursor, text: str) -> Call:
    value = parsed_arguments(text)
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        raise place.error("expected a JSON object with name and arguments")
    return Call(value["name"], value.get("arguments", {}))


def _record(trajectory: Trajectory) -> dict[str, Any]:
    turns = [_turn("human", trajectory.request)] if trajectory.request else []
    for step in trajectory.steps:
        turns += [
            _turn("function_call", json.dumps({"name": call.name, "arguments": call.arguments}))
            for call in step.calls
        ]
        turns += [_turn("observation", call.result.text if call.result else "") for call in step.calls]
    if trajectory.answer:
        turns.append(_turn("gpt", trajectory.answer))
    return {"id": trajectory.task_id, "conversations": turns}


def _turn(speaker: str, value: str) -> dict[str, str]:
    return {"from": speaker, "value": value}


SHAREGPT = Format(
    name="sharegpt",
    description="ShareGPT: conversations with function calls, for training",
    extensions=(".json", ".jsonl"),
    read_trajectories=read_trajectories,
    write_trajectories=write_trajectories,
)
