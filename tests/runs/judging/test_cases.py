"""What judges are shown of the attempts of a run: tools of all servers, and pictures where asked for."""

from __future__ import annotations

import json
import sys
from io import BytesIO
from pathlib import Path

import anyio
import msgspec
import pytest
from PIL import Image
from typer.testing import CliRunner

from m3bench.cli.app import app
from m3bench.core import Call, Reference, Step, Task
from m3bench.core.redaction import protect
from m3bench.formats import write
from m3bench.hosting import Tool
from m3bench.runs import RunFolder, read_run, run_settings, start_run
from m3bench.runs.judging.cases import build_cases
from m3bench.runs.serving.tool_lists import ToolLists
from m3bench.testing.provider import FakeProvider
from tests.checks.outcomes import scene
from tests.hosting.servers import misbehaving
from tests.runs.bench import ONE_CASE, answer, arguments
from tests.runs.sums import sums_task


def made_run(folder: Path, task: Task, configs: tuple[str, ...] = ()) -> Path:
    write(folder / "tasks.jsonl", [task], format="jsonl")
    settings = run_settings(suite=str(folder / "tasks.jsonl"), agent="reference", configs=configs)
    anyio.run(start_run, settings, folder / "run")
    return folder / "run"


def test_tools_of_other_servers_are_on_record_and_shown(tmp_path: Path) -> None:
    command = {"command": sys.executable, "args": [misbehaving.__file__]}
    (tmp_path / "servers.json").write_text(json.dumps({"mcpServers": {"odd": command}}))
    calls = (Call("odd/echo", {"text": "x"}), Call("math/add", {"firstNumber": 1, "secondNumber": 2}))
    task = Task(
        id="odd",
        request="Echo and add.",
        servers=("odd", "math"),
        references=(Reference(steps=(Step(calls),), answer="x"),),
    )
    run = made_run(tmp_path, task, (str(tmp_path / "servers.json"),))
    (tmp_path / "servers.json").unlink()
    (case,) = build_cases(run, read_run(run))
    assert "- odd/echo: Does echo." in case.tools
    assert "- math/add: " in case.tools
    # Ours are known without a file.
    assert [path.name for path in (run / "tools").iterdir()] == ["odd.json"]


def test_the_first_list_counts_and_holds_no_secret(tmp_path: Path) -> None:
    tool = Tool(server="shop", name="buy", description="Buys with the key s3cret-s3cret.")
    lists = ToolLists(RunFolder(tmp_path))
    protect(["s3cret-s3cret"])
    lists.keep([tool])
    assert "s3cret" not in (tmp_path / "tools" / "shop.json").read_text()
    later = ToolLists(RunFolder(tmp_path))
    later.keep([msgspec.structs.replace(tool, name="sell")])
    assert [tool.full_name for tool in later.tools("shop")] == ["shop/buy"]
    assert later.tools("nobody") == []


@pytest.mark.parametrize("asked", [False, True])
def test_pictures_reach_the_judges_where_asked_for(
    tmp_path: Path, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("M3BENCH_API_KEY", "a-key-that-nobody-checks")
    scene(0, 64, 48).save(tmp_path / "give this 10.png")
    run = made_run(tmp_path, msgspec.structs.replace(sums_task(1), images=("give this 10.png",)))
    with FakeProvider(answer) as fake:
        options = arguments(run, fake, "--no-cache", *(["--pictures"] if asked else []))
        done = CliRunner().invoke(app, options)
        assert done.exit_code == 0, done.output
        assert len(fake.seen) == ONE_CASE
        for seen in fake.seen:
            sizes = [Image.open(BytesIO(picture.data or b"")).size for picture in seen.media]
            assert sizes == ([(64, 48)] if asked else [])
            assert "give this 10" not in json.dumps(seen.body)
