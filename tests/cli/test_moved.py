"""The old names of commands and options."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from m3bench.cli import app
from m3bench.cli.moved import MOVED, NOW_GROUPS, OPTIONS
from m3bench.cli.verbs import LazyVerbs
from tests.cli.command import run_command


def leads_to_a_command(words: list[str]) -> bool:
    command = LazyVerbs({})[words[0]]
    for word in words[1:]:
        inner = getattr(command, "commands", None)
        if inner is None:
            return not word.startswith("-") or any(word in param.opts for param in command.params)
        command = inner[word]
    return True


@pytest.mark.parametrize("words", MOVED, ids=" ".join)
def test_a_command_that_was_moved_names_the_one_to_type(words: tuple[str, ...]) -> None:
    done = run_command(*words, "it", "--more", code=2)
    program = "" if words == ("harbor",) else "m3bench "
    told = f"{program}{MOVED[words]} it --more"
    if words == ("suite", "list"):
        told = "m3bench list tasks it --more"
    assert done.stderr == f"This command has another name now: {told}\n"
    assert words == ("harbor",) or leads_to_a_command(MOVED[words].split())


def test_what_is_to_be_typed_is_quoted() -> None:
    told = run_command("check", "my run", "--all", code=2).stderr
    assert told == "This command has another name now: m3bench judge undecided 'my run' --all\n"


@pytest.mark.parametrize("name", NOW_GROUPS)
def test_a_command_that_became_a_group_names_its_part(name: str) -> None:
    now, inner = NOW_GROUPS[name]
    assert f"m3bench {now} folder --strict" in run_command(name, "folder", "--strict", code=2).stderr
    assert set(inner) == set(LazyVerbs({})[name].commands)
    assert run_command(name, "--help").stderr == ""


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_that_was_renamed_names_the_new_one(option: str) -> None:
    command = ["list", "servers"] if option == "--collection" else ["run", "smoke"]
    shown = CliRunner().invoke(app, [*command, option, "1"], env={"COLUMNS": "200"})
    assert shown.exit_code == 2
    assert f"No such option: {option}. Its name is now {OPTIONS[option][1]}" in shown.output


@pytest.mark.parametrize("option", OPTIONS)
def test_a_command_without_the_new_option_does_not_name_it(option: str) -> None:
    shown = CliRunner().invoke(app, ["runs", "verify", "x", option, "1"], env={"COLUMNS": "200"})
    assert shown.exit_code == 2
    assert "Its name is now" not in shown.output
