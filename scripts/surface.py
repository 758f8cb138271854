"""How much there is to learn: commands, options, pages and words. `python scripts/surface.py` prints it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from m3bench.cli.verbs import LazyVerbs

ROOT = Path(__file__).resolve().parents[1]
HELP = {"help", "wanted"}
"""The names of the options that show help."""


@dataclass(frozen=True)
class CommandSurface:
    """A command, and its options by whether its help shows them."""

    name: str
    shown: tuple[str, ...]
    hidden: tuple[str, ...]


@dataclass(frozen=True)
class Surface:
    """What a user can meet."""

    commands: tuple[CommandSurface, ...]
    pages: dict[str, int]
    """Pages of the documentation with their words."""

    @property
    def shown(self) -> int:
        return sum(len(command.shown) for command in self.commands)

    @property
    def options(self) -> int:
        return self.shown + sum(len(command.hidden) for command in self.commands)

    @property
    def words(self) -> int:
        return sum(self.pages.values())


def measure() -> Surface:
    """Count commands and options of the command line, and pages and words of `docs/`."""
    verbs = LazyVerbs({})
    commands = tuple(found for name in verbs for found in _commands(verbs[name], name))
    docs = ROOT / "docs"
    pages = {str(path.relative_to(docs)): len(path.read_text("utf-8").split()) for path in docs.rglob("*.md")}
    return Surface(commands, pages)


def _commands(command: Any, name: str) -> Iterator[CommandSurface]:
    inner = getattr(command, "commands", None)
    if inner is not None:
        for word, each in inner.items():
            yield from _commands(each, f"{name} {word}")
        return
    options = [
        param for param in command.params if param.param_type_name == "option" and param.name not in HELP
    ]
    yield CommandSurface(
        name,
        tuple(option.opts[0] for option in options if not option.hidden),
        tuple(option.opts[0] for option in options if option.hidden),
    )


def main() -> None:
    """Print the counts; with --all, each command and page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="also print each command and each page")
    everything = parser.parse_args().all
    surface = measure()
    if everything:
        for command in surface.commands:
            print(f"{command.name:24} {len(command.shown):3} {' '.join(command.shown)}")
            if command.hidden:
                print(f"{'  with --help-all':24} {len(command.hidden):3} {' '.join(command.hidden)}")
        for page, words in sorted(surface.pages.items(), key=lambda each: -each[1]):
            print(f"{page:40} {words:6,}")
    print(f"commands {len(surface.commands)}")
    print(f"options  {surface.shown} in the help, {surface.options} with --help-all")
    print(f"pages    {len(surface.pages)}")
    print(f"words    {surface.words:,}")


if __name__ == "__main__":
    main()
