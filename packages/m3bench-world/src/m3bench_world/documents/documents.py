"""All kinds of documents, made when they are asked for, and what a document is."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from importlib import import_module
from types import MappingProxyType
from typing import Any

import msgspec

from m3bench.core import canonical_json
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

    @property
    def about(self) -> tuple[str, ...]:
        """The people and firms whom it is about."""
        return _named(self.truth, _ABOUT.get(self.kind, ()))

    @property
    def written(self) -> tuple[date, ...]:
        """The days on which it was written or stamped."""
        return tuple(map(_as_day, _named(self.truth, _WRITTEN.get(self.kind, ()))))


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
_ABOUT = {
    "scanned_form": ("fields.Name",), "invoice": ("buyer",), "contract": ("landlord", "tenant"),
    "fillable_form": ("company",),
}  # fmt: skip
_WRITTEN = {"scanned_form": ("fields.Date", "stamp.date"), "invoice": ("date",)}
"""Paths in the truth."""
KINDS: tuple[str, ...] = tuple(_MAKERS)
"""The kinds of documents."""
MOST_KEPT = 32

Maker = Callable[[Facts], tuple[str, bytes, dict[str, Any]]]
"""Returns name, bytes and truth."""


class Documents:
    """Documents by kind and number, from 0. The last ones are kept."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._kept: OrderedDict[tuple[str, int, str], Document] = OrderedDict()

    def document(
        self, kind: str, number: int, settings: Mapping[str, Any] = MappingProxyType({})
    ) -> Document:
        """Return a document. The same world, kind, number and settings give the same bytes.

        Args:
            kind: One of `KINDS`.
            number: Any whole number from 0.
            settings: What it says instead of what it would draw, such as its `title`.
        """
        if kind not in _MAKERS:
            raise ValueError(f"no kind of document {kind!r}; kinds are {', '.join(KINDS)}")
        key = kind, number, canonical_json(dict(settings))
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = self._made(kind, number, settings)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return kept

    def _made(self, kind: str, number: int, settings: Mapping[str, Any]) -> Document:
        place, media_type = _MAKERS[kind]
        module, _, function = place.partition(":")
        # The libraries that write them are large: each module is loaded when it is needed.
        maker: Maker = getattr(import_module(f"m3bench_world.documents.{module}"), function)
        facts = Facts(self._world, kind, number, settings)
        name, data, truth = maker(facts)
        facts.settings.require_known()
        return Document(kind, number, name, media_type, data, truth)


def _named(truth: Mapping[str, Any], paths: Sequence[str]) -> tuple[str, ...]:
    """Return the texts at these paths; fields are found by their labels."""
    values = []
    for path in paths:
        first, _, second = path.partition(".")
        part = truth[first]
        if isinstance(part, list):
            part = {field["label"]: field["value"] for field in part}
        values.append(str(part[second] if second else part))
    return tuple(values)


def _as_day(text: str) -> date:
    """Return a day as documents write it: `2025-11-05`, `05.11.2025` or `5 November 2025`."""
    for form in ("%Y-%m-%d", "%d.%m.%Y", "%d %B %Y"):
        with suppress(ValueError):
            return datetime.strptime(text, form).date()  # noqa: DTZ007 - a day has no zone
    raise ValueError(f"{text!r} is no day")
