"""Audio production: recordings that are cut, joined and levelled, and spoken texts that are right."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.creation.audio_production.guides import AudioGuide
from m3bench_suites.builders.omni.creation.audio_production.interviews import StitchedInterview
from m3bench_suites.builders.omni.creation.audio_production.messages import PublicMessage, StationGong
from m3bench_suites.builders.omni.creation.audio_production.openings import EpisodeOpening
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=20,
    name="audio_production",
    title="Audio production",
    goal="Cut, join, level and speak recordings so that they are right as they are heard.",
    kind=Area.CREATION,
    tasks=(StationGong, PublicMessage, EpisodeOpening, AudioGuide, StitchedInterview),
)
