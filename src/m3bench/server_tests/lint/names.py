"""Names and annotations of tools."""

from __future__ import annotations

import re
from collections.abc import Iterator

from m3bench.forge import name_parts
from m3bench.hosting import Tool
from m3bench.server_tests.lint.rules import find
from m3bench.server_tests.records import Finding

WRITING_VERBS = frozenset({
    "add", "append", "archive", "assign", "book", "buy", "cancel", "change", "charge", "clear", "close",
    "commit", "copy", "create", "delete", "deploy", "destroy", "disable", "drop", "edit", "email", "enable",
    "erase", "execute", "format", "grant", "import", "insert", "install", "invite", "kill", "make", "merge",
    "modify", "move", "order", "pay", "post", "publish", "purchase", "purge", "push", "put", "remove",
    "rename", "replace", "reset", "restart", "revoke", "run", "save", "schedule", "send", "set", "shutdown",
    "start", "stop", "store", "submit", "transfer", "trigger", "truncate", "uninstall", "update", "upload",
    "upsert", "wipe", "write",
})  # fmt: skip
"""First words of tools that change something."""
_ACCEPTED = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_LONGEST = 64
_READING = frozenset(
    {"get", "list", "search", "find", "read", "fetch", "lookup", "show", "count", "describe"}
)


def verb(tool: Tool) -> str:
    return next(iter(name_parts(tool.name)), "").casefold()


def seems_to_write(tool: Tool) -> bool:
    """Return whether a call may change something.

    The annotations decide. Without them, the first word of the name or of the description does.
    """
    reads = tool.annotations.get("readOnlyHint")
    if isinstance(reads, bool) or tool.annotations.get("destructiveHint") is True:
        return reads is not True
    first = next(iter(name_parts(tool.description[:200])), "").casefold()
    return any(
        word in WRITING_VERBS or word.removesuffix("s") in WRITING_VERBS for word in (verb(tool), first)
    )


def check_name(tool: Tool) -> Iterator[Finding]:
    if not _ACCEPTED.fullmatch(tool.name):
        problem = f"the name {tool.name[:100]!r} is refused by model APIs"
        yield find("name-characters", tool.full_name, "name", problem)
    elif len(f"mcp__{tool.server}__{tool.name}") > _LONGEST:
        yield find("name-long", tool.full_name, "name", f"mcp__{tool.server}__{tool.name} is too long")


def check_annotations(tool: Tool) -> Iterator[Finding]:
    reads, destroys = tool.annotations.get("readOnlyHint"), tool.annotations.get("destructiveHint")
    rule, problem = "annotation-contradiction", ""
    if reads is True and destroys is True:
        problem = "readOnlyHint and destructiveHint are both true"
    elif reads is True and verb(tool) in WRITING_VERBS:
        problem = f"readOnlyHint is true, but the name begins with {verb(tool)!r}"
    elif destroys is True and verb(tool) in _READING:
        problem = f"destructiveHint is true, but the name begins with {verb(tool)!r}"
    elif reads is None:
        rule, problem = "annotation-missing", "readOnlyHint is not set"
    if problem:
        yield find(rule, tool.full_name, "annotations", problem)
