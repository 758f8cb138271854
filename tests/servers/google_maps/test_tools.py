"""No tool goes untested."""

from __future__ import annotations

from pathlib import Path

from m3bench.servers import load


def test_every_tool_is_called_by_a_test() -> None:
    tests = "".join(
        path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py"))
    )
    assert [tool for tool in load("google-maps").tools if f'"{tool}"' not in tests] == []
