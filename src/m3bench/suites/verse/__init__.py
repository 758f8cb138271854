"""The suite `verse`: tasks in the manner of MCPVerse, of which only the outcome counts."""

from m3bench.suites.verse.families import GENERATOR, THIRD_PARTY
from m3bench.suites.verse.family import TaskDraw, VerseFamily
from m3bench.suites.verse.released import verse_suite

__all__ = ["GENERATOR", "THIRD_PARTY", "TaskDraw", "VerseFamily", "verse_suite"]
