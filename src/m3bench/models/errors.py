"""What can go wrong between the harness and a model, told apart by what to do about it."""

from __future__ import annotations

from typing import Literal

from m3bench.core import M3BenchError


class ModelError(M3BenchError):
    """Base of all."""


class ModelUnavailable(ModelError):
    """Nobody's mistake, and worth another try: overloaded, rate-limited, time-out, broken off."""

    def __init__(
        self,
        message: str,
        hint: str | None = None,
        *,
        retry_after: float | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(message, hint)
        self.retry_after = retry_after
        """Seconds that the provider asks to wait."""
        self.status = status
        """Of the provider's answer, where it gave one."""


class ModelTimedOut(ModelUnavailable):
    """No reply in time."""


class ModelMisconfigured(ModelError):
    """Every request would fail the same way: no key, a wrong key, no such model, nobody listens there."""


class ModelIncapable(ModelMisconfigured):
    """The model, or the server that it runs on, cannot take what every task sends."""

    def __init__(
        self, message: str, hint: str | None = None, *, capability: Literal["tools", "pictures", "context"]
    ) -> None:
        super().__init__(message, hint)
        self.capability = capability
        """What it lacks."""


class RequestTooLong(ModelError):
    """More than the model can take: the conversation has outgrown it."""


class RequestRefused(ModelError):
    """The provider does not take this request, and would not take it again."""
