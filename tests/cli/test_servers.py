"""`m3bench servers` on a configuration of real servers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import run_command
from tests.hosting.processes import MISBEHAVING


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "claude_desktop_config.json"
    servers = {
        "well": {"command": sys.executable, "args": [str(MISBEHAVING)]},
        "noisy": {"command": sys.executable, "args": [str(MISBEHAVING), "garbage"]},
        "keyed": {"command": "npx", "args": ["some-server"], "env": {"KEY": "${A_KEY_THAT_IS_NOT_SET}"}},
    }
    path.write_text(json.dumps({"mcpServers": servers}))
    return path


def _run(*arguments: str, folder: Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    own = {"M3BENCH_CACHE": str(folder / "cache"), "M3BENCH_SERVERS": str(folder / "servers")}
    return run_command("servers", *arguments, code=code, environment=own)


def test_a_configuration_works_as_it_is(config: Path, tmp_path: Path) -> None:
    listed = _run("list", "--config", str(config), folder=tmp_path).stdout
    assert "set A_KEY_THAT_IS_NOT_SET in the environment" in listed
    written = tmp_path / "checks.json"
    checked = _run("check", "--config", str(config), "--json", str(written), folder=tmp_path, code=1).stdout
    assert "2 of 3 servers work, 34 tools" in checked
    assert {found["name"]: found["passed"] for found in json.loads(written.read_text())} == {
        "well": True,
        "noisy": True,
        "keyed": False,
    }
    assert "2 of 2 servers work" in _run("check", "well", "noisy", "-c", str(config), folder=tmp_path).stdout
    assert not list((tmp_path / "cache" / "servers").glob("workspaces*"))
    assert "[stdout] Welcome to my server!" in _run("logs", "noisy", "--lines", "200", folder=tmp_path).stdout


def test_tools_and_calls(config: Path, tmp_path: Path) -> None:
    shown = _run("tools", "well", "-c", str(config), folder=tmp_path).stdout
    assert "well/echo(text?)" in shown
    assert "17 tools" in shown
    as_json = json.loads(_run("tools", "well", "-c", str(config), "--json", folder=tmp_path).stdout)
    assert as_json[0]["name"] == "well/echo"
    called = _run("call", "well/echo", '{"text": "hello"}', "-c", str(config), folder=tmp_path).stdout
    assert called == "hello\noutcome: success\n"
    saved = tmp_path / "saved"
    _run("call", "well/image", "{}", "-c", str(config), "--save", str(saved), folder=tmp_path)
    assert (saved / "1.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("call", "well/ech", "{}"), 1, "Unknown tool 'well/ech'. Similar tools: well/echo"),
        (("call", "well/echo", '{"text": 3}'), 1, "Invalid arguments for well/echo: text"),
        (("call", "well/echo", "not json"), 1, "illegal_format"),
        (("call", "well/die", "{}"), 1, "exited with code 3"),
        (("call", "keyed/x", "{}"), 2, "set A_KEY_THAT_IS_NOT_SET"),
        (("call", "nobody/x", "{}"), 2, "The configuration has no server 'nobody'"),
    ],
)
def test_what_goes_wrong_is_said(
    arguments: tuple[str, ...], code: int, message: str, config: Path, tmp_path: Path
) -> None:
    done = _run(*arguments, "--config", str(config), folder=tmp_path, code=code)
    assert message in " ".join((done.stdout + done.stderr).split())


def test_the_catalog_can_be_looked_through(tmp_path: Path) -> None:
    listed = _run("list", "calculator", "--all", folder=tmp_path).stdout
    assert "mcp-server-calculator" in listed
    assert "not installed" in listed
    assert "more in the catalog are not installed" in _run("list", folder=tmp_path).stderr
    assert "No server is installed" in _run("check", folder=tmp_path, code=2).stderr
    assert "Did you mean" in _run("install", "mcp-server-calculatr", folder=tmp_path, code=2).stderr
    assert "was not installed" in _run("remove", "mcp-dice", folder=tmp_path).stdout
    assert "There is no log" in _run("logs", "mcp-dice", folder=tmp_path, code=2).stderr


@pytest.mark.slow
def test_install_check_and_remove_a_server_of_the_catalog(tmp_path: Path) -> None:
    name = "mcp-server-calculator"
    assert f"{name} 0.2.1: 1 tools" in _run("install", name, folder=tmp_path).stdout
    assert "1 of 1 servers work, 1 tools" in _run("check", folder=tmp_path).stdout
    assert "42" in _run("call", f"{name}/calculate", '{"expression": "6*7"}', folder=tmp_path).stdout
    assert "removed" in _run("remove", name, folder=tmp_path).stdout
