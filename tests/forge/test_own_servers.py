"""Tasks over servers that are not ours: one of a `--config`, and one of the catalog."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import anyio
import pytest
from typer.testing import CliRunner, Result

from m3bench.forge.runner.task_servers import TaskForgeSettings
from m3bench.forge.runner.tasks import find_links
from m3bench.formats import read_tasks
from m3bench.hosting import Environments, load_catalog
from m3bench_world import World

pytestmark = pytest.mark.slow
BAKERY = Path(__file__).with_name("bakery.py")
SLIDES = "office-powerpoint-mcp-server"


def invoked(*arguments: str) -> Result:
    from m3bench.cli.app import app

    return CliRunner().invoke(app, list(arguments))


def config(folder: Path) -> str:
    path = folder / "mcp.json"
    path.write_text(
        json.dumps({"mcpServers": {"bakery": {"command": sys.executable, "args": [str(BAKERY)]}}})
    )
    return str(path)


def links(out: Path) -> dict[tuple[str, str], bool]:
    kept = json.loads(out.with_name(f"{out.name}.links.json").read_text())["links"]
    return {(link["source"], link["target"]): link.get("confirmed", False) for link in kept}


def test_a_server_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it does not mark as reading is linked by its words alone, and never called."""
    monkeypatch.chdir(tmp_path)
    given = config(tmp_path)
    asked = ["forge", "tasks", "--servers", "bakery", "--config", given, "--out", "t.jsonl", "--count", "3"]
    done = invoked(*asked)
    assert done.exit_code == 0, done.output
    assert links(tmp_path / "t.jsonl") == {
        ("bakery/search_breads", "bakery/get_bread"): True,
        ("bakery/search_breads", "bakery/order_bread"): False,
    }
    tasks = read_tasks(tmp_path / "t.jsonl")
    assert sorted(task.extra["shape"] for task in tasks) == ["chain", "comparison", "pair"]
    pair = next(task for task in tasks if task.extra["shape"] == "pair")
    assert [len(step.calls) for step in pair.references[0].steps] == [1, 2]
    ran = invoked("run", "t.jsonl", "--agent", "reference", "--config", given, "--out", "run")
    assert ran.exit_code == 0, ran.output
    total = next(line for line in ran.output.splitlines() if line.startswith("Total"))
    assert set(total.split()[1:-1]) == {"1.000"}


def test_a_server_of_the_catalog() -> None:
    if not Environments().installed(next(entry for entry in load_catalog().entries if entry.name == SLIDES)):
        pytest.skip(f"{SLIDES} is not installed")
    world = World()
    asked = TaskForgeSettings(
        servers=(SLIDES,),
        count=1,
        world_seed=world.seed,
        world_now=world.now.isoformat(),
        trusted=(SLIDES,),
        encoder="hashing",
    )
    pairs = {link.pair for link in anyio.run(find_links, asked).links if link.confirmed}
    assert (f"{SLIDES}/create_presentation", f"{SLIDES}/add_slide") in pairs
    assert (f"{SLIDES}/add_slide", f"{SLIDES}/get_slide_info") in pairs
