"""`m3bench servers import` and `servers export`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run_command

SERVER = {
    "name": "io.github.ada/weather",
    "description": "Weather",
    "version": "1.2.0",
    "status": "active",
    "packages": [
        {
            "registryType": "npm",
            "identifier": "@ada/weather",
            "version": "1.2.0",
            "transport": {"type": "stdio"},
        }
    ],
}
ENTRY = {"command": "npx", "args": ["-y", "@ada/weather@1.2.0"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "server.json").write_text(json.dumps(SERVER))
    return tmp_path


def test_there_and_back(folder: Path) -> None:
    printed = run_command("servers", "import", "server.json", folder=folder)
    assert json.loads(printed.stdout) == {"mcpServers": {"weather": ENTRY}}
    assert "status is not part of the schema and is ignored" in printed.stderr
    (folder / "own.json").write_text('{"theme": "dark", "mcpServers": {"a": {"command": "x"}}}')
    run_command("servers", "import", "server.json", "--to", "own.json", folder=folder)
    written = json.loads((folder / "own.json").read_text())
    assert written == {"theme": "dark", "mcpServers": {"a": {"command": "x"}, "weather": ENTRY}}
    back = ("--server", "weather", "--name", SERVER["name"], "--description", "Weather", "--to", "back.json")
    said = run_command("servers", "export", "own.json", *map(str, back), folder=folder)
    assert "Wrote back.json: io.github.ada/weather 1.2.0" in said.stdout
    made = json.loads((folder / "back.json").read_text())
    assert {key: made[key] for key in ("name", "description", "version")} == {
        key: SERVER[key] for key in ("name", "description", "version")
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("import", "gone.json"), "gone.json: cannot be read: No such file"),
        (("import", "config.json"), "found a client configuration"),
        (
            ("import", "server.json", "--to", "config.json", "--name", "a"),
            "config.json has a server a already",
        ),
        (
            ("import", "server.json", "--to", "notes.json"),
            "notes.json is not plain JSON, and is left as it is",
        ),
        (("import", "server.json", "--to", "server.json"), 'server.json has no object "mcpServers"'),
        (("import", "server.json", "--use", "cargo"), "--use cargo is not known"),
        (("export", "config.json"), "config.json has 2 servers.\nName one with --server: a, b"),
        (("export", "config.json", "--server", "bb"), "config.json has no server 'bb'.\nDid you mean b?"),
        (("export", "config.json", "--server", "a"), "started with 'x', which is no published package"),
        (("export", "config.json", "--server", "b", "--to", "server.json"), "server.json exists already"),
        (("export", "config.json", "--server", "b", "--name", "mine"), "must be namespace/server"),
    ],
)
def test_mistakes_are_explained(words: tuple[str, ...], message: str, folder: Path) -> None:
    (folder / "config.json").write_text(
        '{"mcpServers": {"a": {"command": "x"}, "b": {"command": "npx", "args": ["b"]}}}'
    )
    (folder / "notes.json").write_text("// mine\n{}")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    said = run_command("servers", *words, folder=folder, code=2).stderr
    assert message in said
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
