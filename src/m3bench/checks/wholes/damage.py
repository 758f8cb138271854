"""Damage beside the work: copies of a file in which something was changed that nobody asked for."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from itertools import islice, product
from pathlib import PurePosixPath
from typing import Any

from m3bench.checks.data import changed_database, changing_column, database_tables, pack_members, read_members
from m3bench.checks.documents import draw_on
from m3bench.checks.wholes.databases import DATABASES

Damaged = Iterator[tuple[str, bytes]]
"""What was damaged, in words, and the file."""

_CLAUSE = "The tenant owes 1,000,000 euros for each day of delay."
_MOST = 40


def damaged_files(data: bytes, path: str) -> list[tuple[str, bytes]]:
    """Return damaged copies of a file; none for kinds that are not compared item by item."""
    damage = _DAMAGE.get(PurePosixPath(path).suffix.lower())
    return [] if damage is None else list(islice(damage(data, path), _MOST))


def _database(data: bytes, _path: str) -> Damaged:
    for table, columns in database_tables(data).items():
        yield f"table {table} dropped", changed_database(data, [f"DROP TABLE {table}"])
        yield f"table {table} emptied", changed_database(data, [f"DELETE FROM {table}"])  # noqa: S608 - quoted
        for column, is_key in columns.items():
            if not is_key:
                yield (
                    f"column {column} of {table} changed",
                    changed_database(data, [changing_column(table, column)]),
                )
    yield "a table too many", changed_database(data, ["CREATE TABLE left_behind (x)"])


def _workbook(data: bytes, _path: str) -> Damaged:
    names = _opened_book(data).sheetnames
    for name in names:
        if len(names) > 1:
            yield f"sheet {name} deleted", _edited(_opened_book, data, _delete_sheet, name)
        for column in range(1, _opened_book(data)[name].max_column + 1):
            yield f"column {column} of {name} zeroed", _edited(_opened_book, data, _zero_column, name, column)
        yield f"a row of {name} deleted", _edited(_opened_book, data, _delete_row, name)
    yield "a sheet too many", _edited(_opened_book, data, _add_sheet)


def _delete_sheet(book: Any, name: str) -> None:
    book.remove(book[name])


def _zero_column(book: Any, name: str, column: int) -> None:
    for (cell,) in book[name].iter_rows(min_col=column, max_col=column):
        if cell.value is not None:
            cell.value = 0


def _delete_row(book: Any, name: str) -> None:
    book[name].delete_rows(2)


def _add_sheet(book: Any) -> None:
    book.create_sheet("Left behind")["A1"] = _CLAUSE


def _opened_book(data: bytes) -> Any:
    import openpyxl  # noqa: PLC0415 - only needed where there are spreadsheets

    return openpyxl.load_workbook(io.BytesIO(data))


def _document(data: bytes, _path: str) -> Damaged:
    yield "a clause at the end", _edited(_opened_document, data, _append_clause)
    for index, paragraph in enumerate(_opened_document(data).paragraphs):
        if paragraph.text:
            where = f"paragraph {index + 1}"
            yield f"a clause before {where}", _edited(_opened_document, data, _insert_clause, index)
            yield f"a clause in {where}", _edited(_opened_document, data, _extend_paragraph, index)


def _append_clause(document: Any) -> None:
    document.add_paragraph(_CLAUSE)


def _insert_clause(document: Any, index: int) -> None:
    document.paragraphs[index].insert_paragraph_before(_CLAUSE)


def _extend_paragraph(document: Any, index: int) -> None:
    document.paragraphs[index].add_run(f" {_CLAUSE}")


def _opened_document(data: bytes) -> Any:
    import docx  # noqa: PLC0415 - only needed where there are documents

    return docx.Document(io.BytesIO(data))


def _deck(data: bytes, _path: str) -> Damaged:
    for index, slide in enumerate(_opened_deck(data).slides):
        for corner in product((0, 1), (0, 1)):
            words = f"a word on slide {index + 1}, corner {corner}"
            yield words, _edited(_opened_deck, data, _write_on_slide, index, corner)
        for place, shape in enumerate(slide.shapes):
            if shape.has_text_frame and shape.text_frame.text:
                where = f"text {place + 1} of slide {index + 1}"
                yield f"{where} emptied", _edited(_opened_deck, data, _empty_shape, index, place)
                yield f"a clause in {where}", _edited(_opened_deck, data, _extend_shape, index, place)
    yield "a slide too many", _edited(_opened_deck, data, _add_slide)


def _write_on_slide(deck: Any, index: int, corner: tuple[int, int] = (0, 0)) -> None:
    """Write a word as large as others, where a checker of layouts may find nothing to object to."""
    from pptx.util import Pt  # noqa: PLC0415 - only needed where there are slides

    size = deck.slide_width // 4, deck.slide_height // 11
    free = deck.slide_width - size[0], deck.slide_height - size[1]
    place = (side * at for side, at in zip(free, corner, strict=True))
    box = deck.slides[index].shapes.add_textbox(*place, *size)
    box.text_frame.text = "Cancelled"
    box.text_frame.paragraphs[0].runs[0].font.size = Pt(24)


def _empty_shape(deck: Any, index: int, place: int) -> None:
    deck.slides[index].shapes[place].text_frame.text = ""


def _extend_shape(deck: Any, index: int, place: int) -> None:
    deck.slides[index].shapes[place].text_frame.paragraphs[-1].add_run().text = f" {_CLAUSE}"


def _add_slide(deck: Any) -> None:
    _write_on_slide(deck, deck.slides.index(deck.slides.add_slide(deck.slide_layouts[-1])))


def _opened_deck(data: bytes) -> Any:
    import pptx  # noqa: PLC0415 - only needed where there are slides

    return pptx.Presentation(io.BytesIO(data))


def _pdf(data: bytes, _path: str) -> Damaged:
    count = len(_opened_pdf(data).pages)
    for page, corner in product(range(1, count + 1), product((0, 1), (0, 1))):
        words = f"a word on page {page}, corner {corner}"
        yield words, _edited(_opened_pdf, data, _write_on_page, page, corner)
    yield "a page too many", _edited(_opened_pdf, data, _add_page)


def _write_on_page(writer: Any, page: int, corner: tuple[int, int]) -> None:
    box = writer.pages[page - 1].mediabox
    left, top = 30 + corner[0] * (float(box.width) - 120), 30 + corner[1] * (float(box.height) - 50)

    def draw(pdf: Any) -> None:
        pdf.set_font("Helvetica", size=12)
        pdf.text(left, top, "Cancelled")

    draw_on(writer, page, draw)


def _add_page(writer: Any) -> None:
    writer.add_blank_page()
    _write_on_page(writer, len(writer.pages), (0, 0))


def _opened_pdf(data: bytes) -> Any:
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415 - only needed where there are PDFs

    return PdfWriter(clone_from=PdfReader(io.BytesIO(data)))


def _edited(opened: Callable[[bytes], Any], data: bytes, edit: Callable[..., None], *where: Any) -> bytes:
    """Return a workbook, a document or a deck after an edit."""
    whole = opened(data)
    edit(whole, *where)
    written = io.BytesIO()
    (whole.write if hasattr(whole, "write") else whole.save)(written)
    return written.getvalue()


def _text(data: bytes, _path: str) -> Damaged:
    lines = data.decode("utf-8-sig").splitlines(keepends=True)
    for index in range(len(lines)):
        yield f"line {index + 1} removed", "".join(lines[:index] + lines[index + 1 :]).encode()
        inserted = [*lines[:index], f"{_CLAUSE}\n", *lines[index:]]
        yield f"a line before line {index + 1}", "".join(inserted).encode()


def _records(data: bytes, _path: str) -> Damaged:
    lines = data.decode("utf-8-sig").splitlines()
    for index in range(len(lines)):
        yield f"record {index + 1} removed", "\n".join([*lines[:index], *lines[index + 1 :]]).encode()


def _structured(data: bytes, _path: str) -> Damaged:
    whole = json.loads(data)
    if isinstance(whole, list):
        for index in range(len(whole)):
            yield f"element {index} removed", _json([*whole[:index], *whole[index + 1 :]])
        yield "an element too many", _json([*whole, "left behind"])
    elif isinstance(whole, dict):
        for key in whole:
            yield f"{key} removed", _json({name: value for name, value in whole.items() if name != key})
        yield "a key too many", _json({**whole, "left behind": True})


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode()


def _archive(data: bytes, path: str) -> Damaged:
    members = read_members(data, path)
    for name in members:
        yield (
            f"{name} removed",
            pack_members({other: text for other, text in members.items() if other != name}),
        )
        yield f"{name} changed", pack_members({**members, name: b"changed"})
    yield "a file too many", pack_members({**members, "left_behind.txt": b"x"})


_DAMAGE: dict[str, Callable[[bytes, str], Damaged]] = {
    **dict.fromkeys(DATABASES, _database),
    **dict.fromkeys((".xlsx", ".xlsm"), _workbook),
    ".docx": _document,
    ".pptx": _deck,
    ".pdf": _pdf,
    ".json": _structured,
    ".jsonl": _records,
    ".zip": _archive,
    **dict.fromkeys((".txt", ".md", ".csv", ".log", ".ini", ".conf"), _text),
}
