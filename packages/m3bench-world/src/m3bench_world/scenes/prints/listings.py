"""What prints list: films, shares, towns, and code and terminal output with packages of the world."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from m3bench_world.data import written
from m3bench_world.films import Film, Films
from m3bench_world.nix import Entry
from m3bench_world.scenes.painting import Dice
from m3bench_world.scenes.prints.typeset import is_writable
from m3bench_world.stock_market import Company
from m3bench_world.world import World

_POOL = 700


@lru_cache(maxsize=4)
def known_films(films: Films) -> tuple[Film, ...]:
    """Return the most popular films, ranked once for all scenes of a world."""
    return tuple(
        film
        for film in films.top(_POOL)
        if film.directors
        and len(film.cast) > 1
        and is_writable(film.title, film.directors[0], *film.cast[:2])
    )


_CHEAPEST, _DEAREST = 15, 900
_LETTERS = (3, 4)


def known_shares(world: World) -> list[Company]:
    from m3bench_world.stock_market import companies  # noqa: PLC0415 - only when one is drawn

    listed = [world.stock_market.find(ticker).company for ticker in companies()]
    return [
        company
        for company in listed
        if len(company.ticker) in _LETTERS
        and company.ticker.isalpha()
        and _CHEAPEST <= company.price <= _DEAREST
        and is_writable(company.name)
    ]


class Town(NamedTuple):
    name: str
    country: str

    @property
    def address(self) -> str:
        return f"{self.name}, {self.country}"


_NAMES = written("scenes/prints", "names", dict[str, str])
TOWNS = tuple(Town(name, country) for country, names in _NAMES.items() for name in names.split())
"""Towns in Europe. No two have the same name."""


_PYTHON = "python3Packages."
_KEYWORDS = frozenset((
    "import", "from", "as", "def", "return", "for", "in", "if", "else", "with", "class", "not", "and", "or",
    "None", "True", "False", "let", "inherit", "rec",
))  # fmt: skip
_TOKEN = re.compile(r"#.*|\"[^\"]*\"|'[^']*'|\d+(?:\.\d+)?|\w+|\s+|[^\w\s]")
_STANDARD = ("json", "math", "os", "sys", "csv", "time")


class Listing(NamedTuple):
    """A text in a window, and its facts."""

    form: str
    """editor or terminal"""
    language: str
    title: str
    lines: tuple[str, ...]
    packages: tuple[str, ...]
    """Attributes of the packages that it uses."""
    missing: str = ""
    """The package named in an error."""
    error: str = ""


class Token(NamedTuple):
    text: str
    role: str


def tokens(line: str) -> list[Token]:
    """Split a line of code into pieces of one colour."""
    return [Token(piece, _role(piece)) for piece in _TOKEN.findall(line)]


def _role(piece: str) -> str:
    if piece[0] == "#":
        return "comment"
    if piece[0] in "\"'":
        return "string"
    if piece[0].isdigit():
        return "number"
    if piece in _KEYWORDS:
        return "keyword"
    return "name" if piece[0].isupper() else "text"


def listing(world: World, dice: Dice) -> Listing:
    return dice.pick((_script, _script, _shell_file, _system_file, _traceback, _command))(world, dice)


def _modules(world: World, dice: Dice, count: int) -> list[Entry]:
    """Return libraries that are imported by their package name."""
    libraries = [package for package in world.nix.packages() if package.name.startswith(_PYTHON)]
    return dice.some([library for library in libraries if library.plain_name.isidentifier()], count)


def _programs(world: World, dice: Dice, count: int) -> list[str]:
    wanted = (
        "Command line tools",
        "Development tools",
        "Databases",
        "Security tools",
        "Languages and compilers",
    )
    names = [
        package.name
        for package in world.nix.packages()
        if package.category in wanted and len(package.name) < 18
    ]
    return dice.some(names, count)


def _script(world: World, dice: Dice) -> Listing:
    used = _modules(world, dice, dice.whole(2, 4))
    names = [entry.plain_name for entry in used]
    lines = [f"import {name}" for name in dice.some(_STANDARD, 1) + names[:-1]]
    lines += [f"from {names[-1]} import {dice.pick(('load', 'run', 'Client', 'Session'))}", ""]
    lines += dice.pick(_BODIES)
    title = dice.pick(("main.py", "report.py", "analysis.py", "train.py", "app.py"))
    missing = dice.pick(used) if dice.happens(0.4) else None
    error = f"ModuleNotFoundError: No module named '{missing.plain_name}'" if missing else ""
    return Listing(
        "editor",
        "python",
        title,
        tuple(lines),
        tuple(entry.name for entry in used),
        missing.name if missing else "",
        error,
    )


_BODIES = written("scenes/prints", "bodies", tuple[list[str], ...])


def _shell_file(world: World, dice: Dice) -> Listing:
    programs = _programs(world, dice, dice.whole(3, 5))
    used = _modules(world, dice, 1)
    lines = ["{ pkgs ? import <nixpkgs> { } }:", "", "pkgs.mkShell {", "  packages = with pkgs; ["]
    lines += [f"    {name}" for name in (*programs, *(entry.name for entry in used))]
    lines += ["  ];", "  shellHook = 'echo ready';", "}"]
    return Listing("editor", "nix", "shell.nix", tuple(lines), (*programs, *(entry.name for entry in used)))


def _system_file(world: World, dice: Dice) -> Listing:
    programs = _programs(world, dice, dice.whole(4, 7))
    lines = ["{ config, pkgs, ... }:", "{", "  environment.systemPackages = with pkgs; ["]
    lines += [f"    {name}" for name in programs]
    lines += ["  ];", f'  networking.hostName = "{dice.pick(("harbour", "atlas", "quarry", "larch"))}";']
    lines += ["  services.openssh.enable = true;", "}"]
    return Listing("editor", "nix", "configuration.nix", tuple(lines), tuple(programs))


def _traceback(world: World, dice: Dice) -> Listing:
    used = _modules(world, dice, dice.whole(1, 2))
    missing, script = used[-1], dice.pick(("main.py", "train.py", "report.py"))
    error = f"ModuleNotFoundError: No module named '{missing.plain_name}'"
    lines = [f"$ python {script}", "Traceback (most recent call last):"]
    lines += [
        f'  File "{script}", line {dice.whole(2, 9)}, in <module>',
        f"    import {missing.plain_name}",
        error,
    ]
    lines += [f"$ grep import {script}", *(f"import {entry.plain_name}" for entry in used), "$"]
    return Listing(
        "terminal",
        "python",
        "Terminal",
        tuple(lines),
        tuple(entry.name for entry in used),
        missing.name,
        error,
    )


def _command(world: World, dice: Dice) -> Listing:
    programs = _programs(world, dice, dice.whole(2, 3))
    absent = dice.happens(0.5)
    first = programs[0]
    lines = [f"$ {first} help"] if absent else []
    error = f"{first}: command not found" if absent else ""
    lines += [error] if absent else []
    lines += [f"$ nix-shell -p {' '.join(programs)}", "these paths will be fetched:"]
    lines += [f"  {name}" for name in programs]
    lines += ["$ exit"]
    return Listing(
        "terminal", "shell", "Terminal", tuple(lines), tuple(programs), first if absent else "", error
    )
