"""Errors of models, by what to do about them."""

from __future__ import annotations

from typing import Literal

from m3bench.core import M3BenchError


class ModelError(M3BenchError):
    """Base class of all model errors."""


class ModelUnavailable(ModelError):
    """A temporary failure that is worth a retry: overloaded, rate-limited, timed out, disconnected."""

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
        """HTTP status of the provider's answer, if there was one."""


class ModelTimedOut(ModelUnavailable):
    """The model did not reply in time."""


class ModelMisconfigured(ModelError):
    """Every request would fail the same way: no key, wrong key, unknown model, unreachable server."""


class ModelIncapable(ModelMisconfigured):
    """The model or its server cannot process what every task sends."""

    def __init__(
        self, message: str, hint: str | None = None, *, capability: Literal["tools", "pictures", "context"]
    ) -> None:
        super().__init__(message, hint)
        self.capability = capability
        """The missing capability."""


class RequestTooLong(ModelError):
    """The conversation exceeds the model's context window."""

    def __init__(self, message: str, hint: str | None = None, *, window: int | None = None) -> None:
        super().__init__(message, hint)
        self.window = window
        """Tokens of the context window, if the provider says so."""


class ReplyTooSlow(ModelError):
    """The model was still writing when its time was over. The provider works, so a retry would not help."""


class RequestRefused(ModelError):
    """The provider rejects this request, and would reject it again."""
