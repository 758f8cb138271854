"""How much there is to learn stays bounded: `python scripts/surface.py` prints it."""

from __future__ import annotations

import re

import pytest

from m3bench.cli.help_pages import EXPERT
from m3bench.cli.verbs import LazyVerbs
from scripts.surface import Surface, measure
from tests.cli.command import run_command

COMMANDS, OPTIONS, OF_RUN, ALL_OPTIONS = 42, 240, 30, 404
PAGES, WORDS = 80, 145_300


@pytest.fixture(scope="module")
def surface() -> Surface:
    return measure()


def test_commands_and_options_stay_few(surface: Surface) -> None:
    assert len(surface.commands) <= COMMANDS
    assert surface.shown <= OPTIONS
    assert surface.options <= ALL_OPTIONS
    (of_run,) = (command for command in surface.commands if command.name == "run")
    assert len(of_run.shown) <= OF_RUN


def test_pages_and_words_stay_few(surface: Surface) -> None:
    assert len(surface.pages) <= PAGES
    assert surface.words <= WORDS


@pytest.mark.parametrize("path", EXPERT)
def test_options_of_experts_are_there_and_shown_on_request(path: str, surface: Surface) -> None:
    verb, *inner = path.split()
    command = LazyVerbs({})[verb]
    for word in inner:
        command = command.commands[word]
    assert set(EXPERT[path].split()) <= {param.name for param in command.params}
    (hidden,) = (each.hidden for each in surface.commands if each.name == path)
    wide = {"COLUMNS": "200"}
    short, long = (
        run_command(*path.split(), option, environment=wide).stdout for option in ("--help", "--help-all")
    )
    assert set(hidden) & set(re.findall(r"(?<= )--[\w-]+", short)) == set()
    assert set(hidden) <= set(re.findall(r"(?<= )--[\w-]+", long))


def test_without_arguments_the_first_hour_is_shown() -> None:
    said = run_command().stdout
    assert all(f"m3bench {verb}" in said for verb in ("demo", "list", "run", "score", "view"))
    assert "m3bench --help" in said
