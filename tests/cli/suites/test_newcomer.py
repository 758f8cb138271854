"""From a configuration to a scored, verified suite, with the server of the page and one in Node.js."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import run_command
from tests.cli.suites.own_suites import PAGE, shown_server
from tests.hosting import servers

NODE = shutil.which("node")


def prepare(folder: Path, name: str, command: str, file: str, text: str) -> None:
    (folder / file).write_text(text, encoding="utf-8")
    entry = {"command": command, "args": [file]}
    (folder / "servers.json").write_text(json.dumps({"mcpServers": {name: entry}}))


def four_commands(folder: Path, name: str) -> str:
    """Make, verify, run and score a suite from another folder. Returns what was made."""
    home = folder / "elsewhere"
    home.mkdir()
    given, suite = ("--config", "../servers.json"), f"../{name}.json"
    made = run_command("suite", "new", name, "--dir", "..", *given, folder=home).stdout
    assert "1 of 1 tasks are valid" in run_command("suite", "verify", suite, *given, folder=home).stdout
    ran = run_command("run", suite, *given, "--agent", "reference", "--out", "run", folder=home).stdout
    assert "success: 1.000" in ran
    assert "1.000" in run_command("score", "run", folder=home).stdout
    return made


@pytest.mark.slow
def test_the_server_of_the_page(tmp_path: Path) -> None:
    prepare(tmp_path, "library", sys.executable, "server.py", shown_server())
    assert "answer  id: b1; title: The Tin Drum" in four_commands(tmp_path, "library")
    given = ("--config", "servers.json")
    blocks = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    shown = next(text for text in blocks if '"m3bench"' in text)
    (tmp_path / "shown.json").write_text(shown)
    verified = run_command("suite", "verify", "shown.json", *given, folder=tmp_path).stdout
    assert "1 of 1 tasks are valid; 1 servers and 2 tools are used" in verified
    mistyped: list[dict[str, Any]] = json.loads(shown)
    mistyped[0]["references"][0]["steps"][0]["calls"][0]["arguments"] = {"qery": "Momo"}
    (tmp_path / "wrong.json").write_text(json.dumps(mistyped))
    said = run_command("run", "wrong.json", *given, "--agent", "reference", folder=tmp_path, code=2).stderr
    assert "wrong.json, library/older-book, references[0].steps[0].calls[0].arguments" in said
    assert '"qery" (did you mean "query"?) is not a parameter' in said
    assert not (tmp_path / "runs").exists()


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="Node.js is not installed")
def test_a_server_in_node(tmp_path: Path) -> None:
    text = (Path(servers.__file__).parent / "shop.mjs").read_text(encoding="utf-8")
    prepare(tmp_path, "shop", "node", "server.mjs", text)
    assert 'called  shop/get_price {"name": "apple"}\nanswer  price: 1.25; stock: 40' in four_commands(
        tmp_path, "shop"
    )
