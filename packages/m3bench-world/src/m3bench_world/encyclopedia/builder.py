"""Building of the index, done once by `scripts/compile_articles.py`."""

from __future__ import annotations

from collections.abc import Iterable

from m3bench_world.encyclopedia.article import Entry
from m3bench_world.encyclopedia.index import Index, Postings
from m3bench_world.encyclopedia.names import name_key, stem, without_qualifier


def build_index(entries: Iterable[Entry]) -> tuple[Index, Postings]:
    """Build the index. Earlier entries keep their title; later ones of the same name get their longer title,
    or are left out if they have none."""
    index, postings = Index(), Postings()
    for entry in entries:
        _add(index, postings, entry)
    return index, postings


def _add(index: Index, postings: Postings, entry: Entry) -> None:
    number = len(index.titles)
    title, aliases = entry.title, entry.aliases
    short = key = name_key(title)
    if short in index.by_title or short in index.by_alias:
        title, aliases = entry.qualified, (entry.title, *aliases)
        key = name_key(title)
        if not title or key in index.by_title:
            return
    elif (bare := without_qualifier(title)) != title:
        aliases = (*aliases, bare)
    index.titles.append(title)
    index.kinds.append(entry.kind)
    index.keys.append(entry.key)
    index.words.append(entry.words)
    index.by_title[key] = number
    for alias in aliases:
        _append(index.by_alias, name_key(alias), number)
    for word in name_key(title).split():
        _append(postings.title, stem(word), number)
    for word in name_key(" ".join(entry.aliases)).split():
        _append(postings.alias, stem(word), number)
    for word in name_key(entry.words).split():
        _append(postings.word, stem(word), number)


def _append(found: dict[str, tuple[int, ...]], key: str, number: int) -> None:
    numbers = found.get(key, ())
    if number not in numbers[-1:]:
        found[key] = (*numbers, number)
