"""Measure scoring: against a plain baseline, for growing input, and for the largest bucket.

Every figure comes from a separate process; ratios compare figures of the same run.

    python benchmarks/scoring.py                                  all of it, on synthetic trajectories
    python benchmarks/scoring.py --reference R --prediction P…    the baseline against your own files
    python benchmarks/scoring.py --tasks 5 --agents 3 --largest 1000 --bucket 500     a small run
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from baseline import PlainEncoder, plain_recall
from cost import Cost, in_own_process, measure, report
from workload import Maker, leaderboard, repeating

from m3bench.core import Call, Reference, Step, Task, Trajectory
from m3bench.encoders import HashingEncoder, shared_encoder
from m3bench.formats import read_tasks, read_trajectories, write
from m3bench.scoring import M3, TYPED, Scorer

SEED = 7
TASKS, AGENTS = 20, 14  # as many agents as the published leaderboard has
GROWTH = (100, 1_000, 10_000, 100_000)
DISTINCT = 200
BUCKET = 2_000
PROFILES = (M3.name, TYPED.name)


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
        for agents in dict.fromkeys((options.agents, 1)):
            files = _write_leaderboard(Path(folder), options.tasks, agents)
            several = f"\n{agents} agents on {options.tasks} tasks, one set of references"
            print(several if agents > 1 else "\n1 agent")
            _against_baseline(Path(folder), files)
        sizes = [size for size in GROWTH if size <= options.largest]
        for profile in PROFILES:
            _growth(Path(folder), profile, sizes)
            _largest_bucket(profile, options.bucket)


def _against_baseline(folder: Path, files: list[str]) -> None:
    (folder / "embeddings.sqlite").unlink(missing_ok=True)
    plain = _part("baseline", *files)
    print(plain.line("baseline, one call at a time"))
    for profile in PROFILES:
        (folder / "embeddings.sqlite").unlink(missing_ok=True)
        cold, warm = (_part("product", profile, *files) for _ in range(2))
        print(cold.line(f"{profile}, cold cache"))
        print(warm.line(f"{profile}, warm cache"))
        print(f"recall, baseline and {profile}: {plain.answer:.6f} {cold.answer:.6f} {warm.answer:.6f}")
        print(f"CPU, baseline / {profile} cold: {plain.cpu / cold.cpu:.1f}")
        print(f"CPU, baseline / {profile} warm: {plain.cpu / warm.cpu:.1f}", flush=True)
    if len(files) == 2:
        padded = _part("baseline-padded", *files)
        print(padded.line("baseline with every text padded to 256 tokens"))
        print(f"CPU, padded baseline / cold: {padded.cpu / cold.cpu:.1f}", flush=True)


def _growth(folder: Path, profile: str, sizes: list[int]) -> None:
    print(
        f"\nGrowth, {profile}: files of trajectories read and scored, {DISTINCT} distinct tasks, warm cache"
    )
    costs: dict[int, Cost] = {}
    _part("product", profile, *_write_repeating(folder, DISTINCT))
    for size in sizes:
        files = _write_repeating(folder, size)
        costs[size] = _part("product", profile, *files)
        print(costs[size].line(f"{size:>7} trajectories"), flush=True)
    if len(sizes) < 2:
        return
    largest, smaller = sizes[-1], sizes[-2]
    slope = (costs[largest].cpu / costs[smaller].cpu) / (largest / smaller)
    print(f"CPU time per trajectory, {largest} / {smaller}: {slope:.2f} (1 is linear)")
    print(f"peak memory at {largest}: {costs[largest].peak_mb:.0f} MB of 2000 MB allowed", flush=True)


def _largest_bucket(profile: str, size: int) -> None:
    print(f"\nLargest bucket, {profile}: {size} × {size} calls of one tool, model-free encoder")
    print(_part("bucket", profile, str(size)).line("align and measure"), flush=True)


def _part(name: str, *arguments: str) -> Cost:
    return in_own_process(__file__, "--part", name, *arguments)


def _baseline(files: list[str], pad_to: int | None) -> Cost:
    tasks = read_tasks(files[0], duplicates="last")
    runs = [_in_order(tasks, read_trajectories(path, duplicates="last")) for path in files[1:]]
    encoder = PlainEncoder(pad_to)
    return measure(lambda: sum(plain_recall(encoder, tasks, run) for run in runs) / len(runs))


def _in_order(tasks: list[Task], predictions: list[Trajectory]) -> list[Trajectory]:
    by_id = {prediction.task_id: prediction for prediction in predictions}
    return [by_id.get(task.id, Trajectory(task_id=task.id)) for task in tasks]


def _product(arguments: list[str]) -> Cost:
    profile, *files = arguments

    def work() -> float:
        tasks = read_tasks(files[0], duplicates="last")
        scorer = Scorer(profile, shared_encoder("minilm"))
        recalls = [
            scorer.score_many(read_trajectories(path, duplicates="last"), tasks).total.metrics.recall
            for path in files[1:]
        ]
        return sum(recalls) / len(recalls)

    return measure(work)


def _bucket(arguments: list[str]) -> Cost:
    profile, size = arguments
    maker = Maker(SEED)
    calls = [Call("maps/geocode", {"query": maker.phrase(), "n": n}) for n in range(2 * int(size))]
    steps = [tuple(Step((call,)) for call in calls[start::2]) for start in (0, 1)]
    task = Task(id="bucket", references=(Reference(steps=steps[0]),))
    prediction = Trajectory(task_id="bucket", steps=steps[1])
    return measure(lambda: Scorer(profile, HashingEncoder()).score(prediction, task).metrics.recall)


PARTS = {
    "baseline": lambda files: _baseline(files, None),
    "baseline-padded": lambda files: _baseline(files, 256),
    "product": _product,
    "bucket": _bucket,
}


def _write_leaderboard(folder: Path, size: int, agents: int) -> list[str]:
    tasks, runs = leaderboard(SEED, size, agents)
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
    parser = argparse.ArgumentParser(description="Measure the cost of scoring.")
    parser.add_argument("--reference", type=Path)
    parser.add_argument("--prediction", type=Path, nargs="+", default=[])
    parser.add_argument("--tasks", type=int, default=TASKS, help="of the leaderboard")
    parser.add_argument("--agents", type=int, default=AGENTS, help="of the leaderboard")
    parser.add_argument("--largest", type=int, default=GROWTH[-1], help="most trajectories of the growth")
    parser.add_argument("--bucket", type=int, default=BUCKET, help="calls on each side of the largest bucket")
    parser.add_argument("--part", choices=[*PARTS], help=argparse.SUPPRESS)
    parser.add_argument("arguments", nargs="*", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    main()
