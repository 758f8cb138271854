"""Readers of what `Context7` returns."""

from __future__ import annotations

import re

import msgspec

from m3bench.checks import Expected
from m3bench.suites import CallResult, PlannedCall, call
from m3bench_suites.builders.tasks import computed, require

RESOLVE, DOCS = "Context7/resolve-library-id", "Context7/get-library-docs"
_MOST_LETTERS = 39_000
"""Longer documentation may be cut where the fewest tokens end, so that its snippets cannot be counted."""


class Listed(msgspec.Struct, frozen=True):
    """A library in a list of search results."""

    title: str
    id: str
    snippets: int
    trust: float
    versions: tuple[str, ...]
    """Newest first, without the letter v."""


class Docs(msgspec.Struct, frozen=True):
    """Documentation of one version."""

    version: str
    titles: tuple[str, ...]

    @property
    def count(self) -> int:
        return len(self.titles)


def read_manual(library: str, topic: str, *uses: CallResult) -> PlannedCall:
    """Return the call for the documentation of a library, or of `library/vVERSION`."""
    return call(DOCS, *uses, context7CompatibleLibraryID=library, topic=topic)


def snippets(docs: Docs) -> Expected:
    """Return the expected number of snippets."""
    return computed(docs.count, docs.titles)


def read_libraries(text: str) -> list[Listed]:
    libraries = []
    for entry in text.split("- Title: ")[1:]:
        rows = dict(re.findall(r"^- ([\w -]+): (.*)$", entry, re.MULTILINE))
        libraries.append(
            Listed(
                entry.partition("\n")[0],
                rows["Context7-compatible library ID"],
                int(rows["Code Snippets"]),
                float(rows["Trust Score"]),
                tuple(version.removeprefix("v") for version in rows["Versions"].split(", ")),
            )
        )
    require(libraries, "no library was found.")
    return libraries


def read_library(text: str) -> Listed:
    """Return the best match."""
    return read_libraries(text)[0]


def read_docs(text: str) -> Docs:
    """Return the version and the titles of snippets.

    Raises:
        PlanError: There are none, or so many that some may have been cut off.
    """
    require(len(text) < _MOST_LETTERS, "the documentation is too long to be counted.")
    source = re.search(r"^SOURCE: \S+/blob/v([^/\s]+)/", text, re.MULTILINE)
    require(source, "there is no documentation.")
    assert source
    return Docs(source[1], tuple(re.findall(r"^TITLE: (.*)$", text, re.MULTILINE)))


def page_sizes(text: str) -> dict[str, int]:
    """Return the default size of a page by operation, as the manual of a client states it."""
    rows = re.findall(
        r"^DESCRIPTION: Pages of (\w+) .*(?:per_page|limit) \(default (\d+)\)", text, re.MULTILINE
    )
    return {name: int(size) for name, size in rows}
