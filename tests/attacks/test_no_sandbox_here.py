"""A machine without bubblewrap: everything works, and nobody can take the results for more than they are."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from m3bench.hosting import sandbox_problem
from tests import preloaded
from tests.runs.processes import completed
from tests.runs.sums import sums_file

AGENT = (
    "import asyncio, os, httpx2\n"
    "from mcp import Client\n"
    "from mcp.client.streamable_http import streamable_http_client\n"
    "async def main():\n"
    "    headers = {'Authorization': 'Bearer ' + os.environ['M3BENCH_GATEWAY_TOKEN']}\n"
    "    url = os.environ['M3BENCH_GATEWAY_URL']\n"
    "    async with (httpx2.AsyncClient(headers=headers) as http,\n"
    "                Client(streamable_http_client(url, http_client=http)) as client):\n"
    "        await client.call_tool('math__add', {'firstNumber': 1, 'secondNumber': 2})\n"
    "asyncio.run(main())\n"
    "print('3')\n"
)


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine on which there is no bwrap."""
    (tmp_path / "bin").mkdir()
    return {"PATH": str(tmp_path / "bin")}


def command(tmp_path: Path, *options: str) -> list[str]:
    script = tmp_path / "agent" / "agent.py"
    script.parent.mkdir(exist_ok=True)
    script.write_text(AGENT)
    suite = sums_file(tmp_path / "tasks.jsonl", 1)
    agent = f"command:{sys.executable} {script}"
    return [str(suite), "--agent", agent, "--out", str(tmp_path / "run"), *options]


def test_a_run(tmp_path: Path, bare: dict[str, str]) -> None:
    """A run without a sandbox passes unnoticed in the run, the manifest, the summary or the report."""
    code, said = completed(command(tmp_path), bare)
    assert code == 0, said
    first, *rest = said.replace("\n", " ").split("[1/1]")
    warning = "WARNING: No sandbox: bubblewrap is not installed."
    assert warning in first, "it is among the first lines"
    assert any(warning in part for part in rest), "it is in the summary"
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_bytes())
    assert manifest["sandbox"]["in_force"] is False
    assert "bubblewrap is not installed" in manifest["sandbox"]["reason"]
    page = tmp_path / "report.html"
    done = preloaded.run(["report", str(tmp_path / "run"), "--out", str(page)])
    assert done.returncode == 0, done.stderr
    assert "No sandbox: bubblewrap is not installed" in page.read_text()


def test_required(tmp_path: Path, bare: dict[str, str]) -> None:
    """A run that requires a sandbox goes on without one."""
    code, said = completed(command(tmp_path, "--sandbox", "require"), bare)
    assert code != 0
    assert "Sandboxes do not work here: bubblewrap is not installed. Install the package" in said.replace(
        "\n", " "
    )
    assert not (tmp_path / "run").exists()


@pytest.mark.skipif(sandbox_problem() is not None, reason=str(sandbox_problem()))
def test_going_on(tmp_path: Path, bare: dict[str, str]) -> None:
    """A run that began in a sandbox goes on without one, and still says that it had one."""
    code, said = completed(command(tmp_path))
    assert code == 0, said
    assert "WARNING" not in said
    code, said = completed(["--resume", str(tmp_path / "run")], bare)
    assert code != 0
    assert "was started with a sandbox, which is not available here" in said.replace("\n", " ")


def test_the_minimal_environment_holds_without_it(tmp_path: Path, bare: dict[str, str]) -> None:
    """An agent gets keys of the user because there is no sandbox."""
    asked = command(tmp_path)
    (tmp_path / "agent" / "agent.py").write_text("import os\nprint(sorted(os.environ))\n")
    code, said = completed(asked, {**bare, "SOME_API_KEY": "sk-secret", "OTHER": "x"})
    assert code == 0, said
    answer = json.loads((tmp_path / "run" / "journal.jsonl").read_bytes())["trajectory"]["answer"]
    assert "SOME_API_KEY" not in answer
    assert "OTHER" not in answer
    assert "M3BENCH_GATEWAY_URL" in answer
