"""Damaged files: either records come back, or a FormatError names the file. Nothing else escapes."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from m3bench.core import FormatError, Task, Trajectory
from m3bench.formats import FORMATS, iter_trajectories, read_records, read_tasks, read_trajectories, write

# Together, at least a thousand damaged files for every reader.
EXAMPLES = settings(deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
Records = list[Task] | list[Trajectory]

CALL = {
    "name": "a/b",
    "arguments": {"x": 1},
    "id": "1",
    "result": [{"type": "image", "data": "AAE=", "mimeType": "image/png"}],
}
RESULT = {
    "content": [
        {"type": "resource", "resource": {"uri": "u", "text": "t"}},
        {"type": "media", "data": "AAE="},
    ],
    "isError": True,
    "structuredContent": {},
}
M3 = [
    {"id": "a", "image": "i.png", "type": "t", "question": "q", "prompt": "p", "final_reply": "r", "n": 1}
    | {
        "steps": [
            {"step": 1, "plan": "p", "calls": [CALL, {**CALL, "result": RESULT}]},
            {"tool_calls": []},
            [CALL],
        ]
    },
    {"id": 2, "steps": [], "m3bench": {"extra": {"x": 1}}},
]
BENCH = {
    "generation_info": {},
    "server_tasks": [
        {"server_name": "A+B", "servers": ["A", "B"], "combination_name": "c", "combination_type": "two"}
        | {
            "tasks": [
                {
                    "task_id": "t",
                    "task_description": "d",
                    "fuzzy_description": "f",
                    "distraction_servers": ["D"],
                }
            ]
        },
        {"server_name": "A", "tasks": [{"task_id": "u", "m3bench": {"level": "L1"}}]},
    ],
}
TOOL_CALL = {"id": "1", "type": "function", "function": {"name": "a__b", "arguments": '{"x": 1}'}}
PARTS = [
    {"type": "text", "text": "x"},
    {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAE="}},
    {"type": "input_audio", "input_audio": {"data": "AAE=", "format": "wav"}},
]
MESSAGES = [
    {"role": "system", "content": "s"},
    {"role": "user", "content": PARTS},
    {"role": "assistant", "content": "p", "tool_calls": [TOOL_CALL, {**TOOL_CALL, "id": "2"}]},
    {"role": "tool", "tool_call_id": "1", "content": PARTS},
    {"role": "assistant", "function_call": {"name": "f", "arguments": ""}},
    {"role": "function", "name": "f", "content": "r"},
    {"role": "assistant", "content": "answer", "usage": {"prompt_tokens": 1}},
]
CHATS = [
    {"id": "a", "messages": MESSAGES, "model": "m", "usage": {"prompt_tokens": 1, "completion_tokens": 2}},
    {"task_id": "b", "messages": [], "usage": [{"prompt_tokens": 1}], "m3bench": {"status": "completed"}},
]
OUR_CALL = {
    "name": "a/b",
    "arguments": {"x": 1},
    "id": "1",
    "outcome": "success",
    "timing": {"start": 0, "end": 1.5},
    "result": {
        "content": [{"type": "text", "text": "x"}, {"type": "media", "data": "AAE="}],
        "is_error": True,
    },
}
OUR_STEPS = [{"calls": [OUR_CALL], "plan": "p"}, {}]
OURS = [
    {
        "m3bench": 1,
        "kind": "trajectory",
        "task_id": "a",
        "steps": OUR_STEPS,
        "usage": {"cost": 1.0},
        "extra": {},
    },
    {
        "m3bench": 1,
        "kind": "task",
        "id": "b",
        "references": [{"steps": OUR_STEPS, "edges": [{"source": 0, "target": 1}]}],
    },
]
TABLE = (
    "question_id,question,MCP,tool,complexity,answer,eval_method,time-sensitive\r\n"
    'Q1,"a ""b"",\nc",x + y,t,L1,ü,e,No\r\n'
    "Q2,q,x,t,L2,a,e,Yes\r\n"
)


def lines(records: Any) -> bytes:
    return (
        b"".join(json.dumps(record).encode() + b"\n" for record in records)
        if isinstance(records, list)
        else b"{}"
    )


def document(value: Any) -> bytes:
    return json.dumps(value).encode()


JSON_CASES: list[tuple[str, Any, Callable[[Any], bytes], int]] = [
    ("m3", M3, document, 150),
    ("m3", {"a": M3[0], "2": M3[1]}, document, 50),
    ("mcp_bench", BENCH, document, 200),
    ("openai", CHATS, document, 100),
    ("openai", CHATS, lines, 50),
    ("openai", MESSAGES, document, 50),
    ("jsonl", OURS[:1], lines, 100),
    ("jsonl", OURS[1:], lines, 100),
]

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.just(float("nan"))
    | st.sampled_from(["", "a", "1", "\ud800", "text"])
)
replacements = (
    scalars
    | st.lists(scalars, max_size=2)
    | st.dictionaries(st.sampled_from(["id", "type", "name", "x"]), scalars, max_size=2)
)


@st.composite
def damaged(draw: st.DrawFn, value: Any) -> Any:
    """The value with one to three of its nodes removed, or replaced by something else."""
    root = [copy.deepcopy(value)]
    for _ in range(draw(st.integers(1, 3))):
        parent, key = draw(st.sampled_from(list(nodes(root))))
        if draw(st.booleans()) or parent is root:
            parent[key] = draw(replacements)
        else:
            del parent[key]
    return root[0]


def nodes(parent: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(parent) if isinstance(parent, dict) else range(len(parent))
    for key in keys:
        yield parent, key
        if isinstance(parent[key], dict | list):
            yield from nodes(parent[key])


@st.composite
def corrupted(draw: st.DrawFn, raw: bytes) -> bytes:
    """The bytes with one to three of their runs removed, overwritten or repeated."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(raw)))
        end = start + draw(st.sampled_from([0, 1, 1, 4, 1000]))
        middle = draw(
            st.binary(max_size=3)
            | st.sampled_from([b"", b'"', b"[" * 300, b"\xef\xbb\xbf", b"1" * 5000, raw[start:end] * 2])
        )
        raw = raw[:start] + middle + raw[end:]
    return raw


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("malformed") / "damaged.file"


def streamed(path: Path, **options: Any) -> list[Trajectory]:
    return list(iter_trajectories(path, **options))


def readers_of(name: str) -> list[Callable[..., Records]]:
    readers: dict[str, Callable[..., Records]] = {"tasks": read_tasks, "trajectories": read_trajectories}
    return [*(readers[kind] for kind in FORMATS[name].holds), *([streamed] if name == "jsonl" else [])]


def survives(read: Callable[..., Records], path: Path, name: str | None) -> Records | None:
    try:
        return read(path, format=name)
    except FormatError as error:
        names_file = str(error).startswith(str(path))
    assert names_file
    return None


def survives_writing(path: Path, name: str, records: Records) -> None:
    again = path.with_name("again.file")
    write(again, records, format=name)
    kind: Any = "tasks" if records and isinstance(records[0], Task) else FORMATS[name].holds[-1]
    read = read_records(again, format=name, kind=kind)
    assert [record.digest for record in read] == [record.digest for record in records]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "valid", "encode", "examples"), JSON_CASES)
def test_damaged_documents(
    path: Path, name: str, valid: Any, encode: Callable[[Any], bytes], examples: int
) -> None:
    @settings(EXAMPLES, max_examples=examples)
    @given(damaged(valid))
    def holds(value: Any) -> None:
        path.write_bytes(encode(value))
        for read in readers_of(name):
            records = survives(read, path, name)
            if records is not None and read is not streamed:
                survives_writing(path, name, records)

    holds()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "raw", "examples"),
    [
        ("m3", document(M3), 100),
        ("mcp_bench", document(BENCH), 100),
        ("mcpverse", TABLE.encode(), 250),
        ("openai", lines(CHATS), 100),
        ("jsonl", lines(OURS[:1] * 2), 100),
    ],
)
def test_damaged_bytes(path: Path, name: str, raw: bytes, examples: int) -> None:
    @settings(EXAMPLES, max_examples=examples)
    @given(corrupted(raw))
    def holds(bad: bytes) -> None:
        path.write_bytes(bad)
        for read in readers_of(name):
            survives(read, path, name)
        survives(read_records, path, None)

    holds()
