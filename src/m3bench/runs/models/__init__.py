"""Models of a run: opened, probed, metered."""

from m3bench.runs.models.judge_seats import default_judgement_cache, judge_ref, seat_of
from m3bench.runs.models.metering import MeteredModel
from m3bench.runs.models.opening import LOCAL, opened_model, require_model, tasks_at_once
from m3bench.runs.models.probes import Named, Prologue, probed, spent_so_far
from m3bench.runs.models.vision_reviewer import (
    Looks,
    VisionReviewer,
    opened_eyes,
    opened_looker,
    read_looks,
    spent_on_looking,
    tasks_to_look_at,
)

__all__ = [
    "LOCAL",
    "Looks",
    "MeteredModel",
    "Named",
    "Prologue",
    "VisionReviewer",
    "default_judgement_cache",
    "judge_ref",
    "opened_eyes",
    "opened_looker",
    "opened_model",
    "probed",
    "read_looks",
    "require_model",
    "seat_of",
    "spent_on_looking",
    "spent_so_far",
    "tasks_at_once",
    "tasks_to_look_at",
]
