"""The one tool of the library."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, NotFound, Proof, Server, about, check_text
from m3bench_world.library import Book, InvalidIsbn, read_isbn
from m3bench_world.servers.context import ToolContext

MOST_BOOKS = 10

server = Server(
    "openlibrary_mcp",
    "Look up books by ISBN, title or author.",
    sources=("books",),
    proof=Proof("get_book_info", {"title": "garden"}),
)

Isbn = Annotated[
    str | None, about("ISBN-10 or ISBN-13, with or without hyphens, such as the number under a barcode.")
]
Title = Annotated[str | None, about("Title or words of it.")]
Author = Annotated[str | None, about("Author's name or a part of it.")]


def _entry(book: Book) -> dict[str, Any]:
    return {
        "title": book.title,
        "authors": list(book.authors),
        "isbn_13": book.isbn13,
        "isbn_10": book.isbn10,
        "isbn_hyphenated": book.hyphenated,
        "publishers": [book.publisher],
        "publish_date": book.publish_date,
        "number_of_pages": book.pages,
        "physical_format": book.binding,
        "languages": [book.language],
        "subjects": list(book.subjects),
        "description": book.description,
        "key": f"/books/{book.edition_key}",
        "work": f"/works/{book.work_key}",
        "cover_id": book.cover_id,
        "cover_url": f"https://covers.openlibrary.org/b/id/{book.cover_id}-L.jpg",
    }


@server.tool
def get_book_info(
    context: ToolContext, isbn: Isbn = None, title: Title = None, author: Author = None
) -> Answer:
    """Look up a book by ISBN, or find books by title, by author or by both. An ISBN gives one book (title,
    authors, publisher, date, pages, subjects, description, cover); a title or author gives up to 10 such
    books, best first."""
    if isbn and isbn.strip():
        return Answer(_entry(_by_isbn(context, isbn)))
    wanted = {name: check_text(text, name) for name, text in (("title", title), ("author", author)) if text}
    if not wanted:
        raise BadArgument("isbn", "pass an isbn, a title or an author")
    books = context.world.library.search(wanted.get("title"), wanted.get("author"), MOST_BOOKS)
    if not books:
        conditions = " and ".join(f"{name} '{text[:80]}'" for name, text in wanted.items())
        near = context.world.library.near(wanted.get("title"), wanted.get("author"))
        raise NotFound(f"no book with {conditions}", near)
    return Answer({"count": len(books), "books": [_entry(book) for book in books]})


def _by_isbn(context: ToolContext, isbn: str) -> Book:
    try:
        number = read_isbn(check_text(isbn, "isbn"))
    except InvalidIsbn as problem:
        raise BadArgument("isbn", str(problem)) from None
    book = context.world.library.book(number)
    if book is None:
        raise NotFound(f"no book with the ISBN {number}; it is valid but not in this library, try its title")
    return book
