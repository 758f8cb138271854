"""Scoring in worker processes."""

from __future__ import annotations

import os
import signal

import pytest

from m3bench.encoders import shared_encoder
from m3bench.runs import EngineSettings
from m3bench.runs.scoring import ScoreProgram, ScoringWorkers
from m3bench.runs.scoring.batches import score_pairs
from m3bench.scoring import Scorer
from tests.runs.distributed.holding import workers_of
from tests.runs.scoring.test_scoring import asked, made

pytestmark = pytest.mark.slow


def test_a_killed_worker_changes_no_score(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scorer, "batch_size", 2)
    scorer = Scorer(encoder=shared_encoder("exact"))
    pairs = list(zip(made(*range(100)), asked(*range(100)), strict=True))
    killed: list[int] = []
    said: list[str] = []

    def kill_one(_: int) -> None:
        if not killed:
            killed.append(workers_of(os.getpid())[0])
            os.kill(killed[0], signal.SIGKILL)

    program = ScoreProgram(scorer.profile, "exact", cache=False)
    workers = ScoringWorkers(program=program, engine=EngineSettings(workers=2), schemas={}, say=said.append)
    spread = workers.score(scorer, pairs, on_scored=kill_one)
    assert spread == score_pairs(scorer, pairs)
    assert len(spread.tasks) == 100
    assert [line.endswith("died; its tasks go to the others") for line in said] == [True]
    assert workers_of(os.getpid()) == []
