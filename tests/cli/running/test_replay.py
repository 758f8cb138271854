"""`m3bench replay` and `m3bench world` as a user would run them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run_command


def m3bench(*arguments: str, code: int = 0) -> str:
    done = run_command(*arguments, code=code)
    return done.stdout + done.stderr


def saved(path: Path, *calls: dict[str, object]) -> str:
    records = [{"id": "t", "steps": [{"step": 1, "calls": list(calls)}], "final_reply": ""}] * 2
    path.write_text(json.dumps(records))
    return str(path)


def test_replay_shows_outcomes_and_keeps_them(tmp_path: Path) -> None:
    file = saved(
        tmp_path / "p.json",
        {"name": "math/mean", "arguments": {"numbers": [1, 2]}},
        {"name": "math/mean", "arguments": {}},
    )
    kept = tmp_path / "out.json"
    told = m3bench("replay", file, "--json", str(kept))
    assert "4 of 4 calls name a known tool" in told
    assert "50.0 % (2 of 4) of them have valid arguments" in told
    assert json.loads(kept.read_text())["outcomes"]["invalid_arguments"] == 2


def test_replay_of_nothing_is_told(tmp_path: Path) -> None:
    assert "no call" in m3bench("replay", saved(tmp_path / "p.json"), code=2)
    assert "cannot be read" in m3bench("replay", str(tmp_path / "absent.json"), code=2)
    file = saved(tmp_path / "p.json", {"name": "math/mean", "arguments": {}})
    assert "2025-11-05T15:00:00Z" in m3bench("replay", file, "--now", "soon", code=2)


def test_the_world_shows_a_thing_across_servers() -> None:
    told = m3bench("world", "Lisbon")
    assert "google-maps/geocode" in told
    assert "weather/get_weather" in told
    assert "google-air/current_conditions" in told
    assert "geonames (real)" in told
    assert "wiki/summary" in told


@pytest.mark.slow
def test_a_thing_that_nobody_knows_is_told() -> None:
    assert "No server knows" in m3bench("world", "qqzxv wpplk", code=2)


def test_the_manifest_of_sources() -> None:
    listed = json.loads(m3bench("list", "sources", "--json"))
    assert listed["geonames"]["kind"] == "real"
    assert listed["shops"]["kind"] == "invented"
    assert "CC BY 4.0" in m3bench("list", "sources")


@pytest.mark.slow
def test_bundled_servers_can_be_called_and_checked_by_name() -> None:
    assert "outcome: success" in m3bench("servers", "call", "math/sum", '{"numbers": [1, 2]}')
    assert "2 of 2 servers work" in m3bench("servers", "check", "--bundled", "math", "tmdb")
