"""Faults of PDF files. Pages are numbered from 1."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from m3bench.media import written_bytes


def rotate_page(data: bytes, *, page: int = 1, degrees: int = 180) -> bytes:
    """Turn a page, clockwise."""

    def turned(pages: list[Any]) -> list[Any]:
        pages[page - 1].rotate(degrees)
        return pages

    return _rewritten(data, turned)


def swap_pages(data: bytes, *, one: int = 1, other: int = 2) -> bytes:
    """Swap two pages."""

    def swapped(pages: list[Any]) -> list[Any]:
        pages[one - 1], pages[other - 1] = pages[other - 1], pages[one - 1]
        return pages

    return _rewritten(data, swapped)


def drop_page(data: bytes, *, page: int) -> bytes:
    """Remove a page."""
    return _rewritten(data, lambda pages: pages[: page - 1] + pages[page:])


def _rewritten(data: bytes, change: Callable[[list[Any]], list[Any]]) -> bytes:
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415 - heavy

    writer = PdfWriter()
    for page in change(list(PdfReader(io.BytesIO(data)).pages)):
        writer.add_page(page)
    return written_bytes(writer.write)
