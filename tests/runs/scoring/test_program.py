"""Scoring in worker processes."""

from __future__ import annotations

import os
import signal

import pytest

from m3bench.encoders import shared_encoder
from m3bench.runs import EngineSettings
from m3bench.runs.scoring import ScoreProgram
from m3bench.runs.scoring.batches import score_pairs
from m3bench.scoring import Scorer
from tests.runs.distributed.holding import workers_of
from tests.runs.scoring.test_scoring import asked, made

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_a_killed_worker_changes_no_score(monkeypatch: pytest.MonkeyPatch) -> None:
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
    spread = await program.score(
        scorer, pairs, {}, EngineSettings(workers=2), on_scored=kill_one, say=said.append
    )
    assert spread == score_pairs(scorer, pairs)
    assert len(spread.tasks) == 100
    assert [each.endswith("died; its tasks go to the others") for each in said] == [True]
    assert workers_of(os.getpid()) == []
