"""Files rendered for the page: pictures, pages, spreadsheets, slides and texts, all bounded in size."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Iterator

from m3bench.apps.viewer.values import BytesCache, View, one_line
from m3bench.apps.web import UNKNOWN, picture_type, played_type
from m3bench.checks import CheckFailed
from m3bench.checks.files import require_harmless
from m3bench.checks.sheets import Sheet, read_sheet
from m3bench.checks.slides import Deck, Item, read_deck
from m3bench.rendering import DocumentBroken, RenderingUnavailable, office
from m3bench.rendering import render as pages_of

LARGEST = 32 * 2**20
_MOST_SHEETS = 8
_MOST_ROWS = 100
_MOST_COLUMNS = 30
_MOST_SLIDES = 40
_MOST_PAGES = 12
_MOST_ITEMS = 60
_LONGEST_CELL = 300
_LONGEST_TEXT = 20_000
_SHEETS = (".xlsx", ".xlsm", "spreadsheetml.sheet")
_SLIDES = (".pptx", "presentationml.presentation")
_TEXTS = {"wordprocessingml.document": ".docx"} | {name: name for name in (".docx", ".odt", ".odp", ".ods")}
_ZIP = b"PK\x03\x04"
_PDF = b"%PDF-"


def render_file(data: bytes, name: str, cache: BytesCache) -> View:
    """Render bytes. `name` is a file name or a media type, which may be wrong."""
    try:
        return _render(data, name.lower(), cache)
    except (CheckFailed, DocumentBroken, RenderingUnavailable) as problem:
        return {"kind": "unreadable", "size": len(data), "problem": str(problem)}


def _render(data: bytes, name: str, cache: BytesCache) -> View:
    if picture_type(data) != UNKNOWN:
        return {"kind": "picture", "size": len(data), "digest": cache.put(data)}
    if (kind := played_type(data)) != UNKNOWN:
        return {"kind": kind.partition("/")[0], "size": len(data), "digest": cache.put(data)}
    if name.endswith((".csv", "text/csv")):
        return {"kind": "sheets", "size": len(data), "sheets": [_sheet_view(read_sheet(data, ".csv", None))]}
    ending = _paged_ending(data, name)
    if ending:
        return _pages(data, ending, cache)
    return _office(data, name, cache) if data.startswith(_ZIP) else _plain(data)


def _office(data: bytes, name: str, cache: BytesCache) -> View:
    if name.endswith(_SHEETS):
        return {"kind": "sheets", "size": len(data), "sheets": list(map(_sheet_view, _sheets(data)))}
    return _slides(data, cache) if name.endswith(_SLIDES) else _plain(data)


def _plain(data: bytes) -> View:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text[:_LONGEST_TEXT]:
        return {"kind": "bytes", "size": len(data)}
    cut = len(text) > _LONGEST_TEXT
    return {"kind": "text", "size": len(data), "text": text[:_LONGEST_TEXT], "cut": cut}


def _paged_ending(data: bytes, name: str) -> str | None:
    """Return the ending of a document that is shown as pages, or None."""
    if data.startswith(_PDF):
        return ".pdf"
    return next(
        (ending for end, ending in _TEXTS.items() if data.startswith(_ZIP) and name.endswith(end)), None
    )


def _pages(data: bytes, ending: str, cache: BytesCache) -> View:
    rendered = pages_of(data, f"the file{ending}", most=_MOST_PAGES)
    pages = [cache.put(page) for page in rendered.pages]
    return {"kind": "pages", "size": len(data), "pages": pages, "page_count": rendered.total}


def _slides(data: bytes, cache: BytesCache) -> View:
    """Render slides as pages if an office program is installed, and otherwise as boxes."""
    deck = read_deck(data, "the file")
    if office():
        with contextlib.suppress(RenderingUnavailable, DocumentBroken):
            return _pages(data, ".pptx", cache)
    return {"kind": "slides", "size": len(data), **_deck_view(deck, cache)}


def _sheets(data: bytes) -> Iterator[Sheet]:
    require_harmless(data, "the file")
    for name in _sheet_names(data)[:_MOST_SHEETS]:
        yield read_sheet(data, "the file", name)


def _sheet_names(data: bytes) -> list[str]:
    import openpyxl  # noqa: PLC0415 - only needed for spreadsheets

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with contextlib.closing(openpyxl.load_workbook(io.BytesIO(data), read_only=True)) as book:
                return list(book.sheetnames)
    except Exception as error:  # noqa: BLE001 - a broken file can raise anything
        raise CheckFailed(f"the file cannot be read as a spreadsheet: {type(error).__name__}") from None


def _sheet_view(sheet: Sheet) -> View:
    filled = [*sheet.cells, *sheet.formulas]
    rows = max((row for row, _ in filled), default=0)
    columns = max((column for _, column in filled), default=0)
    return {
        "name": sheet.name,
        "rows": [
            [_cell_view(sheet, row, column) for column in range(1, min(columns, _MOST_COLUMNS) + 1)]
            for row in range(1, min(rows, _MOST_ROWS) + 1)
        ],
        "row_count": rows,
        "column_count": columns,
    }


def _cell_view(sheet: Sheet, row: int, column: int) -> View:
    value, formula = sheet.cells.get((row, column)), sheet.formulas.get((row, column), "")
    text = "" if value is None else one_line(str(value), _LONGEST_CELL)
    return {"text": text, "formula": one_line(formula, _LONGEST_CELL)} if formula else {"text": text}


def _deck_view(deck: Deck, cache: BytesCache) -> View:
    return {
        "slides": [
            {"items": [_item_view(item, deck, cache) for item in slide.items[:_MOST_ITEMS]]}
            for slide in deck.slides[:_MOST_SLIDES]
        ],
        "slide_count": len(deck.slides),
        "ratio": deck.width / deck.height if deck.width > 0 and deck.height > 0 else 4 / 3,
    }


def _item_view(item: Item, deck: Deck, cache: BytesCache) -> View:
    shown = item.picture is not None and picture_type(item.picture) != UNKNOWN
    return {
        "text": one_line(item.text, _LONGEST_CELL),
        "title": item.is_title,
        "picture": cache.put(item.picture) if shown and item.picture is not None else "",
        "box": _relative_box(item, deck),
    }


def _relative_box(item: Item, deck: Deck) -> list[float] | None:
    """Return left, top, width and height as fractions of the slide, clamped to it."""
    if item.box is None or deck.width <= 0 or deck.height <= 0:
        return None
    sizes = (deck.width, deck.height, deck.width, deck.height)
    shares = (side / size for side, size in zip(item.box, sizes, strict=True))
    left, top, right, bottom = (min(1.0, max(0.0, share)) for share in shares)
    return [left, top, right - left, bottom - top]
