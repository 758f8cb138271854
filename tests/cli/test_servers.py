"""`m3bench servers` on a configuration of real servers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from m3bench.hosting import Environments
from tests.cli.command import run_command
from tests.hosting.installed import SHARED, TASK, install_small, starts, tools_of
from tests.hosting.processes import MISBEHAVING
from tests.server_tests.configs import config as library_config


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


def _run(
    *arguments: str, folder: Path, code: int = 0, **environment: str
) -> subprocess.CompletedProcess[str]:
    own = {"M3BENCH_CACHE": str(folder / "cache"), "M3BENCH_SERVERS": str(folder / "servers"), **environment}
    return run_command(*arguments, code=code, environment=own)


def test_a_configuration_works_as_it_is(config: Path, tmp_path: Path) -> None:
    listed = _run("list", "servers", "--config", str(config), folder=tmp_path).stdout
    assert "set A_KEY_THAT_IS_NOT_SET in the environment" in listed
    written = tmp_path / "checks.json"
    checked = _run(
        "servers", "check", "--config", str(config), "--json", str(written), folder=tmp_path, code=1
    ).stdout
    assert "2 of 3 servers work, 40 tools" in checked
    assert {found["name"]: found["passed"] for found in json.loads(written.read_text())} == {
        "well": True,
        "noisy": True,
        "keyed": False,
    }
    assert (
        "2 of 2 servers work"
        in _run("servers", "check", "well", "noisy", "-c", str(config), folder=tmp_path).stdout
    )
    assert not list((tmp_path / "cache" / "servers").glob("workspaces*"))
    assert (
        "[stdout] Welcome to my server!"
        in _run("servers", "logs", "noisy", "--lines", "200", folder=tmp_path).stdout
    )


def test_tools_and_calls(config: Path, tmp_path: Path) -> None:
    shown = _run("list", "tools", "well", "-c", str(config), folder=tmp_path).stdout
    assert "well/echo(text?)" in shown
    assert "20 tools" in shown
    as_json = json.loads(_run("list", "tools", "well", "-c", str(config), "--json", folder=tmp_path).stdout)
    assert as_json[0]["name"] == "well/echo"
    called = _run(
        "servers", "call", "well/echo", '{"text": "hello"}', "-c", str(config), folder=tmp_path
    ).stdout
    assert called == "hello\noutcome: success\n"
    saved = tmp_path / "saved"
    _run("servers", "call", "well/image", "{}", "-c", str(config), "--save", str(saved), folder=tmp_path)
    assert (saved / "1.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("servers", "call", "well/ech", "{}"), 1, "Unknown tool 'well/ech'. Similar tools: well/echo"),
        (("servers", "call", "well/echo", '{"text": 3}'), 1, "Invalid arguments for well/echo: text"),
        (("servers", "call", "well/echo", "not json"), 1, "illegal_format"),
        (("servers", "call", "well/die", "{}"), 1, "exited with code 3"),
        (("servers", "call", "keyed/x", "{}"), 2, "set A_KEY_THAT_IS_NOT_SET"),
        (("servers", "call", "nobody/x", "{}"), 2, "claude_desktop_config.json has no server 'nobody'"),
        (
            ("servers", "check", "wel"),
            2,
            "claude_desktop_config.json has no server 'wel'. Did you mean well?",
        ),
        (("list", "tools", "nobody"), 2, "has no server 'nobody'. Its servers: well, noisy, keyed."),
        (("servers", "call", "well/echo", "{}", "--file", "no-such.txt"), 2, "no-such.txt cannot be read"),
    ],
)
def test_what_goes_wrong_is_said(
    arguments: tuple[str, ...], code: int, message: str, config: Path, tmp_path: Path
) -> None:
    done = _run(*arguments, "--config", str(config), folder=tmp_path, code=code)
    assert message in " ".join((done.stdout + done.stderr).split())


def test_the_catalog_can_be_looked_through(tmp_path: Path) -> None:
    listed = _run("list", "servers", "calculator", "--all", folder=tmp_path).stdout
    assert "mcp-server-calculator" in listed
    assert "not installed" in listed
    assert "more in the catalog are not installed" in _run("list", "servers", folder=tmp_path).stderr
    assert "No server is installed" in _run("servers", "check", folder=tmp_path, code=2).stderr
    assert (
        "Did you mean" in _run("install", "servers", "mcp-server-calculatr", folder=tmp_path, code=2).stderr
    )
    assert "was not installed" in _run("remove", "servers", "mcp-dice", folder=tmp_path).stdout
    assert "There is no log" in _run("servers", "logs", "mcp-dice", folder=tmp_path, code=2).stderr


def test_what_is_to_be_installed_must_be_named(tmp_path: Path) -> None:
    assert "a preset: verse-65, verse-all" in _run("install", "servers", folder=tmp_path, code=2).stderr
    unknown = _run("install", "servers", "--preset", "verse-66", folder=tmp_path, code=2).stderr
    assert "There is no preset 'verse-66'" in unknown
    assert "Did you mean verse-65?" in unknown


def test_a_suite_is_a_preset_of_what_its_tasks_need(tmp_path: Path) -> None:
    """What cannot be installed here is named: so the choice is known without a network."""
    installer = tmp_path / "bin" / "uv"
    installer.parent.mkdir()
    installer.write_text("#!/bin/sh\necho not here\nexit 3\n")
    installer.chmod(0o755)
    path = f"{installer.parent}:/usr/bin:/bin"
    done = _run(
        "install", "servers", "--preset", "verse", "--sandbox", "off", folder=tmp_path, code=1, PATH=path
    )
    assert "18 servers to install: 218 tools, 968 MB on disk" in done.stderr
    assert "mcp-alchemy could not be installed" in done.stderr
    none = _run("install", "servers", "--preset", "smoke", folder=tmp_path)
    assert "No server of the catalog is needed." in none.stderr


def test_servers_that_are_installed_are_ready_at_once(tmp_path: Path) -> None:
    environments = Environments(tmp_path / "servers")
    logs = [install_small(environments, name, kept=tools_of(name)) for name in (SHARED, TASK)]
    done = _run("install", "servers", SHARED, TASK, folder=tmp_path)
    assert "All 2 servers are installed already." in done.stderr
    assert "2 of 2 servers are ready: 6 tools" in done.stdout
    assert [starts(log) for log in logs] == [0, 0]


def test_a_failed_installation_is_told_with_sizes_before_it_and_the_reason_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installer = tmp_path / "bin" / "uv"
    installer.parent.mkdir()
    installer.write_text("#!/bin/sh\necho no such package\nexit 3\n")
    installer.chmod(0o755)
    monkeypatch.setenv("PATH", f"{installer.parent}:/usr/bin:/bin")
    install_small(Environments(tmp_path / "servers"), SHARED, kept=tools_of(SHARED))
    done = _run("install", "servers", SHARED, "mcp-dice", "--sandbox", "off", folder=tmp_path, code=1)
    assert "1 servers to install: 1 tools, 37 MB on disk, about a minute with pip" in done.stderr
    assert "1 are installed already" in done.stderr
    assert "mcp-dice could not be installed" in done.stderr
    assert "no such package" in done.stderr
    assert "1 of 2 servers are ready: 3 tools" in done.stdout


@pytest.mark.slow
def test_install_check_and_remove_a_server_of_the_catalog(tmp_path: Path) -> None:
    name = "mcp-server-calculator"
    assert "1 of 1 servers are ready: 1 tools" in _run("install", "servers", name, folder=tmp_path).stdout
    assert "1 of 1 servers work, 1 tools" in _run("servers", "check", folder=tmp_path).stdout
    assert (
        "42" in _run("servers", "call", f"{name}/calculate", '{"expression": "6*7"}', folder=tmp_path).stdout
    )
    assert "removed" in _run("remove", "servers", name, folder=tmp_path).stdout


def test_bundled_servers_are_listed_by_collection_and_names_with_spaces_can_be_called(tmp_path: Path) -> None:
    listed = [line.split("  ") for line in _run("list", "servers", folder=tmp_path).stdout.splitlines()]
    rows = {cells[0].strip(): [cell.strip() for cell in cells if cell.strip()] for cells in listed}
    assert rows["math"][2] == "m3-bench"
    assert rows["Math MCP"][2] == "mcp-bench"
    checked = _run("servers", "check", "--bundled", "Math MCP", folder=tmp_path).stdout
    assert "mcp-bench" in checked
    assert "1 of 1 servers work, 13 tools" in checked
    called = _run("servers", "call", "Math MCP/median", '{"numbers": [9, 1, 4, 2]}', folder=tmp_path).stdout
    assert called == "3\noutcome: success\n"
    _run("servers", "logs", "Math MCP", folder=tmp_path)


def test_synthetic_servers_are_listed_and_called_only_by_name(tmp_path: Path) -> None:
    listed = _run("list", "servers", "synthetic", "sales", folder=tmp_path).stdout.splitlines()
    assert [line.split()[0] for line in listed if line] == ["Server", "crm"]
    called = _run("servers", "call", "crm/list_deals", '{"limit": 1}', folder=tmp_path).stdout
    assert called.startswith('{"total":40,"deals":[{"id":"deal-1001"')


@pytest.mark.slow
def test_a_tool_works_on_given_files_and_its_own_are_saved(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("tea and bread", encoding="utf-8")
    arguments = '{"path": "note.txt", "old_text": "tea", "new_text": "coffee"}'
    options = ("--file", str(tmp_path / "note.txt"), "--save", str(tmp_path / "saved"))
    done = _run("servers", "call", "files/edit_text", arguments, *options, folder=tmp_path).stdout
    assert "outcome: success" in done
    assert (tmp_path / "saved" / "note.txt").read_text(encoding="utf-8") == "coffee and bread"
    assert (tmp_path / "note.txt").read_text(encoding="utf-8") == "tea and bread"


def test_a_server_that_was_not_called_is_not_said_to_work(tmp_path: Path) -> None:
    """`servers check` said that a server works, of which no tool had been called."""
    written = tmp_path / "checks.json"
    path = library_config(tmp_path, "needy")
    done = _run("servers", "check", "--config", str(path), "--json", str(written), folder=tmp_path)
    shown = " ".join(done.stdout.split())
    assert "0 of 1 servers work" in shown
    assert "1 was not called" in shown
    assert "library: it started and lists 4 tools, but none was called" in shown
    assert "m3bench servers call library/TOOL" in shown
    (found,) = json.loads(written.read_text())
    assert (found["works"], found["passed"]) == (False, True)


def test_one_invalid_schema_costs_one_tool(tmp_path: Path) -> None:
    """A single tool without a valid schema made the whole server unusable."""
    path = str(library_config(tmp_path, "invalid"))
    shown = _run("servers", "check", "--config", path, folder=tmp_path).stdout
    assert "1 of 1 servers work, 8 tools" in shown
    assert "library/null is left out: inputSchema: " in shown
    listed = _run("list", "tools", "--config", path, folder=tmp_path)
    assert "library/search(query)" in listed.stdout
    assert "library/typed is left out: inputSchema.type: Input should be 'object'" in listed.stderr
    assert "the tool at place 19 of the list is left out" in listed.stderr
