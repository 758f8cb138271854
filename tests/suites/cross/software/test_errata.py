"""Contradictions in answers are those that the world plants; without them, no task compares sources."""

from __future__ import annotations

import pytest

from m3bench.suites import PlanError
from m3bench_world import World
from m3bench_world.errata import Errata
from tests.suites.cross.software.solving import Solved, check_shape, solve, world

PLANTED = {
    ("context7", 0): ("manual lists", "stale", "library"),
    ("context7", 1): ("manual lists", "stale", "library"),
    ("openapi_explorer", 1): ("api overviews", "outdated", "service"),
    ("osint", 0): ("look-alike scans", "contradictions", "name"),
    ("osint_time", 0): ("registry name servers", "stale", "domain"),
    ("osint_time", 1): ("registry name servers", "stale", "domain"),
    ("context7_openapi", 1): ("api overviews", "out_of_step", "service"),
    ("osint_openapi_math", 0): ("registry name servers", "stale", "domain"),
    ("osint_openapi_math", 1): ("api overviews", "outdated", "service"),
}
"""Source of mistakes, field of records and name of the thing, by task."""


def ids(done: Solved, field: str, name: str) -> list[str]:
    """Return the things of the answer. Libraries have an id besides their title."""
    rows = done.solution.fields[field].rows or ()
    return [str((row[name].also or (row[name].value,))[0]) for row in rows]


@pytest.mark.parametrize("name", PLANTED)
def test_the_answer_names_the_things_that_a_source_gets_wrong(name: tuple[str, int]) -> None:
    source, field, thing = PLANTED[name]
    done = check_shape(*name)
    (comparison,) = done.solution.extra["validations"]
    named = ids(done, field, thing)
    assert len(named) == len(comparison["contradicted"]) > 0
    assert all(world().errata.has(source, one) for one in named)
    if source != "manual lists":
        assert {one for one in comparison["compared"] if world().errata.has(source, one)} == set(named)


def test_manuals_of_clients_are_wrong_about_the_operations_named() -> None:
    done = check_shape("context7_openapi", 0)
    asked = {
        call.arguments["operationIdOrRoute"]: call.arguments["id"]
        for call in done.calls
        if call.tool == "getApiOperation"
    }
    wrong = {str(row["operation"]) for row in done.rows("wrong")}
    (comparison,) = done.solution.extra["validations"]
    assert wrong == {
        one for one in comparison["compared"] if world().errata.has("client manuals", f"{asked[one]} {one}")
    }


def test_marks_are_wrong_where_both_sources_of_mistakes_say_so() -> None:
    done = check_shape("openapi_explorer", 0)
    asked = [call.arguments for call in done.rounds[1]]
    errata = world().errata
    assert {str(row["operation"]) for row in done.rows("disagreements")} == {
        each["operationIdOrRoute"]
        for each in asked
        if all(
            errata.has(source, f"{each['id']} {each['operationIdOrRoute']}")
            for source in ("api marks", "api marks unseen")
        )
    }


def test_without_mistakes_the_sources_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = [check_shape(*name) for name in (*PLANTED, ("context7_openapi", 0), ("openapi_explorer", 0))]
    monkeypatch.setattr(Errata, "has", lambda *_: False)
    plain = World(7)
    for done in tasks:
        with pytest.raises(PlanError, match="agree"):
            solve(done.blueprint, plain)
