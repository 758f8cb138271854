"""The model that plays the users of tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from m3bench.agents import BudgetSpent, Meter
from m3bench.core import Task, UsageError
from m3bench.models import (
    ChatModel,
    ModelMisconfigured,
    ModelRef,
    ModelUnavailable,
    Reply,
    ReplyTooSlow,
    Request,
)
from m3bench.runs.models.wrapped_model import MeteredModel, judge_ref
from m3bench.runs.settings import RunSettings, user_model


def user_model_ref(settings: RunSettings, tasks: Sequence[Task]) -> ModelRef | None:
    """Return the model that plays the users; None if rules do, no task has a user, or calls are replayed."""
    name = user_model(settings)
    if name is None or settings.replay or all(task.user is None for task in tasks):
        return None
    return judge_ref(name)


class UserModel:
    """The model of the user in one try. Its requests count as requests of the try.

    Agents may be programs, which get an error as a failed call and go on. So it is kept until the try ends.
    """

    def __init__(self, model: ChatModel, meter: Meter) -> None:
        self._model = MeteredModel(model, meter)
        self._failure: Exception | None = None
        self.outage: str | None = None
        """Why a request did not reach the provider; None if all did."""

    @property
    def name(self) -> str:
        return self._model.name

    async def ask(self, request: Request) -> Reply:
        if self.outage is not None:  # the try is void, so do not wait for the provider again
            raise ModelUnavailable(self.outage)
        try:
            return await self._model.ask(request)
        except (ModelUnavailable, ReplyTooSlow) as error:
            self.outage = error.message
            raise
        except (BudgetSpent, ModelMisconfigured, UsageError) as error:
            self._failure = error
            raise

    def raise_failure(self) -> None:
        """Raise the error that ends the run, if there was one."""
        if self._failure is not None:
            raise self._failure

    def note(self) -> dict[str, Any]:
        """Return the name and the usage, to be kept in the trajectory."""
        return {"name": self.name, "usage": msgspec.to_builtins(self._model.usage)}
