"""The paper's printed figures fit each other, as far as they follow from each other."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from m3bench.reports.published_mcp_bench import (
    JUDGED,
    MULTIPLE,
    OVERALL,
    RATES,
    SINGLE,
    published_effort,
    published_judging,
    published_planning,
    published_scores,
)
from m3bench.scoring import Planning

TASKS, SINGLE_TASKS = 104, 56


def test_all_tables_have_the_same_twenty_models_and_all_columns() -> None:
    names = {score.model for score in published_scores()}
    assert len(names) == 20
    for table in (published_scores(SINGLE), published_scores(MULTIPLE), published_effort()):
        assert {score.model for score in table} == names
    for score in (*published_scores(), *published_scores(SINGLE), *published_scores(MULTIPLE)):
        assert tuple(score.values) == (*RATES, *JUDGED, OVERALL)
        assert all(0 <= value <= 1 for value in score.values.values())


@pytest.mark.parametrize("servers", [None, SINGLE, MULTIPLE])
def test_the_overall_score_is_the_mean_of_the_axes(servers: str | None) -> None:
    for score in published_scores(servers):
        axes = [
            sum(score.values[name] for name in RATES) / 3,
            *(sum(score.values[name] for name in JUDGED[start : start + 2]) / 2 for start in (0, 2, 4)),
        ]
        assert sum(axes) / 4 == pytest.approx(score.values[OVERALL], abs=0.002), score.model


def test_the_leaderboard_is_the_mean_over_tasks_with_one_and_several_servers() -> None:
    single = {score.model: score.values for score in published_scores(SINGLE)}
    several = {score.model: score.values for score in published_scores(MULTIPLE)}
    share = SINGLE_TASKS / TASKS
    for score in published_scores():
        for name, value in score.values.items():
            mixed = share * single[score.model][name] + (1 - share) * several[score.model][name]
            assert mixed == pytest.approx(value, abs=0.0015), (score.model, name)


def test_the_best_comes_first() -> None:
    assert published_scores()[0].model == "gpt-5"
    scores = [score.values[OVERALL] for score in published_scores()]
    assert scores == sorted(scores, reverse=True)


def test_judging_and_planning_failures() -> None:
    without, shuffled = published_judging()
    assert (without.variation, shuffled.variation) == (0.168, 0.151)
    assert (without.human_agreement, shuffled.human_agreement) == (1.24, 1.43)
    (shares,) = published_planning().values()
    assert set(shares) == {kind.value for kind in Planning}
    assert sum(shares.values()) == pytest.approx(1.0, abs=0.001)


def test_the_leaderboard_is_as_it_was_published(shared_data: Path) -> None:
    text = (shared_data / "published" / "mcp_bench.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    ours = {score.model: score.values for score in published_scores()}
    assert {row["model"] for row in rows} == set(ours)
    for row in rows:
        for name, value in ours[row.pop("model")].items():
            assert float(row[name]) == pytest.approx(value)
