"""Fruit, vegetables and spices on a table, with more kinds than in `fruit_bowl`."""

from __future__ import annotations

from m3bench_world.scenes.photographs.kinds import fruit_bowl
from m3bench_world.scenes.stage import Stage

LABELS = (
    *fruit_bowl.LABELS,
    *("apricot", "avocado", "cherimoya", "garlic", "ginger", "mushroom", "pomegranate", "potato"),
    "sweet potato",
)


def compose(stage: Stage) -> None:
    fruit_bowl.compose_table(stage, LABELS)
    counts = {label: stage.count(label) for label in LABELS if stage.count(label)}
    stage.facts = {"counts": counts, "total": sum(counts.values())}
