"""The library as its users call it."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import m3bench
from m3bench import Call, Reference, Step, Task, Trajectory, score, score_many
from m3bench.api.scoring import PredictionLike, ReferenceLike
from m3bench.core import UsageError

STEPS = (Step((Call("math/add", {"a": 1, "b": 2}),)),)
RECORD = {"steps": [{"calls": [{"name": "math/add", "arguments": {"b": 2, "a": 1}}]}]}
MESSAGES = {
    "messages": [
        {
            "role": "assistant",
            "tool_calls": [
                {
                    "id": "1",
                    "type": "function",
                    "function": {"name": "math__add", "arguments": '{"a": 1, "b": 2}'},
                }
            ],
        }
    ]
}


@pytest.mark.slow
@pytest.mark.parametrize("prediction", [Trajectory(task_id="t", steps=STEPS), RECORD, MESSAGES])
@pytest.mark.parametrize(
    "references",
    [
        Reference(steps=STEPS),
        Trajectory(task_id="other", steps=STEPS),
        Task(id="x", references=(Reference(steps=STEPS),)),
        RECORD,
        MESSAGES,
        [Reference(), RECORD],
    ],
)
def test_whatever_form_the_two_sides_come_in(prediction: PredictionLike, references: ReferenceLike) -> None:
    assert score(prediction, references).metrics.values() == (1.0,) * 6


def test_several_references() -> None:
    result = score(RECORD, [Reference(), Reference(steps=STEPS, name="second")])
    assert (result.reference, result.reference_name) == (1, "second")


def test_no_reference_is_an_error() -> None:
    with pytest.raises(UsageError, match="no reference to score against"):
        score(RECORD, [])


def test_many_at_once() -> None:
    report = score_many(
        [{"id": "a", **RECORD}], [{"id": "a", "type": "sums", **RECORD}, {"id": "b", **RECORD}]
    )
    assert report.total.metrics.recall == 0.5
    assert report.missing == ("b",)
    assert "sums" in report.families


@pytest.mark.slow
def test_as_a_reward_from_many_threads() -> None:
    reference = Reference(steps=(Step((Call("maps/geocode", {"query": "Skagen"}),)),))
    queries = [f"Skagen, street {number}" for number in range(12)] * 2

    def reward(query: str) -> float:
        steps = (Step((Call("maps/geocode", {"query": query}),)),)
        return score(Trajectory(task_id="t", steps=steps), reference).metrics.average

    with ThreadPoolExecutor(6) as pool:
        rewards = list(pool.map(reward, queries))
    assert rewards[:12] == rewards[12:]
    assert rewards[:12] == [reward(query) for query in queries[:12]]


def test_everything_promised_is_there() -> None:
    assert sorted(m3bench.__all__) == m3bench.__all__
    for name in m3bench.__all__:
        assert getattr(m3bench, name) is not None
    assert set(m3bench.__all__) <= set(dir(m3bench))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = m3bench.nonsense


def test_examples_in_docstrings_hold() -> None:
    result = doctest.testmod(importlib.import_module("m3bench.api.scoring"))
    assert result.attempted
    assert not result.failed


def test_importing_is_light() -> None:
    code = "import sys, m3bench; print(sys.modules.keys() & {'numpy', 'scipy', 'onnxruntime', 'torch'})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
