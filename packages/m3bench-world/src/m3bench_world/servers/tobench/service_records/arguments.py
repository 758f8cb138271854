"""Arguments that several tools take, and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from m3bench.core import normalize
from m3bench.servers.kit import BadArgument, ToolFailure, about, parse_date

CompanyName = Annotated[str, about("Code or name of the company, such as BRI or 'Brindle & Oak'.")]
Limit = Annotated[int, about("At most this many results, up to 50.")]
Reason = Annotated[str, about("Why, in a few words; it is kept with the record.")]

MOST_CENTS = 1_000_000_000


def refused(why: str) -> ToolFailure:
    """Return the failure of a call that the state of the records does not allow."""
    return ToolFailure(f"Refused: {why}.", "invalid_arguments")


def check_cents(cents: int, name: str) -> int:
    """Return an amount of at least one cent."""
    if not 1 <= cents <= MOST_CENTS:
        raise BadArgument(name, f"{str(cents)[:20]} is not an amount in cents from 1 to {MOST_CENTS:,}")
    return cents


def check_day(text: str | None, name: str) -> str:
    """Return a date as records have it; an empty text if there is none."""
    return parse_date(text, name).isoformat() if text is not None else ""


def contains_words(query: str, *texts: object) -> bool:
    """Return whether the texts contain all words of a query, in any order."""
    found = normalize(" ".join(str(text) for text in texts))
    return all(word in found for word in normalize(query[:200]).split())


def shorten(record: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Return some fields of a record."""
    return {name: record[name] for name in names}
