"""Bare file names in a configuration are found beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from m3bench.hosting import ServerSpec, read_specs


def spec(folder: Path, **entry: object) -> ServerSpec:
    path = folder / "servers.json"
    path.write_text(json.dumps({"mcpServers": {"mine": entry}}))
    (server,) = read_specs(path, {})
    return server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("server.py", "serve", "tool.bin"):
        (tmp_path / name).touch()
    (tmp_path / "tool.bin").chmod(0o755)
    return tmp_path.resolve()


def test_an_argument_is_found_beside_the_file(folder: Path) -> None:
    server = spec(folder, command="python", args=["-u", "server.py"])
    assert (server.command, server.args, server.cwd) == ("python", ("-u", "server.py"), str(folder))
    assert server.available


@pytest.mark.parametrize(
    "args", [["gone.py"], ["serve"], ["--port", "80"], ["x" * 5000 + ".py"], ["a\0.py"], ["."]]
)
def test_words_that_are_no_file_beside_it_change_nothing(folder: Path, args: list[str]) -> None:
    assert spec(folder, command="python", args=args).cwd is None


def test_a_stated_folder_wins(folder: Path) -> None:
    assert spec(folder, command="python", args=["server.py"], cwd="/elsewhere").cwd == "/elsewhere"


def test_a_program_is_found_beside_the_file(folder: Path) -> None:
    server = spec(folder, command="tool.bin")
    assert (server.command, server.cwd, server.problem) == (str(folder / "tool.bin"), str(folder), None)


def test_a_program_of_the_search_path_wins(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = folder / "bin"
    elsewhere.mkdir()
    (elsewhere / "tool.bin").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(elsewhere))
    assert spec(folder, command="tool.bin").command == "tool.bin"


def test_a_script_that_cannot_be_executed_is_explained(folder: Path) -> None:
    server = spec(folder, command="server.py")
    assert server.problem == 'server.py is not executable: use "command": "python", "args": ["server.py"]'
    assert not server.available
