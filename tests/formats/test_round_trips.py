"""Whatever a trajectory or a task holds, it comes back from every format that has room for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from m3bench.core import (
    AnswerField,
    AnswerForm,
    AnswerKey,
    Call,
    Content,
    Data,
    Difficulty,
    Edge,
    FieldType,
    KeyMethod,
    Media,
    Outcome,
    Reference,
    Result,
    SimulatedUser,
    Status,
    Step,
    Task,
    TaskFile,
    Text,
    Timing,
    Trajectory,
    Turns,
    Usage,
    UserFact,
)
from m3bench.formats import read_tasks, read_trajectories, write


def _joined(text: str) -> str:
    """Two halves of a surrogate pair side by side are one character once they were JSON."""
    return str(json.loads(json.dumps(text)))


EXAMPLES = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])

texts = st.text(st.characters(), max_size=8).map(_joined) | st.sampled_from(
    ["", "/", "a__b", "{}", '{"a": 1}']
)
ids = st.text(st.characters(), min_size=1, max_size=6).map(_joined)
floats = st.floats(allow_nan=False)
scalars = st.none() | st.booleans() | st.integers() | floats | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
reserved = st.sampled_from(
    [
        "id",
        "steps",
        "messages",
        "m3bench",
        "unread",
        "attachments",
        "other_messages",
        "image",
        "question",
        "combination",
        "role",
        "rules",
        "kind",
        "difficulty",
        "time-sensitive",
        "eval_method",
    ]
)
liftable = st.sampled_from(["Yes", "easy", "retrieval", "llm_as_a_judge", ["a", "b"]])
extras = st.dictionaries(texts | reserved, values | liftable, max_size=2)
optional_texts = st.none() | texts
fields = st.none() | st.dictionaries(texts, values, max_size=2)
FORM = AnswerForm((AnswerField("total", FieldType.NUMBER, "the sum", unit="EUR"),))

media_types = st.sampled_from(["image/png", "audio/wav", "text/plain", "image/*", "odd"])
media = st.builds(
    Media,
    media_type=media_types,
    data=st.none() | st.binary(max_size=4),
    digest=st.none() | st.just("d"),
    uri=optional_texts,
)
contents: st.SearchStrategy[Content] = st.builds(Text, texts) | st.builds(Data, values) | media
results = st.builds(Result, st.lists(contents, max_size=2).map(tuple), st.booleans())
timings = st.builds(Timing, floats, floats)


def steps_of(names: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[Step, ...]]:
    calls = st.builds(
        Call,
        names,
        values,
        st.none() | st.sampled_from(["1", "call_0_0", "call_0_1"]) | texts,
        st.none() | results,
        st.none() | st.sampled_from(Outcome),
        st.none() | timings,
    )
    step = st.builds(Step, st.lists(calls, max_size=3).map(tuple), optional_texts)
    return st.lists(step, max_size=3).map(tuple)


counts = st.none() | st.integers(0, 2**70)
trajectories = st.builds(
    Trajectory,
    task_id=ids,
    steps=steps_of(texts),
    family=optional_texts,
    request=optional_texts,
    answer=optional_texts,
    fields=fields,
    agent=optional_texts,
    model=optional_texts,
    usage=st.none() | st.builds(Usage, counts, counts, counts, st.none() | floats),
    status=st.sampled_from(Status),
    extra=extras,
)
references = st.builds(
    Reference,
    steps=steps_of(ids),
    name=optional_texts,
    answer=optional_texts,
    fields=fields,
    edges=st.lists(st.builds(Edge, st.integers(0, 9), st.integers(0, 9)), max_size=2).map(tuple),
)
names = st.lists(texts, max_size=2).map(tuple)
files = st.sampled_from(["a.pdf", "b/c.wav", "ü.bin"]).map(lambda name: TaskFile(name, "application/pdf"))
users = st.builds(
    SimulatedUser,
    persona=texts,
    goal=optional_texts,
    manner=optional_texts,
    facts=st.lists(st.builds(UserFact, texts, texts, names), max_size=2).map(tuple),
)
keys = st.builds(
    AnswerKey,
    value=values,
    also=st.lists(values.filter(lambda value: value is not None), max_size=2).map(tuple),
    tolerance=st.none() | st.floats(0, 0.5),
    method=st.none() | st.sampled_from(KeyMethod),
)
tasks = st.builds(
    Task,
    id=ids,
    family=optional_texts,
    request=optional_texts,
    fuzzy_request=optional_texts,
    images=names,
    files=st.lists(files, max_size=2, unique=True).map(tuple),
    role=optional_texts,
    rules=names,
    user=st.none() | users,
    turns=st.sampled_from(Turns),
    difficulty=st.none() | st.sampled_from(Difficulty),
    kind=st.none() | st.sampled_from(["retrieval", "own-kind"]),
    time_sensitive=st.none() | st.booleans(),
    answer_key=st.none() | keys,
    servers=names,
    distractors=names,
    level=optional_texts,
    answer=optional_texts,
    form=st.none() | st.just(FORM),
    references=st.lists(references, max_size=2).map(tuple),
    extra=extras,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("round_trips")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["jsonl", "parquet", "m3", "openai", "inspect", "otel", "atif"])
def test_trajectories_survive(folder: Path, name: str) -> None:
    path = folder / f"{name}.json"

    @EXAMPLES
    @given(trajectories)
    def survives(trajectory: Trajectory) -> None:
        write(path, [trajectory], format=name)
        (read,) = read_trajectories(path, format=name)
        assert read == trajectory
        assert read.digest == trajectory.digest
        if name != "parquet":
            path.read_bytes().decode("utf-8")

    survives()


@pytest.mark.parametrize("name", ["jsonl", "parquet", "m3", "mcp_bench"])
def test_tasks_survive(folder: Path, name: str) -> None:
    path = folder / f"{name}.json"

    @EXAMPLES
    @given(tasks)
    def survives(task: Task) -> None:
        write(path, [task], format=name)
        (read,) = read_tasks(path, format=name)
        assert read == task
        assert read.digest == task.digest

    survives()


def test_lines_of_chats_survive(folder: Path) -> None:
    path = folder / "chats.jsonl"

    @settings(EXAMPLES, max_examples=25)
    @given(st.lists(trajectories, min_size=1, max_size=3, unique_by=lambda one: one.task_id))
    def survives(several: list[Trajectory]) -> None:
        write(path, several, format="openai")
        assert read_trajectories(path, format="openai") == several

    survives()
