from __future__ import annotations

import shlex
from typing import Any

import msgspec
import pytest
import typer

from m3bench.cli import app
from m3bench.models import Settings
from m3bench.reports.study.seeing.answers import Seen
from m3bench.reports.study.seeing.commands import _LEFT_OUT, _RENAMED, command_of
from m3bench.runs import SettingsRecord, run_settings


def run_command() -> Any:
    group: Any = typer.main.get_command(app)
    return group.get_command(group.make_context("m3bench", ["run"]), "run")


def parsed(command: str) -> dict[str, Any]:
    """The options as `m3bench run` reads them."""
    words = shlex.split(command)
    assert words[:2] == ["m3bench", "run"]
    params: dict[str, Any] = run_command().make_context("run", words[2:]).params
    return params


def test_a_plain_run_needs_only_its_condition() -> None:
    settings = run_settings("m3", "executor", model="openai/gpt-x", per_family=2)
    assert command_of(settings, tools=True, seen=Seen.HARD) == (
        "m3bench run m3 --agent executor --model openai/gpt-x --per-family 2 --pictures hard"
    )
    assert command_of(settings, tools=False, seen=Seen.GIVEN).endswith("--per-family 2 --without-perception")


def test_defaults_that_were_read_from_a_file_are_left_out() -> None:
    read = msgspec.json.decode(
        msgspec.json.encode(run_settings("m3", "idle")), type=type(run_settings("m3", "idle"))
    )
    assert command_of(read, tools=True, seen=Seen.NONE) == "m3bench run m3 --agent idle --pictures none"


def test_every_setting_that_is_written_is_an_option_of_run() -> None:
    known = {option for param in run_command().params for option in param.opts}
    names = {_RENAMED.get(name, name) for name in SettingsRecord.__struct_fields__ if name not in _LEFT_OUT}
    assert {f"--{name.replace('_', '-')}" for name in names} - known == set()
    assert {"--pictures", "--without-perception", "--header", "--extra-body", "-M"} <= known


@pytest.mark.parametrize("tools", [True, False])
def test_the_command_says_the_same_as_the_settings(tools: bool) -> None:
    settings = run_settings(
        "my tasks.jsonl",
        "command:./agent.sh --fast",
        families=("Fish", "Items Price"),
        fuzzy=True,
        epochs=3,
        text_only=True,
        headers={"X-Team": "a b"},
        model_settings=Settings(temperature=0.5, extra_body={"k": [1, "two"]}),
    )
    read = parsed(command_of(settings, tools=tools, seen=Seen.WRONG))
    assert read["agent"] == "command:./agent.sh --fast"
    assert read["family"] == ["Fish", "Items Price"]
    assert (read["fuzzy"], read["epochs"], read["text_only"]) == (True, 3, True)
    assert read["header"] == ["X-Team=a b"]
    assert read["model_setting"] == ["temperature=0.5"]
    assert read["extra_body"] == '{"k":[1,"two"]}'
    assert str(read["pictures"]) == "wrong"
    assert read["without_perception"] is not tools


def test_an_agent_object_is_run_in_python() -> None:
    settings = run_settings("m3", "python:looker", families=("Fish",), epochs=2)
    assert command_of(settings, tools=False, seen=Seen.HARD) == (
        "m3bench.run('m3', looker, families=('Fish',), epochs=2, pictures='hard', without_perception=True)"
    )
    assert command_of(settings, tools=True, seen=Seen.GIVEN) == (
        "m3bench.run('m3', looker, families=('Fish',), epochs=2)"
    )
