"""What a run may cost, counted over everything that it ever asked."""

from __future__ import annotations

from collections.abc import Callable

from m3bench.agents import BudgetSpent
from m3bench.core import Usage, UsageError

NOTHING = Usage(0, 0, 0, 0.0)


class Budget:
    """What is spent over all attempts. Requests under way when a limit is reached may pass it."""

    def __init__(
        self,
        *,
        max_cost: float | None = None,
        max_tokens: int | None = None,
        spent: Usage = NOTHING,
        told: Callable[[Usage], None] = lambda _: None,
    ) -> None:
        self._max_cost, self._max_tokens, self._told = max_cost, max_tokens, told
        self.spent = spent
        """Parts that are unknown from some request on are unknown."""

    def add(self, usage: Usage) -> None:
        self.spent += usage
        self._told(self.spent)
        if self._max_cost is not None and self.spent.cost is None:
            raise UsageError(
                "The price of this model is not known, so --max-cost cannot be kept.",
                "Limit the run with --max-tokens.",
            )
        if self._max_tokens is not None and self.tokens is None:
            raise UsageError(
                "This model does not tell how many tokens it took, so --max-tokens cannot be kept.",
                "Limit the run with --limit.",
            )

    @property
    def tokens(self) -> int | None:
        if self.spent.input_tokens is None or self.spent.output_tokens is None:
            return None
        return self.spent.input_tokens + self.spent.output_tokens

    @property
    def reached(self) -> str | None:
        """Which limit is reached, in words."""
        if self._max_cost is not None and (self.spent.cost or 0.0) >= self._max_cost:
            return f"--max-cost {self._max_cost:g} is reached"
        if self._max_tokens is not None and (self.tokens or 0) >= self._max_tokens:
            return f"--max-tokens {self._max_tokens} is reached"
        return None


class Spending:
    """What one try spends out of the budget. An agents' `Meter`."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.usage = NOTHING

    def check(self) -> None:
        if self._budget.reached is not None:
            raise BudgetSpent(self._budget.reached)

    def add(self, usage: Usage) -> None:
        self.usage += usage
        self._budget.add(usage)
