"""The judge of the Executor & Judge loop as a model: accepts or rejects, and proposes a shorter reference."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from m3bench.core import Step, Task, Trajectory, rules_text
from m3bench.forge.references.bench import Bench
from m3bench.forge.references.graph import CallGraph
from m3bench.forge.references.questions import JudgeReply, ask_judge, load_prompt
from m3bench.forge.references.verdict import UngroundedValue, Verdict
from m3bench.judges import Part, render_trace
from m3bench.models import ChatModel

_LONGEST_TRACE = 32_000
_LONGEST_TOOLS = 20_000


class VerdictReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reply to the verdict prompt."""

    reason: str
    causal_order: bool
    facts: bool
    luck: bool
    seen: list[str]
    accept: bool


class StatedNeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A need in a proposal. Calls are numbered from 1, as the judge sees them."""

    call: int
    of: int
    why: str


class StatedUse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    call: int
    why: str


class Proposal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reply to the consolidation prompt: a shorter sequence of calls."""

    steps: list[list[int]]
    needs: list[StatedNeed]
    used: list[StatedUse]


class Adjudicator:
    """A model that judges trajectories."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self._verdict, self._consolidation = load_prompt("verdict"), load_prompt("consolidation")

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def prompts(self) -> tuple[str, ...]:
        """Names and hashes of the prompts."""
        return self._verdict.identity, self._consolidation.identity

    async def verdict(
        self, task: Task, trajectory: Trajectory, open_values: Sequence[UngroundedValue], bench: Bench
    ) -> Verdict:
        """Return whether a trajectory may become a reference; undecided if the reply is unusable."""
        listed = "\n".join(value.value for value in open_values) or "(none)"
        parts = [
            *_task_parts(task, trajectory),
            Part("tools", bench.tools(task), _LONGEST_TOOLS),
            Part("trace", render_trace(trajectory), _LONGEST_TRACE),
            Part("values_without_source", listed),
        ]
        reply = await ask_judge(
            self._model, self._verdict, parts, bench.pictures(task), kind=VerdictReply, fault=_contradiction
        )
        verdict = Verdict(by=self.name, raw=reply.raw, usage=reply.usage)
        if reply.read is None:
            return replace(verdict, reasons=(f"the judge failed: {reply.problem}",))
        accepted, reasons, seen = reply.read.accept, (reply.read.reason,), tuple(reply.read.seen)
        return replace(verdict, accepted=accepted, reasons=reasons, seen=seen)

    async def consolidation(
        self, task: Task, trajectory: Trajectory, graph: CallGraph, bench: Bench
    ) -> JudgeReply[Proposal]:
        """Ask for a shorter sequence of the calls in the graph, to be checked."""
        alone = tuple(Step((action.call,)) for action in graph.actions)
        worked = replace(trajectory, steps=alone)
        needs = "\n".join(
            f"call {need.target + 1} needs call {need.source + 1}: {need.kind} {need.what}"
            for need in graph.needs
        )
        parts = [
            *_task_parts(task, trajectory),
            Part("calls", render_trace(worked), _LONGEST_TRACE),
            Part("needs_found_by_code", needs or "(none)"),
        ]
        return await ask_judge(self._model, self._consolidation, parts, bench.pictures(task), kind=Proposal)


def _task_parts(task: Task, trajectory: Trajectory) -> list[Part]:
    request = trajectory.request or task.request or task.fuzzy_request or ""
    role_texts = {"agent_role": task.role or "", "agent_rules": rules_text(task.rules)}
    given = [Part(name, text) for name, text in role_texts.items() if text]
    return [Part("request", request), *given, Part("answer", trajectory.answer or "")]


def _contradiction(ruling: VerdictReply) -> str:
    fine = ruling.causal_order and ruling.facts and not ruling.luck
    if ruling.accept != fine:
        return "accept must be true exactly if causal_order and facts are true and luck is false"
    return ""
