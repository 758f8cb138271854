"""Taking pages from PDFs, joining and turning them."""

from __future__ import annotations

from typing import Any

from pypdf import PdfReader, PdfWriter

from m3bench_world.servers.tobench.pdf.jobs.protocol import Outcome, Refused
from m3bench_world.servers.tobench.pdf.jobs.sheets import MOST_PAGES, chosen, opened, turned, written


def extract(options: dict[str, Any], files: list[bytes]) -> Outcome:
    reader = opened(files[0])
    numbers = chosen(options["pages"], len(reader.pages))
    return Outcome({"pages": len(numbers)}, [_taken(reader, numbers)])


def split(options: dict[str, Any], files: list[bytes]) -> Outcome:
    reader = opened(files[0])
    count, size = len(reader.pages), options["every"]
    ranges = [list(range(first, min(first + size, count + 1))) for first in range(1, count + 1, size)]
    if len(ranges) > options["most"]:
        raise Refused("every", f"that makes {len(ranges)} files; at most {options['most']} are made")
    return Outcome(
        {"ranges": [[numbers[0], numbers[-1]] for numbers in ranges]},
        [_taken(reader, each) for each in ranges],
    )


def merge(options: dict[str, Any], files: list[bytes]) -> Outcome:  # noqa: ARG001
    writer = PdfWriter()
    for data in files:
        reader = opened(data, "paths")
        writer.append(reader, import_outline=False)
        if len(writer.pages) > MOST_PAGES:
            raise Refused("paths", f"more than {MOST_PAGES:,} pages")
    return Outcome({"pages": len(writer.pages)}, [written(writer)])


def rotate(options: dict[str, Any], files: list[bytes]) -> Outcome:
    reader = opened(files[0])
    numbers = set(chosen(options["pages"], len(reader.pages)))
    writer = PdfWriter(clone_from=reader)
    for number in sorted(numbers):
        writer.pages[number - 1].rotate(options["degrees"])
    shown = {str(number): turned(writer.pages[number - 1]) for number in sorted(numbers)[:100]}
    return Outcome({"rotation": shown}, [written(writer)])


def set_metadata(options: dict[str, Any], files: list[bytes]) -> Outcome:
    writer = PdfWriter(clone_from=opened(files[0]))
    writer.add_metadata({f"/{name.title()}": text for name, text in options["metadata"].items()})
    return Outcome({}, [written(writer)])


def _taken(reader: PdfReader, numbers: list[int]) -> bytes:
    writer = PdfWriter()
    writer.append(reader, pages=[number - 1 for number in numbers], import_outline=False)
    return written(writer)
