"""The way of a newcomer, as docs/testing-servers.md tells it: from a configuration to a verified suite."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import run_command
from tests.conftest import REPOSITORY
from tests.doc_commands import blocks

PAGE = REPOSITORY / "docs" / "testing-servers.md"
GARDEN = Path(__file__).with_name("servers") / "garden.mjs"
BETTER = re.compile(r"now: \+0\.\d+ \[\+0\.\d+, \+\d\.\d+\]; \d+ better, 0 worse")


def configure(folder: Path, name: str, server: str, *command: str) -> None:
    entry = {"command": command[0], "args": list(command[1:])}
    (folder / name).write_text(json.dumps({"mcpServers": {server: entry}}))


def documented_servers() -> tuple[str, str]:
    """Return the program of the page, and the one with its better descriptions."""
    programs = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    bad, better = programs[0], programs[1]
    fixed = bad
    for head, description in re.findall(r'(def \w+\(.*?:\n)(    """.*?""")', better):
        (old,) = re.findall(re.escape(head) + r'    """.*?"""', fixed)
        fixed = fixed.replace(old, head + description)
    assert fixed != bad
    return bad, fixed


def commands(folder: Path) -> list[list[str]]:
    """Return the commands of the example."""
    lines = [
        command.words[1:]
        for block in blocks(PAGE)
        for command in block.commands
        if block.language == "console"
    ]
    assert len(lines) <= 5
    return lines


@pytest.mark.slow
def test_the_commands_of_the_page_lead_to_a_verified_suite(tmp_path: Path) -> None:
    pytest.importorskip("fastmcp")
    for name, config, program in zip(
        ("library.py", "fixed.py"), ("old.json", "mcp.json"), documented_servers(), strict=True
    ):
        (tmp_path / name).write_text(program)
        configure(tmp_path, config, "library", sys.executable, str(tmp_path / name))
    said = [run_command(*words, folder=tmp_path).stdout for words in commands(tmp_path)]
    assert "“Get data.” says nothing beyond the name" in said[0]
    assert "wrong tool: library/lookup instead of library/details" in said[0]
    assert BETTER.search(" ".join(said[1].split()))
    assert "13 of 13 tasks are valid" in said[2]
    assert "success: 1.000" in said[3]


@pytest.mark.install
def test_a_server_of_node(tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip("Node.js is not installed")
    packages = ["@modelcontextprotocol/sdk", "zod"]
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", *packages], cwd=tmp_path, check=True)
    program = str(shutil.copy(GARDEN, tmp_path))
    configure(tmp_path, "old.json", "garden", "node", program, "vague")
    configure(tmp_path, "new.json", "garden", "node", program)
    done = run_command(
        "servers", "test", "new.json", "--against", "old.json", "--out", "out", folder=tmp_path
    )
    assert BETTER.search(" ".join(done.stdout.split()))
    verified = run_command("suite", "verify", "out/tasks.jsonl", "--config", "new.json", folder=tmp_path)
    assert re.search(r"(\d+) of \1 tasks are valid", verified.stdout)
