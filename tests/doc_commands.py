"""Commands in README and docs: those in fenced blocks, with the marks before the blocks."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import typer

from m3bench.cli.app import app
from tests.conftest import REPOSITORY

PAGES = sorted(
    path
    for path in (
        REPOSITORY / "README.md",
        REPOSITORY / "CONTRIBUTING.md",
        *(REPOSITORY / "docs").rglob("*.md"),
    )
    if path.parent.name != "families"
)
NEEDS = {
    "key": "asks a model of a provider",
    "network": "downloads something, or talks to a server that is not there",
    "minutes": "takes longer than a test should",
    "client": "waits for a browser or an agent until it is stopped",
    "data": "reads files that only the reader has",
}
"""Marks such as `<!-- needs: key -->` before a block, which say why its commands are not run."""

_FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>\w*)\n(?P<body>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL
)
_MARK = re.compile(r"<!-- needs: ([\w, ]+) -->\s*$")
_PROGRAMS = ("m3bench", "make", "python", "pip", ".venv/bin/")

_COMMENT = re.compile(r"(?:^|\s)#\s.*")
"""As in a shell, a word may have a `#` in it."""


class Block(NamedTuple):
    """A fenced block with commands."""

    page: Path
    line: int
    language: str
    needs: tuple[str, ...]
    commands: tuple[Command, ...]

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(REPOSITORY)}:{self.line}"


class Command(NamedTuple):
    """A command, and whether the page shows that it fails."""

    text: str
    fails: bool = False

    @property
    def words(self) -> list[str]:
        return shlex.split(_COMMENT.sub("", self.text))


def blocks(page: Path) -> list[Block]:
    """Return the blocks of a page that contain commands, in order."""
    return [block for block in blocks_of(page.read_text(encoding="utf-8"), page) if block.commands]


def blocks_of(text: str, page: Path) -> Iterator[Block]:
    for found in _FENCE.finditer(text):
        mark = _MARK.search(text[: found.start()])
        needs = tuple(each.strip() for each in mark[1].split(",")) if mark else ()
        line = text[: found.start()].count("\n") + 1
        body = re.sub(r"^" + found["indent"], "", found["body"], flags=re.MULTILINE)
        language = found["language"]
        commands = tuple(_commands(body, language)) if language in {"", "sh", "bash", "console"} else ()
        yield Block(page, line, language, needs, commands)


def _commands(body: str, language: str) -> Iterator[Command]:
    """Yield lines after a prompt or, in a block without prompts, lines that start with a program."""
    lines = re.sub(r"\\\n\s*", "", body).splitlines()
    prompts = any(line.startswith("$ ") for line in lines)
    for number, line in enumerate(lines):
        if prompts and not line.startswith("$ "):
            continue
        text = line.removeprefix("$ ")
        if not text.startswith(_PROGRAMS) or (not language and not prompts and " " not in text):
            continue
        after = lines[number + 1] if number + 1 < len(lines) else ""
        yield Command(text, fails=prompts and after.startswith(("error: ", "Refused: ")))


class NotParsed(Exception):
    """The parser rejected a command."""


def parse(words: list[str]) -> None:
    """Parse a command as `m3bench` would, down to the last option."""
    try:
        _parse(words)
    except Exception as error:
        if isinstance(error, typer.Exit):  # after the help
            return
        # Typer brings its own copy of click, whose exceptions it does not name.
        if not hasattr(error, "format_message"):
            raise
        raise NotParsed(f"m3bench {shlex.join(words)}: {error.format_message()}") from error


@cache
def _root() -> Any:
    return typer.main.get_command(app)


def _parse(words: list[str]) -> None:
    command = _root()
    context = command.make_context("m3bench", words)
    while hasattr(command, "resolve_command") and (rest := [*context._protected_args, *context.args]):
        name, command, rest = command.resolve_command(context, rest)
        context = command.make_context(name, rest, parent=context)
