"""Tables: data frames and HTML."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from m3bench.core import Row, Tabular, UsageError, html_table


class Two(Tabular):
    def rows(self) -> list[Row]:
        return [{"id": "a", "mean": 0.5}, {"id": "<b>\x1b[31m", "mean": None}]


@pytest.mark.parametrize(("package", "method"), [("pandas", "to_pandas"), ("polars", "to_polars")])
def test_frames_get_the_rows(monkeypatch: pytest.MonkeyPatch, package: str, method: str) -> None:
    def frame(rows: list[Row], **options: Any) -> tuple[list[Row], dict[str, Any]]:
        return rows, options

    monkeypatch.setitem(sys.modules, package, SimpleNamespace(DataFrame=frame))
    assert getattr(Two(), method)()[0] == Two().rows()


@pytest.mark.parametrize(("package", "method"), [("pandas", "to_pandas"), ("polars", "to_polars")])
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, package: str, method: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(UsageError, match=f"{package} is not installed.\nInstall it: pip install {package}"):
        getattr(Two(), method)()


def test_html_is_escaped_and_small() -> None:
    page = Two()._repr_html_()
    assert "<caption>Two</caption>" in page
    assert "<td>0.500</td>" in page
    assert "&lt;b&gt;" in page
    assert "\x1b" not in page
    many = html_table([{"text": "x" * 10_000}] * 5_000, "many")
    assert "4,980 more rows" in many
    assert len(many) < 6_000
    assert html_table([], "<none>") == "<p>&lt;none&gt;</p>"
