"""Libraries by name, and their documentation by topic."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from m3bench.core import near_misses
from m3bench.servers.kit import Answer, BadArgument, NotFound, Proof, Server, about, check_text
from m3bench_world.manuals import Library, Manuals, Snippet, Version, words_of
from m3bench_world.servers.context import ToolContext

RULE = "-" * 40
LETTERS_PER_TOKEN = 4


def library_entry(manuals: Manuals, library: Library) -> str:
    versions = ", ".join(f"v{version.number}" for version in manuals.listed(library))
    return "\n".join(
        (
            f"- Title: {library.title}",
            f"- Context7-compatible library ID: {library.id}",
            f"- Description: {library.description}",
            f"- Code Snippets: {manuals.count(library)}",
            f"- Trust Score: {library.trust}",
            f"- Versions: {versions}",
        )
    )


def snippet_entry(snippet: Snippet) -> str:
    return "\n".join(
        (
            f"TITLE: {snippet.title}",
            f"DESCRIPTION: {snippet.about}",
            f"SOURCE: {snippet.source}",
            "",
            f"LANGUAGE: {snippet.language}",
            "CODE:",
            "```",
            snippet.code,
            "```",
        )
    )


def within_tokens(entries: list[str], tokens: int) -> list[str]:
    """Return as many entries from the start as fit, at least one."""
    kept: list[str] = []
    left = tokens * LETTERS_PER_TOKEN
    for entry in entries:
        left -= len(entry) + len(RULE) + 4
        if left < 0 and kept:
            break
        kept.append(entry)
    return kept


FEWEST_TOKENS = 10_000
MOST_TOKENS = 40_000
MOST_LIBRARIES = 10

server = Server(
    "Context7",
    "Documentation snippets of software libraries, by library, version and topic.",
    sources=("manuals",),
    strict=True,
    proof=Proof("get-library-docs", {"context7CompatibleLibraryID": "/pallets/flask", "topic": "routing"}),
)


@server.tool(name="resolve-library-id")
def resolve_library_id(
    context: ToolContext,
    libraryName: Annotated[str, about("Name of a library, such as 'flask', or words that describe it.")],
) -> Answer:
    """Libraries that fit a name, best first: id for get-library-docs, description, number of snippets, trust
    score (0 to 10) and versions."""
    manuals, wanted = context.world.manuals, check_text(libraryName, "libraryName")
    found = manuals.find(wanted)
    if not found:
        raise NotFound(f"no library '{wanted[:80]}'", manuals.near(wanted[:80]))
    entries = [library_entry(manuals, library) for library in found[:MOST_LIBRARIES]]
    return Answer("Available libraries (best match first):\n\n" + f"\n{RULE}\n".join(entries))


@server.tool(name="get-library-docs")
def get_library_docs(
    context: ToolContext,
    context7CompatibleLibraryID: Annotated[
        str, about("Library id such as '/pallets/flask', or with a version: '/pallets/flask/v3.0.1'.")
    ],
    topic: Annotated[
        str | UnsetType, about("What to read about, such as 'routing'; all if left out.")
    ] = UNSET,
    tokens: Annotated[
        float | UnsetType,
        about("Most tokens of documentation; fewer than 10000 count as 10000, the default."),
    ] = UNSET,
) -> Answer:
    """Documentation of a library: snippets with title, description, source and code, between rules."""
    manuals = context.world.manuals
    library, version = _library(
        manuals, check_text(context7CompatibleLibraryID, "context7CompatibleLibraryID")
    )
    topics = _topics(manuals, library, "" if topic is UNSET else topic)
    entries = [
        snippet_entry(snippet) for name in topics for snippet in manuals.snippets(library, version, name)
    ]
    if not entries:
        raise NotFound(
            f"nothing about this topic in v{version.number} of {library.title}; use another version"
        )
    return Answer(f"\n\n{RULE}\n\n".join(within_tokens(entries, _tokens(tokens))))


def _tokens(tokens: float | UnsetType) -> int:
    if isinstance(tokens, UnsetType):
        return FEWEST_TOKENS
    if not tokens > 0:
        raise BadArgument("tokens", f"{tokens} is not a number of tokens; pass 10000 or more")
    return int(max(FEWEST_TOKENS, min(tokens, MOST_TOKENS)))


def _library(manuals: Manuals, name: str) -> tuple[Library, Version]:
    """Return the library with an id, and the version in it or the newest one."""
    owner, _, rest = name.strip("/").partition("/")
    project, _, number = rest.partition("/")
    ids = {known.casefold(): library for known, library in manuals.libraries.items()}
    library = ids.get(f"/{owner}/{project}".casefold())
    if library is None:
        near = near_misses(name[:80], manuals.libraries) or [one.id for one in manuals.find(name[:80])[:3]]
        raise NotFound(f"no library '{name[:80]}'; get its id from resolve-library-id", near)
    versions = manuals.versions(library)
    if not number:
        return library, versions[-1]
    wanted = number.casefold().removeprefix("v")
    for version in versions:
        if version.number == wanted:
            return library, version
    shown = [f"{library.id}/v{version.number}" for version in manuals.latest(library)]
    raise NotFound(f"no version '{number[:40]}' of {library.title}", shown)


def _topics(manuals: Manuals, library: Library, topic: str) -> list[str]:
    """Return the topics that fit: those with all words, else those with one of them."""
    known = manuals.topics(library)
    if not topic.strip():
        return known
    wanted = set(words_of(check_text(topic, "topic")))
    exact = [name for name in known if set(words_of(name)) == wanted]
    fitting = [name for name in known if wanted and wanted <= set(words_of(name)) and name not in exact]
    partly = [name for name in known if wanted & set(words_of(name))]
    found = exact + fitting or partly
    if not found:
        near = near_misses(topic[:80], known) or known
        raise NotFound(f"{library.title} has no documentation about '{topic[:60]}'", near)
    return found
