"""Read fields from text without JSON: lines, tables, headings, bullets and YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from m3bench.core.form.form import AnswerField, AnswerForm, FieldType
from m3bench.core.text import is_rule, markdown_tables, table_cells

_LONGEST_VALUE = 2_000
_MOST_LINES = 2_000
_MARKS = r"[ \t>*#_`|\"'•–-]*(?:\d{1,3}[.)][ \t]+[*_`\"']*)?"
_LINE = re.compile(rf"^{_MARKS}(?P<name>[^:=\n|]{{1,60}}?)[ \t*_`\"']*[:=][ \t*_`]*(?P<value>.*?)[ \t,*_`]*$")
_HEADING = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]+|\*\*|__)(?P<name>[^:=\n|*#]{1,60}?)[ \t]*(?:\*\*|__)?:?[ \t]*#*$"
)
_BULLET = re.compile(r"^[ \t]*(?:[-*•–]|\d{1,3}[.)])[ \t]+(?P<item>\S.*)$")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_QUOTES = "\"'“”"


class Line(NamedTuple):
    """A line of a text, and how far it is indented."""

    text: str
    indent: int
    is_bullet: bool


class Block(NamedTuple):
    """A field, what stands in its line, and the lines below it."""

    field: AnswerField
    value: str
    lines: list[Line]


def plain_name(name: str) -> str:
    """Return a name of a field for comparison: without case, spaces and signs."""
    return re.sub(r"[\W_]+", "", name).casefold()


def written_fields(form: AnswerForm, text: str) -> Iterator[tuple[str, Any]]:
    """Yield the fields that a text states, by name. A field may occur several times."""
    lines = _lines(text)
    tabled = list(_table_fields(form, [line.text for line in lines]))
    yield from tabled
    opened = {name for name, _ in tabled}
    for block in _blocks(form, lines):
        value = _block_value(block)
        if value is not None:
            opened.add(block.field.name)
            yield block.field.name, value
    for field in form.fields:
        if field.name not in opened and field.type is not FieldType.RECORD:
            yield from ((field.name, _split(field, value)) for value in _sentences(field, text))


def _sentences(field: AnswerField, text: str) -> Iterator[str]:
    """Yield what sentences say of a field by its name: `The price is 12 USD.`"""
    name = r"[\s_-]+".join(map(re.escape, field.name.split("_")))
    verb, end = r"(?:is|are|was|were|should be)", r"(?:[.!;](?=\s|$)|$)"
    said = rf"^(?:.*[.!?;]\s+)?(?:the |its )?{name}\s+{verb}\s+(?P<value>[^\n]+?){end}"
    return (match["value"] for match in re.finditer(said, text, re.IGNORECASE | re.MULTILINE))


def named_fields(form: AnswerForm, text: str) -> set[str]:
    """Return the fields of which a text says something, whether it can be read or not."""
    opened = {block.field.name for block in _blocks(form, _lines(text))}
    return opened | {field.name for field in form.fields if any(_sentences(field, text))}


def _lines(text: str) -> list[Line]:
    return [_line(line) for line in text.splitlines()[:_MOST_LINES] if not _FENCE.match(line)]


def _line(text: str) -> Line:
    return Line(text, len(text) - len(text.lstrip()), _BULLET.match(text) is not None)


def _table_fields(form: AnswerForm, lines: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Yield the fields of tables: a row for each with its name and value, or a column for each."""
    by_name = _by_name(form.fields)
    for line, below in zip(lines, [*lines[1:], ""], strict=False):
        first, *values = table_cells(line) or [""]
        field = None if is_rule(below) else by_name.get(plain_name(first))
        if field is not None and field.type is not FieldType.RECORD:
            yield from ((field.name, _split(field, value)) for value in values)
    for headings, rows in markdown_tables(lines):
        columns = [by_name.get(plain_name(heading)) for heading in headings]
        if all(columns):
            for row in rows:
                yield from (
                    (field.name, _split(field, cell))
                    for field, cell in zip(columns, row, strict=True)
                    if field is not None and field.type is not FieldType.RECORD
                )


def _blocks(form: AnswerForm, lines: Sequence[Line]) -> Iterator[Block]:
    """Yield the lines and headings that name a field, with the lines that belong to them."""
    by_name = _by_name(form.fields)
    block: Block | None = None
    opening: Line | None = None
    for line in lines:
        inside = block is not None and opening is not None and _is_inside(line, opening, block)
        opened = None if inside else _opened(line, by_name)
        if opened is not None:
            if block is not None:
                yield block
            block, opening = opened, line
        elif block is not None:
            block.lines.append(line)
    if block is not None:
        yield block


def _opened(line: Line, by_name: dict[str, AnswerField]) -> Block | None:
    heading, match = _HEADING.match(line.text), _LINE.match(line.text)
    if heading is not None and (field := by_name.get(plain_name(heading["name"]))) is not None:
        return Block(field, "", [])
    if match is None or (field := by_name.get(plain_name(match["name"]))) is None:
        return None
    return Block(field, match["value"].strip().strip("|").strip(), [])


def _is_inside(line: Line, opening: Line, block: Block) -> bool:
    """Return whether a line is part of the field above: indented below it, or a row of its records."""
    if line.indent > opening.indent or (line.is_bullet and not opening.is_bullet and block.field.many):
        return True
    match = _LINE.match(line.text)
    parts = _by_name(block.field.fields)
    return "|" in line.text or (
        match is not None
        and bool(parts)
        and plain_name(match["name"]) in parts
        and line.is_bullet
        and not opening.is_bullet
    )


def _block_value(block: Block) -> Any:
    """Return the value of a field; None if there is none that can be read."""
    field, lines = block.field, _until_prose(block.lines)
    if field.type is FieldType.RECORD:
        rows = _rows(field, lines)
        return rows or ([] if block.value.strip("`*_ .").casefold() in ("[]", "none") else None)
    if block.value:
        return _split(field, block.value)
    items = [match["item"].strip() for line in lines if (match := _BULLET.match(line.text))]
    if field.many and items:
        return [_unquoted(item) for item in items]
    texts = [line.text.strip() for line in lines if line.text.strip()]
    if items:
        return items[0] if len(items) == len(texts) == 1 else items
    return _split(field, texts[0]) if len(texts) == 1 else None


def _until_prose(lines: Sequence[Line]) -> list[Line]:
    """Return the lines up to a blank one after the first that is not blank."""
    kept: list[Line] = []
    for line in lines:
        if not line.text.strip() and any(other.text.strip() for other in kept):
            break
        kept.append(line)
    return kept


def _rows(field: AnswerField, lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Return records: rows of a table, or lines with the names of their parts."""
    parts = _by_name(field.fields)
    for headings, rows in markdown_tables([line.text for line in lines]):
        names = [parts.get(plain_name(heading)) for heading in headings]
        if any(names):
            return [_record(zip(names, row, strict=True)) for row in rows]
    return _listed_rows(parts, lines)


def _record(cells: Any) -> dict[str, Any]:
    return {part.name: _split(part, cell) for part, cell in cells if part is not None}


def _listed_rows(parts: dict[str, AnswerField], lines: Sequence[Line]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for place, line in enumerate(lines):
        for part, value in _parts_of(parts, line.text):
            if not rows or part.name in rows[-1]:
                rows.append({})
            below = lines[place + 1 :] if part.many and not value else ()
            rows[-1][part.name] = _items_below(below, line) if below else _split(part, value)
    return rows


def _items_below(lines: Sequence[Line], opening: Line) -> list[str]:
    items: list[str] = []
    for line in lines:
        match = _BULLET.match(line.text)
        if match is None or line.indent <= opening.indent:
            break
        items.append(_unquoted(match["item"].strip()))
    return items


def _parts_of(parts: dict[str, AnswerField], text: str) -> Iterator[tuple[AnswerField, str]]:
    """Yield the parts of a record in a line: one, or several separated by commas or semicolons."""
    names = "|".join(r"[\s_-]*".join(map(re.escape, part.name.split("_"))) for part in parts.values())
    pieces = re.split(rf"[,;]\s*(?=[*_`\"']*(?:{names})[*_`\"']*\s*[:=])", text, flags=re.IGNORECASE)
    for piece in pieces:
        match = _LINE.match(piece)
        part = parts.get(plain_name(match["name"])) if match else None
        if match is not None and part is not None:
            yield part, match["value"].strip()


def _by_name(fields: Sequence[AnswerField]) -> dict[str, AnswerField]:
    return {plain_name(field.name): field for field in fields}


def _split(field: AnswerField, value: str) -> Any:
    """Return the entries of a field with many; commas separate them only if no semicolon does."""
    value = _unquoted(value)[:_LONGEST_VALUE]
    if not field.many:
        return value
    mark = ";" if ";" in value else r"[,;]|\band\b"
    return [_unquoted(part) for part in re.split(mark, value.strip("[]")) if part.strip()]


def _unquoted(value: str) -> str:
    """Return a value without the quotes around it."""
    value = value.strip()
    return value[1:-1] if len(value) > 1 and value[0] in _QUOTES and value[-1] in _QUOTES else value
