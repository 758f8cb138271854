"""Tasks for a calculator, compared with the statistics module and with loops."""

from __future__ import annotations

import math
import re
from statistics import correlation, linear_regression, mean, median

import pytest

from m3bench_suites.builders.cross.computing.math_mcp import diving, line, loan
from tests.suites.cross.computing.running import execute

FAMILY = "math_mcp"


@pytest.mark.parametrize("seed", [7, 11])
def test_the_line_is_that_of_the_statistics_module(seed: int) -> None:
    done = execute(FAMILY, line, seed=seed)
    pairs = [(int(x), int(y)) for x, y in re.findall(r"(\d+)/(\d+)", done.blueprint.request)]
    xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
    slope, intercept = linear_regression(xs, ys)
    assert len(pairs) == 7
    assert done.value("slope") == pytest.approx(slope, abs=1e-4)
    assert done.value("intercept") == pytest.approx(intercept, abs=1e-4)
    assert done.value("explained") == pytest.approx(correlation(xs, ys) ** 2, abs=1e-4)


@pytest.mark.parametrize("seed", [7, 11])
def test_the_loan_ends_as_in_a_loop(seed: int) -> None:
    done = execute(FAMILY, loan, seed=seed)
    told = re.search(r"(\d+) crowns.*?(?:divided by|One) (\d+).*?([\d.]+) %", done.blueprint.request)
    assert told is not None
    amount, parts, rate = int(told[1]), int(told[2]), float(told[3]) / 100
    instalment, owed, interest = math.ceil(amount / parts), amount, []
    while True:
        interest.append(math.floor(owed * rate + 0.5))
        debt = owed + interest[-1]
        if debt <= instalment:
            break
        owed = debt - instalment
    assert done.value("instalment") == instalment
    assert done.value("months") == len(interest)
    assert done.value("last_payment") == debt
    assert done.value("interest") == sum(interest)
    assert done.value("mean_interest") == pytest.approx(mean(interest), abs=1e-3)
    assert done.value("factor") == pytest.approx(((len(interest) - 1) * instalment + debt) / amount, abs=1e-4)


@pytest.mark.parametrize("seed", [7, 11])
def test_divers_lose_one_highest_and_one_lowest_mark(seed: int) -> None:
    done = execute(FAMILY, diving, seed=seed)
    lines = re.findall(r"([A-Z][a-z]+) ((?:[\d.]+ ){7})× ([\d.]+\d)", done.blueprint.request)
    scores = {
        name: sum(sorted(map(float, marks.split()))[1:-1]) * float(difficulty)
        for name, marks, difficulty in lines
    }
    order = sorted(scores, key=scores.__getitem__, reverse=True)
    assert len(order) == 6
    assert (done.value("winner"), done.value("last")) == (order[0], order[-1])
    assert done.value("runner_up_gap") == pytest.approx(scores[order[0]] - scores[order[1]], abs=0.01)
    assert done.value("median_score") == pytest.approx(median(scores.values()), abs=0.01)
