"""One episode: an attempt at a task that is moved on by actions from outside."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import anyio
import msgspec

from m3bench.agents import Attempt, Ending, fill_placeholders
from m3bench.agents.parsing import FormAnswer, illegal_call, read_form_answer
from m3bench.agents.shared import PATIENCE, Turn, ending_of, form_prompt, load_prompts
from m3bench.checks import CheckError, Verdicts
from m3bench.core import Call, Outcome, Result, Status, Task, Text, Trajectory, UsageError, is_too_deep
from m3bench.environment.actions import ReadAction, read_action
from m3bench.environment.dialogues import PROMPTS, open_dialogue
from m3bench.environment.observations import Observation, StepResult, render_messages, render_tools
from m3bench.environment.rewards import Measured, RewardMeter
from m3bench.environment.settings import EnvironmentSettings
from m3bench.hosting import DEFAULT_LIMITS, measure, run_stoppable

_UNSCORED = (Status.SERVER_FAILURE, Status.HARNESS_FAILURE)
_LONGEST_PLAN = 2_000
Check = Callable[[Trajectory], Awaitable[Verdicts | None]]
"""Runs the checks of the task. Raises `CheckError`."""


class EpisodeOver(UsageError):
    """An action came after the end of an episode, or before a reset."""


class EpisodeParts(NamedTuple):
    """What an episode works with."""

    task: Task
    seed: int
    attempt: Attempt
    settings: EnvironmentSettings
    meter: RewardMeter
    check: Check
    clean: Callable[[Trajectory], Trajectory]
    """Makes a trajectory independent of the machine."""


class Episode:
    """The state of one episode."""

    def __init__(self, parts: EpisodeParts) -> None:
        self._parts, self._attempt, self._settings = parts, parts.attempt, parts.settings
        self._dialogue, offers = open_dialogue(parts.attempt, parts.settings.calling)
        self.first = Observation(self._new_messages(0), render_tools(offers))
        """What the policy sees first."""
        self.trajectory: Trajectory | None = None
        """The record of the episode, once it is over."""
        self.verdicts: Verdicts | None = None
        self.actions, self.malformed = 0, 0
        self._unread, self._given, self._seconds = 0, 0.0, 0.0
        self._draft: FormAnswer | None = None
        self._busy = False

    @property
    def task(self) -> str:
        """The id of the task."""
        return self._attempt.task.id

    @property
    def is_done(self) -> bool:
        return self.trajectory is not None

    async def step(self, action: Any) -> StepResult:
        """Carry out an action. Raise `EpisodeOver` after the end."""
        if self.is_done:
            raise EpisodeOver("The episode is over.", "Start another one with reset().")
        if self._busy:
            raise UsageError("Another step of this episode is running.", "Wait for its result.")
        self._busy = True
        try:
            return await self._step(action)
        finally:
            self._busy = False

    async def _step(self, action: Any) -> StepResult:
        calls, known = len(self._attempt.steps), len(self._dialogue.messages)
        self.actions += 1
        ending = await self._in_time(read_action(action, self._attempt.task.form))
        done = [call for step in self._attempt.steps[calls:] for call in step.calls]
        self.malformed += sum(call.outcome is not None and call.outcome.blames_agent for call in done)
        faults = [call for call in done if call.outcome is Outcome.SERVER_FAULT]
        if faults:
            reason = faults[0].result.text if faults[0].result else ""
            ending = Ending(status=Status.SERVER_FAILURE, reason=f"{faults[0].name} failed: {reason}"[:500])
        ending = await self._within_quota(ending)
        info = self._info(done)
        observation = Observation(self._new_messages(known, skip_own=True))
        if ending is not None:
            return await self._end(observation, ending, info)
        return StepResult(observation, self._reward_so_far(), False, info)

    async def _within_quota(self, ending: Ending | None) -> Ending | None:
        """Return the ending; that of a workspace over its quota if it is."""
        use = await run_stoppable(partial(measure, self._attempt.workspace, DEFAULT_LIMITS))
        reason = use.excess(DEFAULT_LIMITS)
        if reason is None:
            return ending
        return msgspec.structs.replace(ending or Ending(), status=Status.OVER_QUOTA, reason=reason)

    async def _in_time(self, action: ReadAction) -> Ending | None:
        left, start = self._settings.episode_seconds - self._seconds, time.monotonic()
        with anyio.move_on_after(max(left, 0.001)) as scope:
            ending = await self._advance(action)
        self._seconds += time.monotonic() - start
        if scope.cancelled_caught:
            limit = self._settings.episode_seconds
            return Ending(status=Status.OUT_OF_BUDGET, reason=f"The steps took more than {limit:g} s.")
        return ending

    async def _advance(self, action: ReadAction) -> Ending | None:
        """Do what the action says. Return the ending if it was the last one."""
        if action.problem is not None:
            return self._complain(action.problem)
        if action.answer is not None:
            return self._hand_in(FormAnswer(action.answer, action.fields))
        turn, complaint = self._dialogue.take(action.reply)
        if complaint is not None:
            return self._complain(complaint)
        self._unread = 0
        return await (self._carry_out(turn, action.left_out) if turn.calls else self._take_text(turn.text))

    async def _carry_out(self, turn: Turn, left_out: int) -> Ending | None:
        if len(self._attempt.steps) >= self._settings.max_steps:
            reason = f"The policy wanted more than {self._settings.max_steps} steps."
            return Ending(turn.plan or None, Status.OUT_OF_STEPS, reason)
        await self._call(turn.calls, turn.plan, left_out)
        return _gave_up() if self._dialogue.garbled >= PATIENCE else None

    async def _call(self, calls: Sequence[Call], plan: str, left_out: int) -> None:
        most = self._settings.max_calls
        done = await self._attempt.call([self._placed(call) for call in calls[:most]], plan[:_LONGEST_PLAN])
        refused = [_refused(call, most) for call in calls[most:]]
        self.malformed += len(refused) + left_out
        self._dialogue.report([*done, *refused])

    def _placed(self, call: Call) -> Call:
        """Return the call with the path of the workspace where it names the placeholder."""
        if not isinstance(call.arguments, dict) or is_too_deep(call.arguments):
            return call
        arguments = fill_placeholders(call.arguments, self._attempt.workspace)
        return msgspec.structs.replace(call, arguments=arguments)

    async def _take_text(self, text: str) -> Ending | None:
        """Take a text as a question to the user of a dialogue, or as the answer."""
        form = self._attempt.task.form
        filled = read_form_answer(form, text)
        question = None if filled.fields is not None else self._attempt.question_call(text)
        if question is None:
            return self._hand_in(filled)
        (done,) = await self._attempt.call([question])
        self._dialogue.say(done.result.text if done.result is not None else "")
        return None

    def _hand_in(self, answer: FormAnswer) -> Ending | None:
        """End with an answer. If its form is missing, ask for it once."""
        if self._draft is not None:
            answer = FormAnswer(self._draft.answer or answer.answer, answer.fields)
        elif self._attempt.task.form is not None and answer.fields is None:
            self._draft = answer
            self.malformed += 1
            self._dialogue.say(form_prompt(self._attempt, load_prompts(PROMPTS), "form_repair"))
            return None
        return ending_of(answer)

    def _complain(self, complaint: str) -> Ending | None:
        self._unread += 1
        self.malformed += 1
        self._dialogue.say(complaint)
        return _gave_up() if self._unread >= PATIENCE else None

    def _new_messages(self, known: int, *, skip_own: bool = False) -> tuple[dict[str, Any], ...]:
        """Return the messages that are new. The policy knows its own reply."""
        new = render_messages(self._dialogue.messages[known:], self._attempt.workspace)
        return tuple(message for message in new if not (skip_own and message["role"] == "assistant"))

    def _info(self, done: Sequence[Call]) -> dict[str, Any]:
        calls = [{"name": call.name, "outcome": call.outcome and call.outcome.value} for call in done]
        task, seed = self._attempt.task.id, self._parts.seed
        return {
            "task": task,
            "seed": seed,
            "actions": self.actions,
            "malformed": self.malformed,
            "calls": calls,
        }

    def _reward_so_far(self) -> float:
        if not self._settings.reward.per_step:
            return 0.0
        measured = self._measure(self._attempt.trajectory(Ending(), agent="policy"), None)
        before, self._given = self._given, measured.total
        return measured.total - before

    def _measure(self, trajectory: Trajectory, verdicts: Verdicts | None) -> Measured:
        return self._parts.meter.measure(trajectory, verdicts, actions=self.actions, malformed=self.malformed)

    async def _end(self, observation: Observation, ending: Ending, info: dict[str, Any]) -> StepResult:
        trajectory = self._parts.clean(self._attempt.trajectory(ending, agent="policy"))
        if ending.status not in _UNSCORED:
            try:
                self.verdicts = await self._parts.check(trajectory)
            except CheckError as error:
                extra = {**trajectory.extra, "reason": error.message}
                trajectory = msgspec.structs.replace(trajectory, status=Status.HARNESS_FAILURE, extra=extra)
        self.trajectory = trajectory
        info |= {"status": trajectory.status.value, "reason": trajectory.extra.get("reason")}
        if trajectory.status in _UNSCORED:
            return StepResult(observation, None, True, {**info, "truncated": True})
        measured = self._measure(trajectory, self.verdicts)
        info |= {
            "truncated": trajectory.status is not Status.COMPLETED,
            "components": measured.components,
            "total": measured.total if measured.is_defined else None,
            "checks": _listed(self.verdicts),
        }
        reward = measured.total - self._given if measured.is_defined else None
        return StepResult(observation, reward, True, info)


def _gave_up() -> Ending:
    return Ending(status=Status.AGENT_FAILURE, reason=f"{PATIENCE} actions in a row could not be read.")


def _refused(call: Call, most: int) -> Call:
    note = Text(f"The call was not carried out: {most} is the most in a step.")
    outcome, result = Outcome.ILLEGAL_FORMAT, Result((note,), is_error=True)
    kept = illegal_call("") if not call.name else call
    return msgspec.structs.replace(kept, id=call.id, outcome=outcome, result=result)


def _listed(verdicts: Verdicts | None) -> list[dict[str, Any]]:
    return [
        {"check": verdict.check, "passed": verdict.passed, "undecided": verdict.undecided}
        for verdict in (verdicts.verdicts if verdicts else ())
    ]
