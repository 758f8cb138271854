"""Entries by search and by id."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import UnsetType

from m3bench.core import near_misses
from m3bench.servers.kit import NotFound, check_text
from m3bench_world.model_hub import Entry, Index

T = TypeVar("T", bound=Entry)


def given(text: str | UnsetType) -> str:
    """Return an optional text, or an empty one."""
    return "" if isinstance(text, UnsetType) else text.strip()


def found_entries(
    what: str,
    entries: dict[str, T],
    index: Index[T],
    tags_of: Callable[[T], list[str]],
    query: str | UnsetType,
    author: str | UnsetType,
    tags: str | UnsetType,
) -> list[T]:
    """Return the entries that pass all filters, in no particular order.

    Raises `NotFound` that names the filter to change.
    """
    owner, words = given(author), given(query)
    wanted = {tag.strip().casefold() for tag in given(tags).split(",") if tag.strip()}
    kept = [entry for entry in entries.values() if not owner or entry.author.casefold() == owner.casefold()]
    if not kept:
        owners = sorted({entry.author for entry in entries.values()})
        raise NotFound(f"no {what} of the author '{owner[:60]}'", near_misses(owner[:60], owners))
    tagged = (
        [entry for entry in kept if wanted <= {tag.casefold() for tag in tags_of(entry)}] if wanted else kept
    )
    if not tagged:
        known = sorted({tag for entry in kept for tag in tags_of(entry)})
        near = [close for tag in sorted(wanted)[:3] for close in near_misses(tag[:60], known, 3)][:5]
        raise NotFound(f"no {what} with the tags '{given(tags)[:60]}'", near or known[:8])
    if not words:
        return tagged
    ids = {entry.id for entry in tagged}
    exact = [entry for entry in tagged if entry.id.casefold() == words.casefold()]
    matching = exact or index.find(check_text(words, "query"), ids)
    if not matching:
        raise NotFound(f"no {what} for '{words[:80]}' with these filters", index.near(words[:80]))
    return matching


def entry_named(what: str, argument: str, entries: dict[str, T], index: Index[T], name: str) -> T:
    """Return the entry with an id. The owner may be left out where the name is unique."""
    wanted = check_text(name, argument).removeprefix("https://huggingface.co/")
    if wanted in entries:
        return entries[wanted]
    folded = wanted.casefold()
    alike = [entry for entry in entries.values() if folded in (entry.id.casefold(), entry.name.casefold())]
    if len(alike) == 1:
        return alike[0]
    near = [entry.id for entry in alike[:5]] or index.near(wanted[:80])
    raise NotFound(f"no {what} '{wanted[:80]}'", near)
