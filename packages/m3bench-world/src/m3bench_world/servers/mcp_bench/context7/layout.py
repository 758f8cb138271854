"""Lists of libraries, and snippets between rules."""

from __future__ import annotations

from m3bench_world.manuals import Library, Manuals, Snippet

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
