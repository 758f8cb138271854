"""Types of the library."""

from __future__ import annotations

import msgspec


class Book(msgspec.Struct, frozen=True):
    isbn13: str
    isbn10: str
    title: str
    authors: tuple[str, ...]
    publisher: str
    publish_date: str
    """Such as `March 2014`."""
    year: int
    pages: int
    subjects: tuple[str, ...]
    language: str
    description: str
    cover_id: int
    edition_key: str
    work_key: str
    binding: str

    @property
    def hyphenated(self) -> str:
        """Return the ISBN-13 with hyphens: prefix, group, registrant, publication, check digit."""
        code = self.isbn13
        return f"{code[:3]}-{code[3:5]}-{code[5:9]}-{code[9:12]}-{code[12]}"
