from __future__ import annotations

import io

import pytest
from rich.console import Console

from m3bench.core import Task, Trajectory
from m3bench.encoders import CachingEncoder, Encoder
from m3bench.examples import example_files
from m3bench.formats import read_tasks, read_trajectories
from m3bench.scoring import Scorer, ScoreReport


@pytest.fixture(scope="session")
def example() -> tuple[list[Task], list[Trajectory]]:
    references, predictions = example_files()
    return read_tasks(references), read_trajectories(predictions)


@pytest.fixture(scope="session")
def scorer(minilm: Encoder) -> Scorer:
    return Scorer("m3", CachingEncoder(minilm))


@pytest.fixture(scope="session")
def report(scorer: Scorer, example: tuple[list[Task], list[Trajectory]]) -> ScoreReport:
    tasks, predictions = example
    return scorer.score_many(predictions, tasks)


@pytest.fixture
def console() -> Console:
    """A terminal of 80 columns without colour, whose text can be read back."""
    return Console(file=io.StringIO(), width=80, highlight=False, emoji=False)


def text_of(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()
