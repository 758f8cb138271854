"""Runs that cannot be told apart for want of families, whatever they score."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.reports.study.few_families import want_of_families
from m3bench.reports.study.leaderboard import ties
from m3bench.reports.study.study import study
from tests.reports.study.runs import WHEN, gathered, write_run


@pytest.mark.parametrize(("families", "agents", "is_enough"), [(5, 2, False), (6, 2, True), (6, 3, False)])
def test_the_reason_is_given_where_no_difference_can_be_significant(
    tmp_path: Path, families: int, agents: int, is_enough: bool
) -> None:
    """A perfect agent and hopeless ones: the paired test cannot tell them apart with few families."""
    runs = gathered(
        *(
            write_run(
                tmp_path / f"{number}", mistakes=min(number, 1), agent=f"agent-{number}", tasks=families
            )
            for number in range(agents)
        )
    )
    assert [run.result.success for run in runs] == [1.0, *[0.0] * (agents - 1)]
    reason = want_of_families(runs)
    assert (not reason) is is_enough
    assert ("agent-0" in ties(runs, seed=0)) is not is_enough
    made = study(runs, created=WHEN)
    said = "\n".join(made.sections[0].points)
    if is_enough:
        assert "cannot be told apart" not in said
        return
    assert f"with {families} families, no difference" in reason
    assert f": {reason}." in said
    assert reason in made.tables()["leaderboard"].note


def test_other_ties_have_a_reason_as_well(tmp_path: Path) -> None:
    runs = gathered(
        *(write_run(tmp_path / name, mistakes=0.4, seed=index, agent=name) for index, name in enumerate("ab"))
    )
    assert want_of_families(runs) == ""
    said = "\n".join(study(runs, created=WHEN).sections[0].points)
    assert "It cannot be told apart from " in said
    assert "finds no difference that could not be chance." in said
