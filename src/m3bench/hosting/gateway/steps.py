"""Group the calls of an external agent into steps: calls sent before any of their results were known."""

from __future__ import annotations

from typing import Any

import anyio
import msgspec

from m3bench.core import Call, Step, canonical_json
from m3bench.hosting.gateway.quiet import QuietDetector

STEP_KEY = "m3bench/step"
"""The key in `_meta` of a call for a step id: any string or number."""


class Arrival(msgspec.Struct, frozen=True, kw_only=True):
    """How a call arrived."""

    order: int | None = None
    """Its position among the messages of its connection, or the client's numeric request id."""
    step: str | None = None
    """The step id that the client gave."""
    arguments: Any = None
    """As received. The SDK only accepts objects."""


class IssuedCall:
    """A call of a step. It is registered on arrival: an agent that disconnects has still issued it."""

    def __init__(self, call: Call, order: int | None, step: OpenStep) -> None:
        self.call = call
        self.step = step
        self._order = order

    @property
    def sort_key(self) -> tuple[bool, int, str, str]:
        """Independent of when the call was dispatched or completed."""
        call = self.call
        return self._order is None, self._order or 0, str(call.name), canonical_json(call.arguments)


class OpenStep:
    """A step that calls may still join. Its results are held back until it is closed, unless it has an id:
    then the client decides which calls belong together."""

    def __init__(self, name: str | None) -> None:
        self.name = name
        self.calls: list[IssuedCall] = []
        self.closed = False
        self.closing = anyio.Lock()
        self._under_way = 0
        self._idle = anyio.Event()

    def add(self, issued: IssuedCall) -> None:
        if not self._under_way:
            self._idle = anyio.Event()
        self._under_way += 1
        self.calls.append(issued)

    def end_one(self) -> None:
        self._under_way -= 1
        if not self._under_way:
            self._idle.set()

    def close(self) -> None:
        """Release its results and let later calls begin another step, although a call is still running."""
        self.closed = True
        self._idle.set()

    def give_up(self) -> None:
        """Close it if no call is running: the client has stopped waiting and continues."""
        self.closed = self.closed or self.is_idle

    @property
    def is_idle(self) -> bool:
        return not self._under_way

    async def until_idle(self) -> None:
        """Wait until all calls of the step have ended."""
        await self._idle.wait()


class StepTracker:
    """The steps of an attempt, in the order in which they started.

    A call joins the step whose id it has. Without an id it joins the open step: one whose results have not
    been released. A step is closed when all its calls have ended and the client is quiet. Later calls belong
    to a later step.
    """

    def __init__(self, quiet: QuietDetector) -> None:
        self._quiet = quiet
        self._steps: list[OpenStep] = []
        self._named: dict[str, OpenStep] = {}
        self._open: OpenStep | None = None

    def add(self, call: Call, arrival: Arrival) -> IssuedCall:
        """Register a call that has arrived."""
        self._quiet.message_arrived()
        issued = IssuedCall(call, arrival.order, self._step(arrival.step))
        issued.step.add(issued)
        return issued

    def _step(self, name: str | None) -> OpenStep:
        step = self._open if name is None else self._named.get(name)
        if step is None or (name is None and step.closed):
            step = OpenStep(name)
            self._steps.append(step)
        if name is None:
            self._open = step
        else:
            self._named[name] = step
        return step

    async def release(self, issued: IssuedCall) -> None:
        """Wait until the result of a completed call may be released."""
        step = issued.step
        if step.name is not None:
            return
        async with step.closing:  # one call closes it; if that one is cancelled, another does
            while not step.closed:
                await step.until_idle()
                await self._quiet.wait()
                step.closed = step.closed or step.is_idle

    def client_was_asked(self) -> None:
        """Close the open step: the client has learned something, and may answer much later or never."""
        if self._open is not None:
            self._open.close()

    @property
    def given_out(self) -> int:
        """How many steps, from the first, have released all their results."""
        known = (step.is_idle and (step.closed or step.name is not None) for step in self._steps)
        return next((index for index, is_known in enumerate(known) if not is_known), len(self._steps))

    def steps(self) -> tuple[Step, ...]:
        """Return the steps so far."""
        return tuple(
            Step(tuple(issued.call for issued in sorted(step.calls, key=lambda issued: issued.sort_key)))
            for step in self._steps
        )
