"""`m3bench demo`: the small example that ships with the package, scored and explained."""

from __future__ import annotations

from m3bench.cli.console import EncodingProgress, output
from m3bench.cli.loading import load_references, make_scorer
from m3bench.examples import example_files
from m3bench.formats import read_trajectories
from m3bench.reports import print_explanation, print_report
from m3bench.scoring import DEFAULT_SEED, explain

_EXPLAINED = "orchard-1"


def demo() -> None:
    """Score the example that ships with m3bench, and explain one of its tasks."""
    references, predictions = example_files()
    console = output()
    tasks, trajectories = load_references([references], "error"), read_trajectories(predictions)
    scorer = make_scorer("m3", None, None, "minilm", cache=True)
    with EncodingProgress() as progress:
        report = scorer.score_many(trajectories, tasks, seed=DEFAULT_SEED, watcher=progress)
    console.print("Five small tasks, and an agent that was not quite up to them:\n")
    print_report(console, report)
    task = next(task for task in tasks if task.id == _EXPLAINED)
    prediction = next(found for found in trajectories if found.task_id == _EXPLAINED)
    console.rule("One of them explained")
    print_explanation(console, explain(scorer, prediction, task), scorer.profile)
    console.print("\nThe files are these; try --explain with another id, or score your own:")
    console.print(
        f"m3bench score --reference {references} --prediction {predictions} --explain {_EXPLAINED}",
        soft_wrap=True,
        markup=False,
    )
