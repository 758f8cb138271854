"""The servers that work on pictures say the same in process and over stdio, and write the same files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from m3bench.hosting.catalog.samples import put_samples
from m3bench_world import World
from m3bench_world.scenes import draw
from tests.servers.asking import Asking, Heard, InProcess, OverStdio

CALLS: list[tuple[str, str, dict[str, Any]]] = [
    ("dinox-mcp", "detect-all-objects", {"imageFileUri": "bowl.png", "includeDescription": True}),
    (
        "imagesorcery-mcp",
        "draw_circles",
        {"input_path": "bowl.png", "circles": [{"center_x": 90, "center_y": 80, "radius": 40}]},
    ),
    ("linkimage-mcp", "fetch_unsplash_image", {"url": "https://photos.example/landmarks/eiffel-tower"}),
    ("ocr", "image_to_data", {"input_data": "sample.png"}),
    ("pyzbar-mcp", "scan_barcode", {"image_paths": ["bowl.png", "sample.png", "absent.png"]}),
]


def filled(workspace: Path) -> Path:
    workspace.mkdir()
    put_samples(["sample.png"], workspace)
    (workspace / "bowl.png").write_bytes(draw(World(), "fruit_bowl", 1).png)
    return workspace


def heard(ask: Asking, tool: str, arguments: dict[str, Any]) -> tuple[Heard, dict[str, bytes]]:
    answer = ask(tool, **arguments)
    files = (path for path in ask.workspace.rglob("*") if path.is_file())
    return answer, {str(path.relative_to(ask.workspace)): path.read_bytes() for path in files}


@pytest.mark.slow
@pytest.mark.parametrize(("server", "tool", "arguments"), CALLS, ids=[call[0] for call in CALLS])
def test_a_process_says_and_writes_the_same(
    tmp_path: Path, server: str, tool: str, arguments: dict[str, Any]
) -> None:
    here = heard(InProcess(server, filled(tmp_path / "here")), tool, arguments)
    process = OverStdio(server, filled(tmp_path / "there"))
    there = heard(process, tool, arguments)
    process.close()
    assert here == there
    assert not here[0].is_error
