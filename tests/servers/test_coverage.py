"""No tool without a test that calls it."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.servers import LISTED, load

HERE = Path(__file__).parent


@pytest.mark.parametrize("server", sorted(LISTED))
def test_every_tool_is_named_in_a_test_of_its_server(server: str) -> None:
    folder = HERE.joinpath(*LISTED[server].target.partition(":")[0].split(".")[2:])
    sources = "".join(path.read_text(encoding="utf-8") for path in folder.glob("test_*.py"))
    assert [tool for tool in load(server).tools if f'"{tool}"' not in sources] == []
