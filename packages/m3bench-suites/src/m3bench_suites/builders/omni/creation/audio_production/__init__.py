"""Audio production: recordings that are cut, joined and levelled, and spoken texts that are right."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.creation.audio_production.guides import AudioGuide
from m3bench_suites.builders.omni.creation.audio_production.interviews import StitchedInterview
from m3bench_suites.builders.omni.creation.audio_production.messages import PublicMessage, StationGong
from m3bench_suites.builders.omni.creation.audio_production.openings import EpisodeOpening
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task

__all__ = ["FAMILY", "make"]


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(draw, (StationGong, PublicMessage, EpisodeOpening, AudioGuide, StitchedInterview))


FAMILY = OmniFamily(
    number=20,
    name="audio_production",
    title="Audio production",
    goal="Cut, join, level and speak recordings so that they are right as they are heard.",
    area=Area.CREATION,
    make=make,
)
