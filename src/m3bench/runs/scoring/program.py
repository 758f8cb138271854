"""Scoring in worker processes. The driver alone reads and writes files."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anyio
import anyio.to_thread

from m3bench.core import Task, Trajectory, chunks
from m3bench.encoders import shared_encoder
from m3bench.runs.distributed import Answer, Channel, Program, open_workers, stream_requests
from m3bench.runs.engine_settings import EngineSettings
from m3bench.runs.scoring.batches import Pair, ScoreCollector, ScoredBatch, TaskOf, score_batch
from m3bench.scoring import Profile, Scorer, ScoreReport
from m3bench.servers import bundled_equivalences


@dataclass(frozen=True)
class ScoreRequest:
    """A batch to score. The answer is a `ScoredBatch`."""

    pairs: tuple[Pair, ...]
    schemas: dict[str, Mapping[str, Any]]
    """The schemas of the tools that the batch calls, as far as they are known."""

    def __str__(self) -> str:
        return f"scoring {len(self.pairs)} attempts from {self.pairs[0][1].id}"


@dataclass(frozen=True)
class ScoreProgram(Program):
    """Scores batches: the request is a `ScoreRequest`, the answer a `ScoredBatch`."""

    profile: Profile
    encoder: str
    cache: bool

    @asynccontextmanager
    async def open(self, channel: Channel) -> AsyncIterator[Answer]:  # noqa: ARG002 - as all programs
        """Load the encoder, and yield what scores a batch."""
        encoder = shared_encoder(self.encoder, persistent=self.cache)
        equivalences = bundled_equivalences()

        async def score(request: ScoreRequest) -> ScoredBatch:
            scorer = Scorer(self.profile, encoder, tools=request.schemas, equivalences=equivalences)
            return await anyio.to_thread.run_sync(score_batch, scorer, request.pairs)

        yield score


@dataclass(frozen=True, kw_only=True)
class ScoringWorkers:
    """Workers of an engine that score batches."""

    program: ScoreProgram
    engine: EngineSettings
    schemas: Mapping[str, Mapping[str, Any]]
    """The schemas of known tools."""
    say: Callable[[str], None] = lambda _: None

    def score(
        self,
        scorer: Scorer,
        pairs: Iterable[Pair],
        *,
        unexpected: Callable[[], Iterable[str]] = tuple,
        task_of: TaskOf | None = None,
        on_scored: Callable[[int], None] = lambda _: None,
    ) -> ScoreReport:
        """Score like `score_pairs`, outside an event loop. The report is the same to the bit.

        Args:
            scorer: The scorer of this process, which names profile and encoder in the report.
            pairs: Tasks with different ids, each with its prediction, if there is one.
            unexpected: Is called at the end, and returns the ids of predictions without a task.
            task_of: Returns the task of an attempt by its name, if tasks were attempted several times.
            on_scored: Is called with the number of tasks of each scored batch.

        Raises:
            M3BenchError: What a worker raised, or a batch that kills every worker.
        """
        collector = ScoreCollector(task_of)

        def take(batch: ScoredBatch) -> None:
            collector.take(batch)
            on_scored(len(batch.scores))

        async def work() -> None:
            requests = (
                ScoreRequest(tuple(batch), _schemas(batch, self.schemas))
                for batch in chunks(pairs, scorer.batch_size)
            )
            async with open_workers(self.engine, self.program, say=self.say) as group:
                await stream_requests(group, requests, concurrency=self.engine.workers, on_answer=take)

        anyio.run(work)
        return collector.report(scorer, unexpected())


def _schemas(batch: Iterable[Pair], known: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    names = {name for prediction, task in batch for name in _tools(prediction, task)}
    return {name: schema for name in sorted(names) if (schema := known.get(name)) is not None}


def _tools(prediction: Trajectory | None, task: Task) -> set[str]:
    made = {call.name for _, call in prediction.calls()} if prediction is not None else set[str]()
    return made | {call.name for reference in task.references for _, call in reference.calls()}
