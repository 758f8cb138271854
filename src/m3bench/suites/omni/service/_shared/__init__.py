"""What slices of customer service share: callers, their records, and messages that they leave."""

from m3bench.suites.omni.service._shared.callers import Caller, draw_caller
from m3bench.suites.omni.service._shared.films import DrawnFilm, draw_film
from m3bench.suites.omni.service._shared.messages import spelled, voice_message
from m3bench.suites.omni.service._shared.records import (
    draw_record,
    new_notes,
    new_tickets,
    note_created,
    ticket_created,
)

__all__ = [
    "Caller",
    "DrawnFilm",
    "draw_caller",
    "draw_film",
    "draw_record",
    "new_notes",
    "new_tickets",
    "note_created",
    "spelled",
    "ticket_created",
    "voice_message",
]
