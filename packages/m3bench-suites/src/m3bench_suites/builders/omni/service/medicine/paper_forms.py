"""Paper forms without fields: where entries go, and print beside them that they must not touch."""

from __future__ import annotations

from m3bench.checks import PageLayout, PdfArea, PdfContent, PdfCopy
from m3bench.suites import CallResult, GradedPoint, PlanError, PlannedCall
from m3bench_suites.builders.omni.service._shared import (
    LEFT,
    line_top,
    spread_line,
    stamp,
    text_area,
    text_width,
)
from m3bench_suites.builders.tasks import format_point, tool_point

LARGE, SMALL = 12.0, 9.0
_GAP = 8.0


def crowded_line(label: str, entry: str, print_: str) -> str:
    """Return a line with a label, and print at the right that an entry in large letters would cover."""
    start = LEFT + text_width(label) + _GAP
    wide = text_width(print_)
    place = start + text_width(entry, LARGE) - 0.7 * wide
    if start + text_width(entry, SMALL) > place - 4 or place + wide > 560:
        raise PlanError("the entry is too short or too long")
    return spread_line(label, print_, place)


def write_entry(hits: CallResult, path: str, output: str, entry: str, size: float = LARGE) -> PlannedCall:
    """Return the call that writes an entry after a label that `find_text` found."""
    area = hits.data["hits"][0]["areas"][0]
    at = round(area["left"] + area["width"] + _GAP, 1), round(area["top"] + 8.0 - 0.8 * size, 1)
    return stamp(path, output, entry, at, size, hits)


def entry_points(
    path: str, source: str, lines: list[str], entries: dict[str, str]
) -> tuple[GradedPoint, GradedPoint]:
    """Return the points of a form with entries (by label) that can be read."""
    areas = []
    for label in entries:
        line = next(index for index, text in enumerate(lines) if text.startswith(label))
        left, _, width, _ = text_area(line, "", label)
        begin = round(left + width + 1, 1), line_top(line) + 2, 70.0, 15.0
        areas.append(PdfArea(path, 1, begin, source=source, least=0.03))
        print_ = lines[line].removeprefix(label).strip()
        if print_:
            left, _, width, _ = text_area(line, lines[line].removesuffix(print_), print_)
            beside = round(left - 2, 1), line_top(line) + 2, round(width + 4, 1), 15.0
            areas.append(PdfArea(path, 1, beside, shows="source", source=source))
    printed = tuple(line for line in lines if line and "    " not in line)
    return (
        format_point(
            "The form has the entries, and all of its print.",
            PdfContent(path, pages=1, contains=(*entries.values(), *printed)),
            PdfCopy(path, source, tuple(entries.values())),
        ),
        tool_point(
            "Entries are beside their labels, and touch nothing.",
            *areas,
            PageLayout(path, apart=False, smallest=SMALL - 0.3),
        ),
    )
