"""What scoring costs: against a plain baseline, as it grows, and for the largest bucket.

Every figure is taken in a process of its own; ratios compare figures of the same run.

    python benchmarks/scoring.py                                  all of it, on synthetic trajectories
    python benchmarks/scoring.py --reference R --prediction P…    the baseline against your own files
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from baseline import PlainEncoder, plain_recall
from measuring import Cost, in_own_process, measured, report
from workload import Maker, leaderboard, repeating

from m3bench.core import Call, Reference, Step, Task, Trajectory
from m3bench.encoders import HashingEncoder, shared_encoder
from m3bench.formats import read_tasks, read_trajectories, write
from m3bench.scoring import M3, Scorer

SEED = 7
TASKS, AGENTS = 20, 14  # as many agents as the published leaderboard has
GROWTH = (100, 1_000, 10_000, 100_000)
DISTINCT = 200
BUCKET = 2_000


def main() -> None:
    options = _parser().parse_args()
    if options.part:
        report(PARTS[options.part](options.arguments))
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ["M3BENCH_CACHE"] = folder
        if options.reference:
            _against_baseline(Path(folder), [str(options.reference), *map(str, options.prediction)])
            return
        for agents in (AGENTS, 1):
            files = _write_leaderboard(Path(folder), agents)
            print(f"\n{agents} agents on {TASKS} tasks, one set of references" if agents > 1 else "\n1 agent")
            _against_baseline(Path(folder), files)
        _growth(Path(folder))
        _largest_bucket()


def _against_baseline(folder: Path, files: list[str]) -> None:
    (folder / "embeddings.sqlite").unlink(missing_ok=True)
    plain = _part("baseline", *files)
    cold, warm = _part("product", *files), _part("product", *files)
    print(plain.line("baseline, one call at a time"))
    print(cold.line("m3bench, cold cache"))
    print(warm.line("m3bench, warm cache"))
    print(f"recall, baseline and m3bench: {plain.answer:.6f} {cold.answer:.6f} {warm.answer:.6f}")
    print(f"CPU, baseline / cold: {plain.cpu / cold.cpu:.1f}")
    print(f"CPU, baseline / warm: {plain.cpu / warm.cpu:.1f}", flush=True)
    if len(files) == 2:
        padded = _part("baseline-padded", *files)
        print(padded.line("baseline with every text padded to 256 tokens"))
        print(f"CPU, padded baseline / cold: {padded.cpu / cold.cpu:.1f}", flush=True)


def _growth(folder: Path) -> None:
    print(f"\nGrowth: files of trajectories read and scored, {DISTINCT} distinct tasks, warm cache")
    costs: dict[int, Cost] = {}
    _part("product", *_write_repeating(folder, DISTINCT))
    for size in GROWTH:
        files = _write_repeating(folder, size)
        costs[size] = _part("product", *files)
        print(costs[size].line(f"{size:>7} trajectories"), flush=True)
    largest, smaller = GROWTH[-1], GROWTH[-2]
    slope = (costs[largest].cpu / costs[smaller].cpu) / (largest / smaller)
    print(f"CPU time per trajectory, {largest} / {smaller}: {slope:.2f} (1 is linear)")
    print(f"peak memory at {largest}: {costs[largest].peak_mb:.0f} MB of 2000 MB allowed", flush=True)


def _largest_bucket() -> None:
    print(f"\nLargest bucket: {BUCKET} × {BUCKET} calls of one tool, model-free encoder")
    print(_part("bucket").line("align and measure"))


def _part(name: str, *arguments: str) -> Cost:
    return in_own_process(__file__, "--part", name, *arguments)


def _baseline(files: list[str], pad_to: int | None) -> Cost:
    tasks = read_tasks(files[0], duplicates="last")
    runs = [_in_order(tasks, read_trajectories(path, duplicates="last")) for path in files[1:]]
    encoder = PlainEncoder(pad_to)
    return measured(lambda: sum(plain_recall(encoder, tasks, run) for run in runs) / len(runs))


def _in_order(tasks: list[Task], predictions: list[Trajectory]) -> list[Trajectory]:
    by_id = {prediction.task_id: prediction for prediction in predictions}
    return [by_id.get(task.id, Trajectory(task_id=task.id)) for task in tasks]


def _product(files: list[str]) -> Cost:
    def work() -> float:
        tasks = read_tasks(files[0], duplicates="last")
        scorer = Scorer(M3, shared_encoder("minilm"))
        recalls = [
            scorer.score_many(read_trajectories(path, duplicates="last"), tasks).total.metrics.recall
            for path in files[1:]
        ]
        return sum(recalls) / len(recalls)

    return measured(work)


def _bucket(_: list[str]) -> Cost:
    maker = Maker(SEED)
    calls = [Call("maps/geocode", {"query": maker.phrase(), "n": n}) for n in range(2 * BUCKET)]
    steps = [tuple(Step((call,)) for call in calls[start::2]) for start in (0, 1)]
    task = Task(id="bucket", references=(Reference(steps=steps[0]),))
    prediction = Trajectory(task_id="bucket", steps=steps[1])
    return measured(lambda: Scorer(M3, HashingEncoder()).score(prediction, task).metrics.recall)


PARTS = {
    "baseline": lambda files: _baseline(files, None),
    "baseline-padded": lambda files: _baseline(files, 256),
    "product": _product,
    "bucket": _bucket,
}


def _write_leaderboard(folder: Path, agents: int) -> list[str]:
    tasks, runs = leaderboard(SEED, TASKS, agents)
    paths = [folder / f"{agents}-references.jsonl", *(folder / f"{agents}-{n}.jsonl" for n in range(agents))]
    write(paths[0], tasks, format="jsonl")
    for path, run in zip(paths[1:], runs, strict=True):
        write(path, run, format="jsonl")
    return [str(path) for path in paths]


def _write_repeating(folder: Path, size: int) -> list[str]:
    tasks, predictions = folder / f"{size}-tasks.jsonl", folder / f"{size}-predictions.jsonl"
    write(tasks, (task for task, _ in repeating(SEED, size, DISTINCT)), format="jsonl")
    write(predictions, (found for _, found in repeating(SEED, size, DISTINCT)), format="jsonl")
    return [str(tasks), str(predictions)]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="What scoring costs.")
    parser.add_argument("--reference", type=Path)
    parser.add_argument("--prediction", type=Path, nargs="+", default=[])
    parser.add_argument("--part", choices=[*PARTS], help=argparse.SUPPRESS)
    parser.add_argument("arguments", nargs="*", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    main()
