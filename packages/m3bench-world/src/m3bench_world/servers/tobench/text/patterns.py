"""Search and replace with regular expressions, and templates."""

from __future__ import annotations

import re
from typing import Annotated

from m3bench.servers.kit import Answer, BadArgument, about, check_limit
from m3bench.workers import DocumentError, find_matches, replace_matches
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.text.server import (
    MOST_CHARACTERS,
    Output,
    Path,
    Text,
    given,
    looks,
    result,
    server,
)

LONGEST_PATTERN = 1_000
_FIELD = re.compile(r"\{\{\s*([A-Za-z_][\w.-]{0,99})\s*\}\}")

Pattern = Annotated[str, about("A regular expression in the syntax of Python, up to 1,000 characters.")]
Flags = Annotated[
    str, about("Letters: i ignores case, m lets ^ and $ match at lines, s lets . match line breaks.")
]


def _require_pattern(pattern: str, flags: str) -> None:
    if not pattern or len(pattern) > LONGEST_PATTERN:
        raise BadArgument("pattern", f"pass 1 to {LONGEST_PATTERN:,} characters")
    if set(flags) - set("ims"):
        raise BadArgument("flags", "use the letters i, m and s only")


@server.tool
def find_pattern(
    context: ToolContext,
    pattern: Pattern,
    text: Text = None,
    path: Path = None,
    flags: Flags = "",
    limit: Annotated[int, about("Largest number of matches to return, 1 to 200.")] = 50,
) -> Answer:
    """Find the matches of a regular expression in a text: line, text and groups of each, and the total. Stops
    with an error after three seconds."""
    _require_pattern(pattern, flags)
    source = given(context, text, path)
    try:
        found = find_matches(pattern, source, flags=flags, most=check_limit(limit, "limit", 200))
    except DocumentError as problem:
        raise BadArgument("pattern", str(problem)) from None
    for match in found["matches"]:
        match["line"] = source.count("\n", 0, match["start"]) + 1
    return Answer(found, looked=looks(context, path))


@server.tool(read_only=False)
def replace_pattern(
    context: ToolContext,
    pattern: Pattern,
    replacement: Annotated[str, about(r"What stands for each match; \1 or \g<name> for groups.")],
    text: Text = None,
    path: Path = None,
    flags: Flags = "",
    output_path: Output = None,
) -> Answer:
    """Replace all matches of a regular expression. Returns the number of replacements. The file is not
    changed unless `output_path` names it. Stops with an error after three seconds."""
    _require_pattern(pattern, flags)
    source = given(context, text, path)
    if len(replacement) > 10_000:
        raise BadArgument("replacement", "it has more than 10,000 characters")
    try:
        replaced, count = replace_matches(pattern, replacement, source, flags=flags)
    except DocumentError as problem:
        raise BadArgument("pattern", str(problem)) from None
    return result(context, replaced, output_path, replaced=count)


@server.tool(read_only=False)
def fill_template(
    context: ToolContext,
    values: Annotated[dict[str, str], about("What stands for each field, by its name.")],
    text: Text = None,
    path: Path = None,
    output_path: Output = None,
) -> Answer:
    """Fill in a template: each {{name}} is replaced by its value. Fails if a field has no value. Returns the
    fields, and the values that the template does not use."""
    source = given(context, text, path)
    fields = list(dict.fromkeys(_FIELD.findall(source)))
    missing = [name for name in fields if name not in values]
    if missing:
        raise BadArgument("values", f"there is no value for: {', '.join(missing[:20])}")
    grown = sum(len(values[match[1]]) for match in _FIELD.finditer(source))
    if grown > MOST_CHARACTERS:
        raise BadArgument("values", f"the text would have more than {MOST_CHARACTERS:,} characters")
    filled = _FIELD.sub(lambda match: values[match[1]], source)
    unused = sorted(name[:60] for name in values if name not in fields)[:50]
    return result(context, filled, output_path, fields=fields[:100], unused=unused)
