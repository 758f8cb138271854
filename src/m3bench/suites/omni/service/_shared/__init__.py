"""What slices of customer service share: callers, their records, and messages that they leave."""

from m3bench.suites.omni.service._shared.bookings import (
    bookings_of,
    class_of,
    draw_guest,
    is_coming,
    joined_words,
    later_offers,
    spoken_day,
    written_day,
)
from m3bench.suites.omni.service._shared.callers import Caller, draw_caller
from m3bench.suites.omni.service._shared.cards import Card
from m3bench.suites.omni.service._shared.messages import spelled, voice_message
from m3bench.suites.omni.service._shared.notices import Notice
from m3bench.suites.omni.service._shared.receipts import Receipt, draw_receipt

__all__ = [
    "Caller",
    "Card",
    "Notice",
    "Receipt",
    "bookings_of",
    "class_of",
    "draw_caller",
    "draw_guest",
    "draw_receipt",
    "is_coming",
    "joined_words",
    "later_offers",
    "spelled",
    "spoken_day",
    "voice_message",
    "written_day",
]
