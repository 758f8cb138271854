"""One attempt of an external agent: the task, its tool calls, its answer, and their record."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import anyio.to_thread
import msgspec

from m3bench.core import ANSWERED_AFTER, AnswerForm, Call, Content, M3BenchError, Status, Trajectory
from m3bench.hosting.gateway.quiet import QuietDetector
from m3bench.hosting.gateway.steps import Arrival, IssuedCall, StepTracker
from m3bench.hosting.host import Reply
from m3bench.hosting.tool import Tool
from m3bench.hosting.toolbox import Toolbox

Clock = Callable[[], float]
Recorder = Callable[[Trajectory], None]


class Assignment(msgspec.Struct, frozen=True, kw_only=True):
    """The task given to the agent."""

    id: str
    request: str
    attachments: tuple[Content, ...] = ()
    """Images and files that belong to the request."""
    family: str | None = None
    form: AnswerForm | None = None
    """The fields of the answer."""
    role: str | None = None
    rules: tuple[str, ...] = ()


class Gateway:
    """One agent's attempt, over any number of connections. Changes are recorded before the agent sees them,
    so that a kill loses nothing that the agent has seen."""

    def __init__(
        self,
        toolbox: Toolbox,
        assignment: Assignment | None,
        record: Recorder,
        *,
        clock: Clock,
        name: str = "gateway",
        quiet: QuietDetector | None = None,
    ) -> None:
        """Results of a step are held back until the client is quiet (`quiet`)."""
        self.toolbox = toolbox
        self.quiet = quiet or QuietDetector()
        self.assignment = assignment
        self.broken = anyio.Event()
        """Set if the record cannot be written. `failure` says why, and the attempt ends."""
        self.failure: M3BenchError | None = None
        self.is_listed = False
        """Whether a client asked for the tools."""
        self._name = name
        self._record = record
        self._clock = clock
        self._began = clock()
        self._steps = StepTracker(self.quiet)
        self._answer: str | None = None
        self._fields: dict[str, Any] | None = None
        self._answered_after: int | None = None
        self._client: dict[str, str] = {}
        self._recording = anyio.Lock()

    def register_client(self, name: str, version: str) -> None:
        """Register the agent's name and version. The first client that is active counts."""
        self._client = self._client or {"agent": name, "agent_version": version}

    async def call(self, name: str, arguments: Any, arrival: Arrival | None = None) -> Call:
        """Make a call by alias or full name, and record it. Returns when its step is complete."""
        call = Call(self.toolbox.aliases.name(name) or name, arguments)
        issued = self._steps.add(call, arrival or Arrival())
        try:
            await self._carry_out(issued)
            await self._steps.release(issued)
        except anyio.get_cancelled_exc_class():
            issued.step.give_up()
            raise
        return issued.call

    def client_was_asked(self) -> None:
        """Note that a server has asked the client something: what it does next is another step."""
        self._steps.client_was_asked()

    async def record_other(self, call: Call, work: Callable[[], Awaitable[Reply]]) -> Call:
        """Do something that is no call of a tool, such as reading a resource, and record it like one."""
        issued = self._steps.add(call, Arrival())
        server, _, name = str(call.name).partition("/")
        tool = Tool(server=server, name=name)

        async def run() -> Call:
            return await self.toolbox.run_other(
                issued.call, tool, work, clock=self._clock, origin=self._began
            )

        try:
            await self._carry_out(issued, run)
        finally:
            issued.step.give_up()
        return issued.call

    async def _carry_out(self, issued: IssuedCall, run: Callable[[], Awaitable[Call]] | None = None) -> None:
        try:
            if run is None:
                (issued.call,) = await self.toolbox.run([issued.call], clock=self._clock, origin=self._began)
            else:
                issued.call = await run()
            await self.save()
        except M3BenchError as error:  # a long result could not be stored
            self._give_up(error)
            raise
        finally:
            issued.step.end_one()

    async def submit(self, answer: str, fields: dict[str, Any] | None = None) -> None:
        """Accept the final answer and its fields. A later answer replaces both."""
        self._answer, self._fields = answer, fields
        self._answered_after = self._steps.given_out
        await self.save()

    async def save(self) -> None:
        """Record the current state."""
        with anyio.CancelScope(shield=True):
            async with self._recording:
                await self._write_record(self.trajectory())

    async def _write_record(self, trajectory: Trajectory) -> None:
        try:
            await anyio.to_thread.run_sync(self._record, trajectory)
        except M3BenchError as error:
            self._give_up(error)

    def _give_up(self, error: M3BenchError) -> None:
        self.failure = error
        self.broken.set()

    def trajectory(self) -> Trajectory:
        """Return what the agent has done so far. A call without a result is running or was abandoned."""
        task = self.assignment
        noted = {"agent_version": self._client.get("agent_version"), ANSWERED_AFTER: self._answered_after}
        return Trajectory(
            task_id=task.id if task else self._name,
            family=task.family if task else None,
            request=task.request if task else None,
            steps=self._steps.steps(),
            answer=self._answer,
            fields=self._fields,
            agent=self._client.get("agent"),
            status=Status.UNKNOWN if self._answer is None else Status.COMPLETED,
            extra={name: value for name, value in noted.items() if value is not None},
        )
