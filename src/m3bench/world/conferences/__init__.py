"""Invented conferences in real cities, with calls for papers."""

from m3bench.world.conferences.conferences import Conferences
from m3bench.world.conferences.editions import Conference
from m3bench.world.conferences.tables import City, cities, fields

__all__ = ["City", "Conference", "Conferences", "cities", "fields"]
