"""The budget of a run over all its sessions."""

from __future__ import annotations

from collections.abc import Callable

from m3bench.agents import BudgetSpent
from m3bench.core import NO_USAGE, Usage, UsageError


class Budget:
    """Counts usage over all attempts. Requests in flight when a limit is reached may exceed it."""

    def __init__(
        self,
        *,
        max_cost: float | None = None,
        max_tokens: int | None = None,
        spent: Usage = NO_USAGE,
        on_change: Callable[[Usage], None] = lambda _: None,
    ) -> None:
        self._max_cost, self._max_tokens, self._on_change = max_cost, max_tokens, on_change
        self.spent = spent
        """A part is None once a request did not report it."""

    def add(self, usage: Usage) -> None:
        self.spent += usage
        self._on_change(self.spent)
        if self._max_cost is not None and self.spent.cost is None:
            raise UsageError(
                "The price of this model is unknown, so --max-cost cannot be enforced.",
                "Limit the run with --max-tokens.",
            )
        if self._max_tokens is not None and self.tokens is None:
            raise UsageError(
                "This model does not report its token usage, so --max-tokens cannot be enforced.",
                "Limit the run with --limit.",
            )

    def check(self) -> None:
        """Raise `BudgetSpent` if a limit is reached."""
        if self.reached is not None:
            raise BudgetSpent(self.reached)

    @property
    def tokens(self) -> int | None:
        if self.spent.input_tokens is None or self.spent.output_tokens is None:
            return None
        return self.spent.input_tokens + self.spent.output_tokens

    @property
    def reached(self) -> str | None:
        """The limit that is reached, in words; None if none is."""
        if self._max_cost is not None and (self.spent.cost or 0.0) >= self._max_cost:
            return f"--max-cost {self._max_cost:g} is reached"
        if self._max_tokens is not None and (self.tokens or 0) >= self._max_tokens:
            return f"--max-tokens {self._max_tokens} is reached"
        return None


class Spending:
    """Counts what one try spends. Implements the `Meter` of the agents room."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.usage = NO_USAGE

    def check(self) -> None:
        self._budget.check()

    def add(self, usage: Usage) -> None:
        self.usage += usage
        self._budget.add(usage)
