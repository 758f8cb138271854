"""An attempt at a task: what the agent can use, and the record of what it does."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import anyio.lowlevel
import msgspec

from m3bench.agents.content import ContentFitter
from m3bench.agents.gallery import Gallery
from m3bench.agents.inputs import read_inputs
from m3bench.agents.reply_limits import note_limit, note_limits, read_tokens, request_tokens
from m3bench.agents.tool_view import ContextWindow, ToolForm, ToolView
from m3bench.agents.user import plain_question
from m3bench.core import (
    ASK_USER,
    LIMITS_MET,
    REPAIRED_CALLS,
    Call,
    Media,
    Status,
    Step,
    Task,
    Trajectory,
    Turns,
    Usage,
    UsageError,
    count_repairs,
)
from m3bench.hosting import Toolbox
from m3bench.models import (
    ChatModel,
    Message,
    ModelIncapable,
    Reply,
    Request,
    RequestTooLong,
    Settings,
    ToolOffer,
)

_MAX_PLAIN_QUESTIONS = 20


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an attempt ended, as the agent reports it."""

    answer: str | None = None
    status: Status = Status.COMPLETED
    reason: str | None = None
    fields: dict[str, Any] | None = None
    """The filled-in form of the task."""


class Limits(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Limits of an attempt. None means the default of the agent."""

    max_steps: int | None = None
    max_concurrent: int | None = None
    """Maximum of calls in one step."""


class Watcher(Protocol):
    """Receives events of an attempt before they happen."""

    def thinking(self, step: int) -> None: ...

    def calling(self, step: int, tools: Sequence[str]) -> None: ...


class Meter(Protocol):
    """Counts usage over all attempts. Raises `BudgetSpent` when the budget is used up."""

    def check(self) -> None: ...

    def add(self, usage: Usage) -> None: ...


class BudgetSpent(Exception):
    """The budget of the run is used up. Agents must not catch this."""


class Attempt:
    """One try at one task. Steps are recorded when they start, so that a time-out loses none."""

    def __init__(
        self,
        task: Task,
        toolbox: Toolbox,
        workspace: Path,
        *,
        request: str | None = None,
        model: ChatModel | None = None,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        limits: Limits = Limits(),  # noqa: B008 - frozen
        seed: int = 0,
        clock: Callable[[], float] = time.monotonic,
        watcher: Watcher | None = None,
        meter: Meter | None = None,
        siblings: Sequence[Task] = (),
        shows_pictures: bool = True,
        fitter: ContentFitter | None = None,
        strict_format: bool = False,
        window: ContextWindow | None = None,
    ) -> None:
        self.task, self.toolbox, self.workspace = task.without_user(), toolbox, workspace
        self.request = request if request is not None else task.request or task.fuzzy_request or ""
        self.settings, self.limits = settings, limits
        seeded = f"{seed} {task.id}".encode(errors="backslashreplace")
        self.dice = random.Random(seeded)  # noqa: S311 - repeatable, not secret
        self.gallery = Gallery(workspace, task.images, shown=shows_pictures)
        """Pictures of the task and of its tools."""
        self.files = read_inputs(workspace, task.files)
        """The task's input files other than pictures."""
        self.siblings = tuple(sibling.without_user() for sibling in siblings)
        """Other tasks of the family with their references, for floor agents only."""
        self.strict_format = strict_format
        """Whether calls that had to be repaired end as illegal_format."""
        self.window = window or ContextWindow()
        """What is known of the context window of the model."""
        self.view = ToolView.whole(toolbox.tools)
        """The tools that the model is shown. All mounted tools can be called."""
        self.steps: list[Step] = []
        self.usage = Usage(0, 0, 0, 0.0) if model is not None else None
        self.notes: dict[str, Any] = {}
        """Further facts to record, as `extra` of the trajectory."""
        self.outside_model: str | None = None
        """The model of an agent that asks it by itself."""
        self.requests, self.replies = 0, 0
        """Number of requests to the model, and of its replies."""
        self.waited = 0.0
        """Seconds spent waiting for the provider. They do not count as the agent's time."""
        self._model, self._clock, self._watcher, self._meter = model, clock, watcher, meter
        self._fitter = fitter or ContentFitter()
        self._start = clock()
        self._plain_questions = 0

    @property
    def pictures(self) -> tuple[Media, ...]:
        """The task's own pictures, with their paths in the workspace as `uri`."""
        return self.gallery.given

    @property
    def model(self) -> ChatModel:
        if self._model is None:
            raise UsageError("This agent needs a model.", "Name one with --model.")
        return self._model

    async def ask(self, messages: Sequence[Message], tools: Sequence[ToolOffer] = ()) -> Reply:
        """Send a request to the model and count its usage.

        Raises:
            RequestTooLong: The conversation no longer fits into the model.
            ReplyTooSlow: The model was still writing when its time was over.
            ModelIncapable: The first request does not fit into the model.
            BudgetSpent: The budget of the run is used up.
        """
        if self._meter is not None:
            self._meter.check()
        if self._watcher is not None:
            self._watcher.thinking(len(self.steps) + 1)
        self.requests += 1
        fitted = await self._fitter.fit(messages, self.notes)
        request = Request(tuple(fitted), tuple(tools), self.settings)
        try:
            reply = await self._reply(request)
        except RequestTooLong as error:
            self.window.learn(request_tokens(request), error.window)
            if self.replies:
                raise
            raise _too_long_error(request, error) from error
        self.replies += 1
        await anyio.lowlevel.checkpoint()  # lets a time-out take effect
        return reply

    async def _reply(self, request: Request) -> Reply:
        """Return the reply, counted and noted. Raise `RequestTooLong` if the server dropped a part."""
        reply = await self.model.ask(request)
        self.usage = (self.usage or Usage()) + reply.usage
        if self._meter is not None:
            self._meter.add(reply.usage)
        note_limits(reply, self.notes)
        if (read := read_tokens(self.model.name, request, reply)) is not None:
            note_limit(self.notes, "dropped_input")
            raise RequestTooLong(
                f"{self.model.name} read {read:,} tokens of a longer request and dropped the rest.",
                window=read,
            )
        return reply

    def show(self, view: ToolView) -> None:
        """Show the model these tools. Less than all of them, or less of them, is noted."""
        self.view = view
        if view.form is not ToolForm.WHOLE:
            shown = "" if view.form is ToolForm.SHORT else f", {len(view.tools)} of {len(self.toolbox.tools)}"
            self.notes["tools_shown"] = f"{view.form}{shown}: the context of the model has no room for more"
            met = self.notes.setdefault(LIMITS_MET, {})
            for form in ToolForm:
                met.pop(f"{form}_tools", None)
            met[f"{view.form}_tools"] = 1

    async def call(self, calls: Sequence[Call], plan: str | None = None) -> tuple[Call, ...]:
        """Make calls together, as one step. Represent an unreadable call by one without a name."""
        index = len(self.steps)
        self.steps.append(Step(tuple(calls), plan))
        if self._watcher is not None:
            self._watcher.calling(index + 1, [call.name for call in calls])
        done = await self.toolbox.run(calls, clock=self._clock, origin=self._start)
        self.steps[index] = Step(done, plan)
        self.gallery.take(done)
        return done

    def question_call(self, text: str | None) -> Call | None:
        """Return the call that passes a question in plain text to the user.

        None if the task is not a dialogue, if the text does not end with a question, or if the agent has
        asked too many in this way.
        """
        if self.task.turns is not Turns.DIALOGUE or self.toolbox.tool(ASK_USER) is None:
            return None
        question = plain_question(text or "")
        if question is None or self._plain_questions >= _MAX_PLAIN_QUESTIONS:
            return None
        self._plain_questions += 1
        return Call(ASK_USER, {"question": question})

    def trajectory(self, ending: Ending, *, agent: str) -> Trajectory:
        """Return the record of the attempt."""
        reason = {"reason": ending.reason} if ending.reason else {}
        repaired = count_repairs(self.steps)
        repairs = {REPAIRED_CALLS: repaired} if repaired else {}
        return Trajectory(
            task_id=self.task.id,
            family=self.task.family,
            request=self.request,
            steps=tuple(self.steps),
            answer=ending.answer,
            fields=ending.fields,
            agent=agent,
            model=self._model.name if self._model is not None else self.outside_model,
            usage=self.usage,
            status=ending.status,
            extra={**self.notes, **repairs, **reason},
        )


def _too_long_error(request: Request, error: RequestTooLong) -> ModelIncapable:
    parts = [part for message in request.messages for part in getattr(message, "content", ())]
    pictures = sum(isinstance(part, Media) for part in parts)
    return ModelIncapable(
        f"{error.message} This was the first request of a task, with {len(request.tools)} tools and "
        f"{pictures} pictures: it cannot be shortened.",
        "Give the server a larger context (llama.cpp: --ctx-size, vLLM: --max-model-len, Ollama: num_ctx), "
        "mount fewer servers (--mode oracle), or name a model with a larger one.",
        capability="context",
    )
