"""Video editing: clips that begin at events, subtitles in step with speech, sound that fits the film."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.creation.video_editing.claims import DeliveryClaim
from m3bench_suites.builders.omni.creation.video_editing.clips import BugReport, FaultClip
from m3bench_suites.builders.omni.creation.video_editing.commentaries import ProductCommentary
from m3bench_suites.builders.omni.creation.video_editing.dubbing import NewLine
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task

__all__ = ["FAMILY", "make"]


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(draw, (FaultClip, BugReport, NewLine, ProductCommentary, DeliveryClaim))


FAMILY = OmniFamily(
    number=19,
    name="video_editing",
    title="Video editing",
    goal="Cut films at events, subtitle them in step, and give them the sound and texts that they need.",
    area=Area.CREATION,
    make=make,
)
