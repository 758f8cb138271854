"""Metrics of dialogues with the user of a task."""

from m3bench.scoring.dialogue.metrics import (
    DialogueMetrics,
    dialogue_metrics,
    measure_dialogues,
    pool_dialogues,
)

__all__ = ["DialogueMetrics", "dialogue_metrics", "measure_dialogues", "pool_dialogues"]
