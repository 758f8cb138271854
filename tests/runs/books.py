"""A small suite with forms: books by the codes on their pictures, and one task that has no sibling."""

from __future__ import annotations

from pathlib import Path

import msgspec

from m3bench.checks import AnswerFields, Expected, filled_form, write_checks
from m3bench.core import AnswerField, AnswerForm, Call, FieldType, Reference, Step, Task
from m3bench.formats import write
from m3bench_world import World
from m3bench_world.library import Book
from m3bench_world.scenes.prints.codes import qr_symbol

FORM = AnswerForm(
    (
        AnswerField("isbn", FieldType.CODE, "the number of the book on the picture"),
        AnswerField("title", FieldType.NAME, "the title of the book"),
        AnswerField("pages", FieldType.NUMBER, "how many pages it has"),
    )
)


def books_file(folder: Path, count: int = 2, *, lone: bool = False) -> Path:
    """A file of tasks, with their pictures beside it."""
    books = World(7).library.sample(count + lone, "tests")
    tasks = [_task(folder, number, book) for number, book in enumerate(books)]
    if lone:
        tasks[-1] = msgspec.structs.replace(tasks[-1], family="lone")
    path = folder / "books.jsonl"
    write(path, tasks, format="jsonl")
    return path


def _task(folder: Path, number: int, book: Book) -> Task:
    picture = f"shelf-{number}.png"
    qr_symbol(book.isbn13).modules.resize((320, 320), 0).save(folder / picture)
    expected = {
        "isbn": Expected(value=book.isbn13),
        "title": Expected(value=book.title),
        "pages": Expected(value=book.pages),
    }
    steps = (
        Step((Call("pyzbar-mcp/scan_barcode", {"image_paths": picture}),)),
        Step((Call("openlibrary_mcp/get_book_info", {"isbn": book.isbn13}),)),
    )
    answer = f"{book.title} ({book.isbn13}) has {book.pages} pages."
    return Task(
        id=f"book-{number}",
        family="books",
        request=f"Which book is on {picture}, and how many pages has it?",
        images=(picture,),
        servers=("openlibrary_mcp", "pyzbar-mcp"),
        form=FORM,
        answer=answer,
        references=(Reference(steps=steps, answer=answer, fields=filled_form(expected)),),
        checks=write_checks([AnswerFields(expected)]),
    )
