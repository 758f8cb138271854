"""All kinds of documents, made when they are asked for, and what a document is."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec

from m3bench_world.documents.facts import Facts
from m3bench_world.world import World


class Document(msgspec.Struct, frozen=True):
    """A file as an office has it."""

    kind: str
    number: int
    name: str
    """A file name that fits, such as `invoice-2025-0042.pdf`."""
    media_type: str
    data: bytes
    truth: dict[str, Any]
    """What it contains: values, rows, texts by page, boxes."""


_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_MAKERS = {
    "scanned_form": ("scans:scanned_form", "image/png"),
    "report": ("reports:report", "application/pdf"),
    "invoice": ("invoices:invoice", "application/pdf"),
    "contract": ("contracts:contract", "application/pdf"),
    "fillable_form": ("forms:fillable_form", "application/pdf"),
    "letter": ("letters:letter", _DOCX),
    "minutes": ("letters:minutes", _DOCX),
    "deck": ("decks:deck", _PPTX),
    "price_list": ("tables:price_list", _XLSX),
    "roster": ("tables:roster", _XLSX),
    "budget": ("tables:budget", _XLSX),
    "stock_list": ("tables:stock_list", "text/csv"),
}
KINDS: tuple[str, ...] = tuple(_MAKERS)
"""The kinds of documents."""
MOST_KEPT = 32

Maker = Callable[[Facts], tuple[str, bytes, dict[str, Any]]]
"""Returns name, bytes and truth."""


class Documents:
    """Documents by kind and number, from 0. The last ones are kept."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._kept: OrderedDict[tuple[str, int], Document] = OrderedDict()

    def document(self, kind: str, number: int) -> Document:
        """Return a document. The same world, kind and number give the same bytes.

        Args:
            kind: One of `KINDS`.
            number: Any whole number from 0.
        """
        if kind not in _MAKERS:
            raise ValueError(f"no kind of document {kind!r}; kinds are {', '.join(KINDS)}")
        kept = self._kept.get((kind, number))
        if kept is None:
            kept = self._kept[kind, number] = self._made(kind, number)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end((kind, number))
        return kept

    def _made(self, kind: str, number: int) -> Document:
        place, media_type = _MAKERS[kind]
        module, _, function = place.partition(":")
        # The libraries that write them are large: each module is loaded when it is needed.
        maker: Maker = getattr(import_module(f"m3bench_world.documents.{module}"), function)
        name, data, truth = maker(Facts(self._world, kind, number))
        return Document(kind, number, name, media_type, data, truth)
