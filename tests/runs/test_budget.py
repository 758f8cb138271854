from __future__ import annotations

import pytest

from m3bench.agents import BudgetSpent
from m3bench.core import Usage, UsageError
from m3bench.runs.budget import Budget, Spending


def test_without_limits_anything_may_be_spent() -> None:
    budget = Budget()
    spending = Spending(budget)
    spending.add(Usage(10**9, 10**9, 1, None))
    spending.check()
    assert budget.spent == Usage(10**9, 10**9, 1, None)


def test_when_the_cost_is_reached_nothing_more_is_asked() -> None:
    budget = Budget(max_cost=1.0)
    first, second = Spending(budget), Spending(budget)
    first.add(Usage(1, 1, 1, 0.6))
    second.check()
    second.add(Usage(1, 1, 1, 0.4))
    with pytest.raises(BudgetSpent, match="--max-cost 1"):
        first.check()
    assert (first.usage.cost, second.usage.cost) == (0.6, 0.4)


def test_tokens_of_both_kinds_count_and_so_do_earlier_sessions() -> None:
    budget = Budget(max_tokens=100, spent=Usage(60, 30, 5, None))
    assert budget.reached is None
    Spending(budget).add(Usage(5, 5, 1, None))
    assert budget.reached == "--max-tokens 100 is reached"


def test_an_unknown_price_cannot_be_limited() -> None:
    with pytest.raises(UsageError, match="price of this model is unknown"):
        Spending(Budget(max_cost=1.0)).add(Usage(1, 1, 1, None))
    with pytest.raises(UsageError, match="does not report its token usage"):
        Spending(Budget(max_tokens=10)).add(Usage(None, 1, 1, None))


def test_whoever_watches_hears_of_every_sum() -> None:
    heard: list[Usage] = []
    spending = Spending(Budget(on_change=heard.append))
    spending.add(Usage(1, 2, 1, 0.0))
    spending.add(Usage(1, 2, 1, 0.0))
    assert heard == [Usage(1, 2, 1, 0.0), Usage(2, 4, 2, 0.0)]
