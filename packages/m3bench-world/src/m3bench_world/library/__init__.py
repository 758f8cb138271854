"""Books: valid ISBNs, titles, authors and descriptions."""

from m3bench_world.library import isbn
from m3bench_world.library.isbn import InvalidIsbn, read_isbn
from m3bench_world.library.library import Book, Library

__all__ = ["Book", "InvalidIsbn", "Library", "isbn", "read_isbn"]
