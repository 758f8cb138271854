"""The server, and what its tools share: where a text comes from and where the result goes."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.core import Depth, Look
from m3bench.servers.kit import Answer, BadArgument, Proof, Server, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.workspace import look_at, read_text

server = Server(
    "text",
    "Work with texts and Markdown: convert, count, compare, search, replace, fill in.",
    sources=("arithmetic",),
    strict=True,
    proof=Proof("count_words", {"text": "Two words"}),
    uses_world=False,
)

MOST_CHARACTERS = 1_000_000
MOST_SHOWN = 60_000

Text = Annotated[str | None, about("The text itself. Pass either this or `path`.")]
Path = Annotated[str | None, about("A text file of the workspace. Pass either this or `text`.")]
Output = Annotated[
    str | None, about("Where to write the result; by default it is in the answer, up to 60,000 characters.")
]


def given(context: ToolContext, text: str | None, path: str | None) -> str:
    """Return the text, or that of the file."""
    if (text is None) == (path is None):
        raise BadArgument("text", "pass either text or path")
    found = text if text is not None else read_text(context.files, path or "", "path")
    if len(found) > MOST_CHARACTERS:
        raise BadArgument("text", f"it has {len(found):,} characters; the maximum is {MOST_CHARACTERS:,}")
    return found.replace("\r\n", "\n")


def looks(context: ToolContext, *paths: str | None, depth: Depth = "structure") -> tuple[Look, ...]:
    """Return looks at the files that were named."""
    return tuple(look_at(context.files, path, depth) for path in paths if path is not None)


def result(context: ToolContext, text: str, output_path: str | None, **details: Any) -> Answer:
    """Write the result, or return it in the answer."""
    if output_path is None:
        cut = {"cut": True, "characters": len(text)} if len(text) > MOST_SHOWN else {}
        return Answer({"text": text[:MOST_SHOWN], **details, **cut})
    data = text.encode("utf-8", "replace")
    written = context.files.relative(context.files.write(output_path, data, "output_path"))
    return Answer({"output_path": written, "bytes": len(data), **details})
