"""Calendars of the staff of a company, and its meeting rooms."""

from m3bench_world.agenda.agenda import Agenda
from m3bench_world.agenda.occurrences import ROOMS, Room, Span, event_at, occurrences
from m3bench_world.agenda.slots import Hours, blocks, busy_spans, free_spans, merged

__all__ = [
    "ROOMS",
    "Agenda",
    "Hours",
    "Room",
    "Span",
    "blocks",
    "busy_spans",
    "event_at",
    "free_spans",
    "merged",
    "occurrences",
]
