"""What slices of customer service share: callers, their records, messages that they leave, and papers."""

from m3bench.suites.omni.service._shared.callers import Caller, draw_caller, draw_company, draw_fitting_caller
from m3bench.suites.omni.service._shared.messages import spelled, voice_message
from m3bench.suites.omni.service._shared.papers import (
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
from m3bench.suites.omni.service._shared.steps import changed_only, done, verified_first

__all__ = [
    "LEFT",
    "LINE",
    "Caller",
    "changed_only",
    "done",
    "draw_caller",
    "draw_company",
    "draw_fitting_caller",
    "is_wider",
    "line_top",
    "lines_pdf",
    "slip",
    "spelled",
    "spoken_hundreds",
    "spread_line",
    "text_area",
    "text_width",
    "verified_first",
    "voice_message",
]
