"""Opening and saving documents, and places in them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from m3bench.core import Look
from m3bench.servers.kit import Answer, BadArgument
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_number, check_suffix, guarded, read_package, repacked


@contextmanager
def opened(context: ToolContext, path: str) -> Iterator[Any]:
    """Open a document for reading, as a python-docx object."""
    data = read_package(context.files, check_suffix(path, ".docx"))
    with guarded(path):
        yield import_module("docx").Document(io.BytesIO(data))


@contextmanager
def edited(context: ToolContext, path: str) -> Iterator[Any]:
    """Open a document and save it at the end. If anything fails, it stays as it is."""
    with opened(context, path) as document:
        yield document
        save(context, document, path)


def save(context: ToolContext, document: Any, path: str) -> str:
    """Write a document and return its path relative to the workspace."""
    written = io.BytesIO()
    document.save(written)
    return context.files.relative(context.files.write(path, repacked(written.getvalue())))


def seen(context: ToolContext, path: str, data: dict[str, Any], look: Look | None = None) -> Answer:
    """Return an answer that shows the texts of a document, but not its looks."""
    name = context.files.relative(context.files.inside(path))
    return Answer({"path": name, **data}, looked=(look or Look(name, "structure"),))


def paragraph_at(document: Any, number: int, name: str = "paragraph") -> Any:
    paragraphs = document.paragraphs
    return paragraphs[check_number(number, name, len(paragraphs), "paragraph") - 1]


def table_at(document: Any, number: int) -> Any:
    tables = document.tables
    return tables[check_number(number, "table", len(tables), "table") - 1]


def place(document: Any, element: Any, after: int | None) -> None:
    """Move a new element to behind a paragraph, to the beginning (0) or to the end (None)."""
    body = document.element.body
    if after is None:
        body.remove(element)
        # The properties of the last section stay last.
        end = body.sectPr
        body.append(element) if end is None else end.addprevious(element)
    elif after == 0:
        body.insert(0, element)
    else:
        paragraph_at(document, after, "after")._p.addnext(element)


def require_place(document: Any, after: int | None) -> None:
    """Refuse a place that does not exist before anything is added."""
    if after is not None and after != 0:
        paragraph_at(document, after, "after")


def require_style(document: Any, style: str, kinds: tuple[str, ...] = ("PARAGRAPH",)) -> str:
    """Return the name of a style of the document, ignoring case."""
    names = [each.name for each in document.styles if each.type.name in kinds and each.name]
    for name in names:
        if name.casefold() == style.strip().casefold():
            return str(name)
    raise BadArgument("style", f"there is no style '{style[:60]}'; styles are {', '.join(names[:60])}")


def number_of(document: Any, element: Any) -> int:
    """Return the number of a body paragraph."""
    found = (number for number, paragraph in enumerate(document.paragraphs, 1) if paragraph._p is element)
    return next(found, 0)
