"""The benchmark of floors: its figures come from whole runs, and each bound can fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest

from m3bench.agents import FLOORS
from m3bench.core import Call
from m3bench.runs import run_settings, start_run
from m3bench.scoring import METRICS
from m3bench.suites import SuiteRef, WorldRef, find_suite
from tests.conftest import REPOSITORY
from tests.runs.books import books_file


@pytest.fixture
def floors(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(REPOSITORY / "benchmarks"))
    import floors

    return floors


def figures(floors: Any, agent: str, mean: float, **more: Any) -> Any:
    known = {
        "tasks": 8,
        "success": 0.0,
        "redundant": 0.0,
        "evidence_recall": None,
        "points": None,
        "seconds": 0.0,
    }
    return floors.Figures(
        **{**known, "agent": agent, "mean": mean, "metrics": dict.fromkeys(METRICS, mean), **more}
    )


def good(floors: Any) -> list[Any]:
    repeat = dict.fromkeys(METRICS, 1.0) | {"precision": 0.333}
    return [
        figures(floors, "reference", 1.0, success=1.0),
        figures(floors, "repeat", 0.89, success=1.0, metrics=repeat, redundant=0.66),
        figures(floors, "noisy:0.1", 0.9, success=0.7),
        figures(floors, "noisy:0.3", 0.7, success=0.3),
        figures(floors, "noisy:0.6", 0.4),
        *(figures(floors, agent, 0.2) for agent in FLOORS),
        figures(floors, "idle", 0.0),
    ]


def broken(floors: Any, found: list[Any]) -> list[str]:
    return [bound.statement for bound in floors.bounds_of(found) if not bound.holds]


def test_bounds_hold_where_everything_is_as_it_should_be(floors: Any) -> None:
    assert broken(floors, good(floors)) == []


@pytest.mark.parametrize(
    ("agent", "change", "statement"),
    [
        ("generic", {"mean": 0.26}, "generic has a mean of at most 0.25: 0.260"),
        ("names", {"success": 0.125}, "names solves no task: 12.5%"),
        ("dump", {"points": 0.2}, "dump meets at most 15% of the points: 20.0%"),
        ("union", {"mean": 0.66}, "union has a mean of at most 0.65: 0.660"),
        ("reference", {"mean": 0.999}, "reference has a mean of 1.000: 0.999"),
        ("reference", {"success": 0.875}, "reference solves every task: 87.5%"),
        ("repeat", {"redundant": 0.1}, "at least 50% of the calls of repeat are redundant: 10.0%"),
        (
            "repeat",
            {"metrics": dict.fromkeys(METRICS, 1.0)},
            "repeat has a precision of at most 0.5: 1.000",
        ),
        ("noisy:0.3", {"mean": 0.95}, "noisy:0.1 has a higher mean than noisy:0.3: 0.900 and 0.950"),
        ("noisy:0.6", {"mean": 0.2}, "noisy:0.6 has a higher mean than dump: 0.200 and 0.200"),
    ],
)
def test_each_bound_can_fail_and_names_what_failed(
    floors: Any, agent: str, change: dict[str, Any], statement: str
) -> None:
    found = [
        msgspec.structs.replace(each, **change) if each.agent == agent else each for each in good(floors)
    ]
    assert any(told.startswith(statement) for told in broken(floors, found))


@pytest.mark.slow
def test_figures_count_every_task(floors: Any, tmp_path: Path) -> None:
    suite = str(books_file(tmp_path, 2))
    for agent in ("reference", "idle"):
        settings = run_settings(suite=suite, agent=agent)
        assert anyio.run(lambda: start_run(settings, tmp_path / settings.agent)) is None  # noqa: B023
    reference = floors.figures_of("reference", tmp_path / "reference", "m3", 0.0)
    assert (reference.tasks, reference.success, reference.mean) == (2, 1.0, pytest.approx(1.0))
    idle = floors.figures_of("idle", tmp_path / "idle", "m3", 0.0)
    assert (idle.tasks, idle.success, idle.mean, idle.redundant) == (2, 0.0, 0.0, 0.0)


def test_another_path_is_carried_out_on_its_task(floors: Any, tmp_path: Path) -> None:
    suite = find_suite(SuiteRef(name=str(books_file(tmp_path, 2))), WorldRef())
    isbn = (suite.tasks[1].references[0].fields or {})["isbn"]
    paths = floors.other_paths
    book = Call("openlibrary_mcp/get_book_info", {"isbn": isbn})
    path = paths.OtherPath("without the scanner", "book-1", lambda _: ((book,),))
    (found,) = paths.measure([path], suite, tmp_path / "paths")
    assert found.success
    bounds = list(floors._path_bounds([found]))
    assert [bound.holds for bound in bounds] == [False, False, True]
