"""The family vision_research: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.vision_research import FAMILY, RULES
from tests.suites.m3.journeys import Journey, assert_varied


def assert_sound(journey: Journey) -> None:
    """All checks pass; but for the papers, which lie there still, they need an answer and calls."""
    verdicts = journey.judged(journey.solution.answer, journey.steps)
    assert [verdict.reason for verdict in verdicts if not verdict.passed] == []
    idle = journey.judged("I do not know.", ())
    assert [verdict.kind for verdict in idle if verdict.passed] == ["workspace"]
    told = f"{journey.blueprint.request} {journey.blueprint.fuzzy_request}".casefold()
    assert [fact for fact in journey.blueprint.key_facts if fact in told] == []


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    journey = Journey(FAMILY, number, tmp_path)
    assert_sound(journey)
    papers = sorted(path.suffix for path in tmp_path.glob("*/*"))
    assert papers == [".pdf"] * len(journey.steps[-1].calls)


@pytest.mark.slow
def test_reading_fetches_the_paper_too(tmp_path: Path) -> None:
    journey = Journey(FAMILY, 1, tmp_path, plan=3)
    assert_sound(journey)
    assert [call.server for call in journey.calls] == ["paper_search"] * len(journey.calls)
    assert len(journey.steps) == 2


def test_rules_choose_animals() -> None:
    counts = {"cow": 3, "duck": 1, "hen": 2}
    chosen = [rule.chosen(counts) for rule in RULES]
    assert chosen == [["cow", "duck", "hen"], ["cow", "hen"], ["duck"], ["cow"]]
