"""Who forges references: executors and a judge, with the models that they ask."""

from __future__ import annotations

import msgspec

from m3bench.agents import Confinement, confine
from m3bench.forge.runner.bench import Executor
from m3bench.models import ChatModel
from m3bench.runs import Budget
from m3bench.runs.models import MeteredModel


class Forgers(msgspec.Struct, frozen=True, kw_only=True):
    """The competing executors, and the judge's model if any."""

    executors: tuple[Executor, ...]
    judge: ChatModel | None = None

    def confined(self, rules: Confinement) -> Forgers:
        """Return a copy whose executor programs run under these rules."""
        executors = (Executor(confine(executor.agent, rules), executor.model) for executor in self.executors)
        return Forgers(executors=tuple(executors), judge=self.judge)

    def model(self, index: int | None) -> ChatModel:
        """Return the model of an executor by its index; with None, that of the judge."""
        model = self.judge if index is None else self.executors[index].model
        assert model is not None
        return model

    def metered(self, budget: Budget) -> tuple[Forgers, list[MeteredModel]]:
        """Return a copy that counts every request."""
        meters: list[MeteredModel] = []

        def measured(model: ChatModel | None) -> ChatModel | None:
            if model is None:
                return None
            meters.append(MeteredModel(model, budget))
            return meters[-1]

        executors = tuple(Executor(executor.agent, measured(executor.model)) for executor in self.executors)
        return Forgers(executors=executors, judge=measured(self.judge)), meters
