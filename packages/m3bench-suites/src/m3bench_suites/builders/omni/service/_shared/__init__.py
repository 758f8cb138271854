"""What slices of customer service share: callers, their records, messages that they leave, and papers."""

from m3bench_suites.builders.omni.service._shared.bookings import (
    bookings_of,
    class_of,
    draw_guest,
    is_coming,
    joined_words,
    later_offers,
    spoken_day,
    written_day,
)
from m3bench_suites.builders.omni.service._shared.callers import (
    Caller,
    Steps,
    draw_caller,
    draw_caller_of_domain,
    draw_company,
)
from m3bench_suites.builders.omni.service._shared.cards import CARD_RULES, Card
from m3bench_suites.builders.omni.service._shared.films import DrawnFilm, draw_film
from m3bench_suites.builders.omni.service._shared.identity import (
    draw_fitting_caller,
    identity_points,
    unchanged_point,
)
from m3bench_suites.builders.omni.service._shared.messages import spelled, voice_message
from m3bench_suites.builders.omni.service._shared.notices import Notice
from m3bench_suites.builders.omni.service._shared.papers import (
    LEFT,
    LINE,
    is_wider,
    line_top,
    lines_pdf,
    slip,
    spoken_hundreds,
    spread_line,
    text_area,
    text_width,
)
from m3bench_suites.builders.omni.service._shared.receipts import Receipt, draw_receipt
from m3bench_suites.builders.omni.service._shared.records import (
    draw_record,
    new_notes,
    new_tickets,
    note_created,
    ticket_created,
)
from m3bench_suites.builders.omni.service._shared.steps import changed_only, done, verified_first
from m3bench_suites.builders.omni.service._shared.template_cards import TemplateCard

__all__ = [
    "CARD_RULES",
    "LEFT",
    "LINE",
    "Caller",
    "Card",
    "DrawnFilm",
    "Notice",
    "Receipt",
    "Steps",
    "TemplateCard",
    "bookings_of",
    "changed_only",
    "class_of",
    "done",
    "draw_caller",
    "draw_caller_of_domain",
    "draw_company",
    "draw_film",
    "draw_fitting_caller",
    "draw_guest",
    "draw_receipt",
    "draw_record",
    "identity_points",
    "is_coming",
    "is_wider",
    "joined_words",
    "later_offers",
    "line_top",
    "lines_pdf",
    "new_notes",
    "new_tickets",
    "note_created",
    "slip",
    "spelled",
    "spoken_day",
    "spoken_hundreds",
    "spread_line",
    "text_area",
    "text_width",
    "ticket_created",
    "unchanged_point",
    "verified_first",
    "voice_message",
    "written_day",
]
