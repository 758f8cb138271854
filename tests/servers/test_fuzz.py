"""Whatever fits the schema gets an answer or advice: no traceback, no hang, no file outside the workspace."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import pytest
from PIL import Image

from m3bench.core import records_folder
from m3bench.hosting.catalog.samples import put_samples
from m3bench.servers import LISTED, collection_of, load
from tests.servers.fuzzing import attack
from tests.volume import FULL

FEW, MANY = 6, 60 if FULL else 10


def _different_tools() -> Iterator[tuple[str, str]]:
    """All tools; those that two servers share, once."""
    seen = set()
    for server in LISTED:
        for name, tool in load(server).tools.items():
            if tool.handler not in seen:
                seen.add(tool.handler)
                yield server, name


TOOLS = list(_different_tools())
QUICK = [(server, tool) for server, tool in TOOLS if collection_of(server) != "tobench"]
"""Tools that answer from the world. Those that work on files and media take longer."""
FIRST = [pair for _, pairs in groupby(QUICK, key=itemgetter(0)) for pair in list(pairs)[::3]]
"""A third of them, of every server. The slow tests take all."""


def put_pictures(workspace: Path) -> None:
    put_samples(("sample.jpg", "sample.pdf", "sample.png"), workspace)
    Image.new("L", (90, 60), 128).save(workspace / "grey.webp")
    (workspace / "broken.png").write_bytes((workspace / "sample.png").read_bytes()[:200])


@pytest.fixture(scope="module")
def fenced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A workspace in a folder of its own, into which nothing else may fall."""
    fence = tmp_path_factory.mktemp("fence")
    workspace = fence / "workspace"
    workspace.mkdir()
    put_pictures(workspace)
    elsewhere = fence / "elsewhere"
    elsewhere.mkdir()
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(elsewhere)
        yield workspace
    # Tools that change records leave them beside the workspace.
    assert {path.name for path in fence.iterdir()} - {records_folder(workspace).name} == {
        "elsewhere",
        "workspace",
    }
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize(("server", "tool"), FIRST, ids=[f"{server}/{tool}" for server, tool in FIRST])
def test_a_few_argument_sets(server: str, tool: str, fenced: Path) -> None:
    attack(server, tool, fenced, FEW)


@pytest.mark.slow
@pytest.mark.parametrize(("server", "tool"), TOOLS, ids=[f"{server}/{tool}" for server, tool in TOOLS])
def test_many_argument_sets(server: str, tool: str, fenced: Path) -> None:
    attack(server, tool, fenced, MANY if (server, tool) in QUICK else MANY // 3)


def test_many_are_thousands() -> None:
    assert len(QUICK) * MANY >= (10_000 if FULL else 2_500)
