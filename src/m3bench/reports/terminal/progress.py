"""Progress of a run: a live display on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import Progress
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from m3bench.core import Status, Usage
from m3bench.core.text import plural
from m3bench.runs import FinishedAttempt, Key

_MOST_SHOWN = 12
_REFRESHES = 4


@dataclass
class _Running:
    began: float
    number: int
    doing: str = "starting"


@dataclass
class Tally:
    """The state of a run."""

    total: int = 0
    done: int = 0
    before: int = 0
    """Of those done, the ones from earlier sessions."""
    statuses: Counter[Status] = field(default_factory=Counter)
    retried: int = 0
    usage: Usage | None = None

    def line(self) -> str:
        """Return failures by kind, tokens and cost on one line, without empty parts."""
        parts = [
            f"{count} {status.value.replace('_', ' ')}" for status, count in sorted(self.statuses.items())
        ]
        if self.retried:
            parts.append(f"{self.retried} retried")
        return ", ".join([*parts, *usage_parts(self.usage)])

    def left(self, seconds: float) -> float | None:
        """Return the estimated remaining seconds, or None."""
        made = self.done - self.before
        return (self.total - self.done) * seconds / made if made else None


def usage_parts(usage: Usage | None) -> list[str]:
    """Describe tokens and cost, also if unknown. Empty if nothing was used."""
    if usage is None or usage.requests == 0:
        return []
    known = usage.input_tokens is not None and usage.output_tokens is not None
    tokens = (
        f"{(usage.input_tokens or 0) + (usage.output_tokens or 0):,} tokens" if known else "tokens unknown"
    )
    return [tokens, f"${usage.cost:.4f}" if usage.cost is not None else "cost unknown"]


class Displayed:
    """Shows a display until the end of a block. Without one, nothing happens."""

    display: Live | Progress | None

    def __enter__(self) -> Self:
        if self.display:
            self.display.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.display:
            self.display.stop()


class LiveRun(Displayed):
    """Displays a run. A `RunWatcher` and a context manager."""

    def __init__(self, console: Console, title: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._console, self._title, self._clock = console, title, clock
        self.tally = Tally()
        self._running: dict[Key, _Running] = {}
        self._began = clock()
        self.display = (
            Live(get_renderable=self._shown, console=console, transient=True, refresh_per_second=_REFRESHES)
            if console.is_terminal
            else None
        )

    def began(self, todo: int, done: int) -> None:
        self.tally.total, self.tally.done, self.tally.before = todo + done, done, done
        if done:
            self.said(f"{done} of {todo + done} attempts are already done")

    def started(self, key: Key, number: int) -> None:
        self._running[key] = _Running(self._clock(), number)

    def thinking(self, key: Key, step: int) -> None:
        self._running[key].doing = f"step {step}: asking the model"

    def calling(self, key: Key, step: int, tools: Sequence[str]) -> None:
        named = ", ".join(dict.fromkeys(tool or "(unreadable)" for tool in tools))
        self._running[key].doing = f"step {step}: {named}"

    def spent(self, total: Usage) -> None:
        self.tally.usage = total

    def parked(self, key: Key) -> None:
        self._running.pop(key, None)

    def said(self, text: str) -> None:
        self._console.print(Text(text), soft_wrap=True)

    def ended(self, record: FinishedAttempt) -> None:
        self._running.pop(record.key, None)
        if not record.final:
            self.tally.retried += 1
            self.said(f"{_named(record.key)}: {_ending(record)}; retrying")
            return
        self.tally.done += 1
        self.tally.statuses[record.trajectory.status] += 1
        if record.failed or self.display is None:
            self.said(f"[{self.tally.done}/{self.tally.total}] {_named(record.key)}: {_ending(record)}")

    def _shown(self) -> RenderableType:
        now = self._clock()
        table = Table.grid(padding=(0, 1), expand=False)
        for key, running in list(self._running.items())[:_MOST_SHOWN]:
            again = f" (try {running.number})" if running.number > 1 else ""
            table.add_row(
                f"{now - running.began:5.0f} s", Text(_named(key) + again), Text(running.doing, "dim")
            )
        return Group(self._bar(now), Text(self.tally.line(), "dim"), table)

    def _bar(self, now: float) -> RenderableType:
        left = self.tally.left(now - self._began)
        ahead = "" if left is None else f", about {left:.0f} s left"
        row = Table.grid(padding=(0, 1))
        row.add_row(
            self._title,
            ProgressBar(total=max(1, self.tally.total), completed=self.tally.done, width=30),
            f"{self.tally.done}/{self.tally.total}{ahead}",
        )
        return row


def _named(key: Key) -> str:
    return key.task_id if key.epoch == 1 else f"{key.task_id} (epoch {key.epoch})"


def _ending(record: FinishedAttempt) -> str:
    trajectory = record.trajectory
    reason = trajectory.extra.get("reason")
    counts = plural(len(trajectory.steps), "step"), plural(trajectory.call_count, "call")
    steps = f"{', '.join(counts)}, {record.seconds:.1f} s"
    return f"{trajectory.status.value.replace('_', ' ')} ({steps}){f': {reason}' if reason else ''}"
