"""Which calls an outside agent issued together: those that it sent before it knew any of their results."""

from __future__ import annotations

from typing import Any

import anyio
import msgspec

from m3bench.core import Call, Step, canonical_json
from m3bench.hosting.gateway.quiet import Quiet

STEP_KEY = "m3bench/step"
"""Where a client may put the id of a step into the `_meta` of a call: any text or number."""


class Arrival(msgspec.Struct, frozen=True, kw_only=True):
    """How a call came in."""

    order: int | None = None
    """Its place among the messages of its connection, or the id that the client numbers its requests by."""
    step: str | None = None
    """The step that the client says it belongs to."""
    arguments: Any = None
    """As they came; the SDK lets only objects pass."""


class Issued:
    """A call of a step. It is listed from its arrival on: an agent that hangs up has still issued it."""

    def __init__(self, call: Call, order: int | None, step: OpenStep) -> None:
        self.call = call
        self.step = step
        self._order = order

    @property
    def sort_key(self) -> tuple[bool, int, str, str]:
        """Nothing of it depends on when the call was dispatched or done."""
        call = self.call
        return self._order is None, self._order or 0, str(call.name), canonical_json(call.arguments)


class OpenStep:
    """A step that calls may still join. Its results are held back until it is closed; those of a step with an
    id are not, since the client has said what belongs together."""

    def __init__(self, name: str | None) -> None:
        self.name = name
        self.calls: list[Issued] = []
        self.closed = False
        self.closing = anyio.Lock()
        self._under_way = 0
        self._idle = anyio.Event()

    def add(self, issued: Issued) -> None:
        if not self._under_way:
            self._idle = anyio.Event()
        self._under_way += 1
        self.calls.append(issued)

    def end_one(self) -> None:
        self._under_way -= 1
        if not self._under_way:
            self._idle.set()

    def give_up(self) -> None:
        """Close it if nothing of it is under way: the client has given up waiting, and goes on."""
        self.closed = self.closed or self.is_idle

    @property
    def is_idle(self) -> bool:
        return not self._under_way

    async def until_idle(self) -> None:
        """Return when all calls of the step have ended."""
        await self._idle.wait()


class StepBook:
    """The steps of an attempt, in the order in which they began.

    A call joins the step whose id it carries. Without an id it joins the step that is open: one of which no
    result has been given out yet. A step is closed when all its calls have ended and the client has been
    quiet; what arrives afterwards belongs to a later one.
    """

    def __init__(self, quiet: Quiet) -> None:
        self._quiet = quiet
        self._steps: list[OpenStep] = []
        self._named: dict[str, OpenStep] = {}
        self._open: OpenStep | None = None

    def add(self, call: Call, arrival: Arrival) -> Issued:
        """List a call that has come in."""
        self._quiet.heard()
        issued = Issued(call, arrival.order, self._step(arrival.step))
        issued.step.add(issued)
        return issued

    def _step(self, name: str | None) -> OpenStep:
        found = self._open if name is None else self._named.get(name)
        if found is None or (name is None and found.closed):
            found = OpenStep(name)
            self._steps.append(found)
        if name is None:
            self._open = found
        else:
            self._named[name] = found
        return found

    async def release(self, issued: Issued) -> None:
        """Wait until the result of a call that has ended may be given out."""
        step = issued.step
        if step.name is not None:
            return
        async with step.closing:  # one of the calls closes it; were that one given up, another does
            while not step.closed:
                await step.until_idle()
                await self._quiet.wait()
                step.closed = step.is_idle

    @property
    def given_out(self) -> int:
        """How many steps, from the first on, the client knows all results of."""
        known = (step.is_idle and (step.closed or step.name is not None) for step in self._steps)
        return next((place for place, is_known in enumerate(known) if not is_known), len(self._steps))

    def steps(self) -> tuple[Step, ...]:
        """What there is so far."""
        return tuple(
            Step(tuple(each.call for each in sorted(step.calls, key=lambda one: one.sort_key)))
            for step in self._steps
        )
