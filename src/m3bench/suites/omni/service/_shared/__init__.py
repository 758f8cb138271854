"""What slices of customer service share: callers, their records, and messages that they leave."""

from m3bench.suites.omni.service._shared.callers import Caller, Steps, draw_caller
from m3bench.suites.omni.service._shared.cards import CARD_RULES, Card
from m3bench.suites.omni.service._shared.films import DrawnFilm, draw_film
from m3bench.suites.omni.service._shared.identity import (
    draw_company,
    draw_fitting_caller,
    identity_points,
    unchanged_point,
)
from m3bench.suites.omni.service._shared.messages import spelled, voice_message
from m3bench.suites.omni.service._shared.records import (
    draw_record,
    new_notes,
    new_tickets,
    note_created,
    ticket_created,
)

__all__ = [
    "CARD_RULES",
    "Caller",
    "Card",
    "DrawnFilm",
    "Steps",
    "draw_caller",
    "draw_company",
    "draw_film",
    "draw_fitting_caller",
    "draw_record",
    "identity_points",
    "new_notes",
    "new_tickets",
    "note_created",
    "spelled",
    "ticket_created",
    "unchanged_point",
    "voice_message",
]
