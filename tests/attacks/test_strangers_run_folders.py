"""A run folder from somebody else names programs, servers and addresses: reading it starts none of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from m3bench.runs import RunFolder
from m3bench.runs.store.chain import digest
from tests.attacks.command_line import Command

FAST = ("--encoder", "hashing", "--no-cache")


def with_settings(folder: RunFolder, **changed: Any) -> None:
    """Change settings in the manifest and update its checksum, as the author of a folder can."""
    file = folder.path / "manifest.json"
    manifest = json.loads(file.read_bytes())
    del manifest["check"]
    manifest["settings"] |= changed
    body = json.dumps(manifest, indent=2).encode()[: -len(b"\n}")]
    file.write_bytes(body + b',\n  "check": "%b"\n}\n' % digest(body).encode())
    (folder.path / "seal.json").unlink(missing_ok=True)


VERBS = (("score",), ("judge", "undecided", "--all"), ("runs", "verify"), ("report",), ("convert",))


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_reading_starts_nothing(
    verb: tuple[str, ...], folder: RunFolder, tmp_path: Path, command: Command
) -> None:
    """A run folder names a program, servers and an address: scoring, checking and showing it starts none."""
    made, config = tmp_path / "made", tmp_path / "servers.json"
    config.write_text(json.dumps({"mcpServers": {"x": {"command": "touch", "args": [str(made)]}}}))
    with_settings(
        folder,
        agent=f"command:touch {made}",
        configs=[str(config)],
        sandbox="off",
        base_url="http://127.0.0.1:9/v1",
    )
    more: tuple[object, ...] = FAST if verb[0] in ("score", "report") else ()
    more = (*more, "--out", tmp_path / "page.html") if verb[0] == "report" else more
    more = (tmp_path / "out.jsonl",) if verb[0] == "convert" else more
    said = command(*verb, folder.path, *more)
    assert said.code in (0, 1, 2, 3), said
    assert "Traceback" not in said.text
    assert not made.exists()


def test_resuming_says_what_it_starts(folder: RunFolder, command: Command) -> None:
    """A run folder names a program and an address: resuming it says so first."""
    with_settings(
        folder,
        agent="command:true \x1b[2J",
        sandbox="off",
        base_url="http://127.0.0.1:9/v1",
        agent_env=["HOME"],
    )
    said = command("run", "--resume", folder.path)
    assert "decides what is started and reached from here: the agent command:true" in said.text
    assert "requests to http://127.0.0.1:9/v1, with your key" in said.text
    assert "variables HOME" in said.text
    assert "no sandbox" in said.text
    assert "\x1b[2J" not in said.text


def test_resuming_ones_own_run_says_nothing(folder: RunFolder, command: Command) -> None:
    """the other side: a run of a built-in agent on bundled servers names nothing."""
    said = command("run", "--resume", folder.path)
    assert said.code == 0, said
    assert "decides what is started" not in said.text
