"""Invented conferences in real cities, with calls for papers."""

from m3bench_world.conferences.conferences import Conferences
from m3bench_world.conferences.editions import Conference
from m3bench_world.conferences.tables import City, cities, fields

__all__ = ["City", "Conference", "Conferences", "cities", "fields"]
