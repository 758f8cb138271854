"""Measure scoring on a GPU: a million synthetic calls, against sentence-transformers on the same card.

    python benchmarks/gpu.py                    a million calls; needs a CUDA device, m3bench[gpu] and
                                                sentence-transformers
    python benchmarks/gpu.py --calls 50000      a small run

The calls of predictions and references together are counted. All claims are checked; the command fails if one
does not hold.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from baseline_gpu import SentenceTransformerBaseline
from workload import Maker

from m3bench.core import Task, Trajectory
from m3bench.encoders import CachingEncoder, Encoder, Progress, Vectors, load_encoder
from m3bench.encoders.gpu import GpuEncoder, minilm_gpu
from m3bench.scoring import Scorer

SEED = 7
MISTAKES = 0.9
SAMPLE = 2_000
COMPARED = 250_000
MOST_SECONDS = 60.0
MOST_ERROR = 1e-5
LEAST_RATIO = 2.0


@dataclass
class TimedEncoder:
    """Adds up the time that an encoder takes, and keeps its texts."""

    encoder: Encoder
    seconds: float = 0.0
    texts: list[str] = field(default_factory=list)

    def __getattr__(self, name: str) -> object:
        return getattr(self.encoder, name)

    def encode(self, texts: list[str], progress: Progress | None = None) -> Vectors:
        started = time.perf_counter()
        vectors = self.encoder.encode(texts, progress)
        self.seconds += time.perf_counter() - started
        self.texts += texts
        return vectors


def main() -> None:
    calls = _parser().parse_args().calls
    tasks, predictions = _workload(calls)
    encoder = minilm_gpu()
    encoder.encode(["loads the weights"])
    claims = [*_measure(encoder, tasks, predictions, calls)]
    for holds, text in claims:
        print(f"{'holds' if holds else 'FAILS'}: {text}")
    sys.exit(0 if all(holds for holds, _ in claims) else 1)


def _measure(
    encoder: GpuEncoder, tasks: list[Task], predictions: list[Trajectory], calls: int
) -> Iterator[tuple[bool, str]]:
    timed = TimedEncoder(encoder)
    started = time.perf_counter()
    report = Scorer("m3", CachingEncoder(timed)).score_many(predictions, tasks)  # type: ignore[arg-type]
    whole = time.perf_counter() - started
    texts = timed.texts
    print(
        f"{len(tasks)} tasks, recall {report.total.metrics.recall:.4f}, {len(texts)} distinct texts encoded"
    )
    print(f"scored in {whole:.1f} s, of which {timed.seconds:.1f} s encoding beside other work")
    print(f"{calls / whole:.0f} calls a second, peak memory {_peak_mb():.0f} MB", flush=True)
    yield whole < MOST_SECONDS, f"encoded and aligned in under {MOST_SECONDS:.0f} s"
    yield from _accuracy(encoder, texts)
    yield from _against_baseline(encoder, texts[:: max(1, len(texts) // COMPARED)])


def _against_baseline(encoder: GpuEncoder, texts: list[str]) -> Iterator[tuple[bool, str]]:
    started = time.perf_counter()
    ours = encoder.encode(texts)
    seconds = time.perf_counter() - started
    baseline = SentenceTransformerBaseline()
    size, theirs, vectors = baseline.measure(texts)
    print(f"{len(texts)} texts encoded alone: {seconds:.1f} s")
    print(f"sentence-transformers {baseline.version}, batches of {size} (its fastest): {theirs:.1f} s")
    ratio, error = theirs / seconds, np.abs(ours - vectors).max()
    yield ratio >= LEAST_RATIO, f"encoding is {ratio:.1f} times as fast (at least {LEAST_RATIO:.0f})"
    yield bool(error < MOST_ERROR), f"both give the same vectors: they differ by {error:.1e}"


def _accuracy(encoder: GpuEncoder, texts: list[str]) -> Iterator[tuple[bool, str]]:
    sample = texts[:: max(1, len(texts) // SAMPLE)]
    found = encoder.encode(sample)
    error = np.abs(found - load_encoder("minilm").encode(sample)).max()
    yield bool(error < MOST_ERROR), f"vectors differ from those of the CPU by {error:.1e} (under 1e-5)"
    alone = np.concatenate([encoder.encode([text]) for text in sample[:50]])
    yield np.array_equal(alone, found[:50]), "a vector does not depend on the other texts, to the bit"


def _workload(calls: int) -> tuple[list[Task], list[Trajectory]]:
    tasks: list[Task] = []
    predictions: list[Trajectory] = []
    maker, made = Maker(SEED), 0
    while made < calls:
        task = maker.task(len(tasks))
        prediction = maker.prediction(task, MISTAKES)
        tasks.append(task)
        predictions.append(prediction)
        made += sum(len(step.calls) for step in (*task.references[0].steps, *prediction.steps))
    return tasks, predictions


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure scoring on a GPU.")
    parser.add_argument("--calls", type=int, default=1_000_000)
    return parser


if __name__ == "__main__":
    main()
