"""Progress of judging: a bar on a terminal, occasional lines elsewhere."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from m3bench.core import Usage
from m3bench.judges import Judgement
from m3bench.reports.terminal.progress import Displayed, usage_parts
from m3bench.runs import Estimate

_PARTS = 10
"""Lines in total without a terminal."""


class LiveJudging(Displayed):
    """Displays judging. A `JudgeWatcher` and a context manager."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.display = self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[remark]}", style="dim", markup=False),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._bar = self._progress.add_task("judging", total=0, visible=False, remark="")
        self._usage: Usage | None = None
        self._told: set[tuple[str, str]] = set()
        self.todo = self.made = self.missing = self.cached = 0

    def began(self, todo: int, done: int) -> None:
        self.todo = todo
        self._progress.update(self._bar, total=todo, visible=True)
        if done:
            self.said(f"{done} of {todo + done} judgements are already done")

    def judged(self, judgement: Judgement) -> None:
        self.made += 1
        self.cached += judgement.cached
        if judgement.scores is None:
            self.missing += 1
            self._report_missing(judgement)
        self._progress.update(self._bar, completed=self.made, remark=self._remark())
        if not self._console.is_terminal and self._is_worth_a_line():
            self.said(f"[{self.made}/{self.todo}] judged{self._remark(', ')}")

    def spent(self, total: Usage) -> None:
        self._usage = total

    def said(self, text: str) -> None:
        self._console.print(Text(text))

    def _report_missing(self, missing: Judgement) -> None:
        """Print each reason once: a judge that cannot do it fails every time."""
        reason = missing.judge, missing.problem
        if reason not in self._told:
            self._told.add(reason)
            self.said(f"missing: {missing.case} by {missing.judge}: {missing.problem}")

    def _is_worth_a_line(self) -> bool:
        """Return True at every tenth of the total, and at its end."""
        return self.made * _PARTS // self.todo > (self.made - 1) * _PARTS // self.todo

    def _remark(self, before: str = "") -> str:
        parts = [
            f"{count} {word}" for count, word in ((self.cached, "cached"), (self.missing, "missing")) if count
        ]
        summary = ", ".join([*parts, *usage_parts(self._usage)])
        return f"{before}{summary}" if summary else ""


def print_estimate(console: Console, estimate: Estimate) -> None:
    """Print the estimated cost of judging."""
    judges = "1 judge" if len(estimate.judges) == 1 else f"{len(estimate.judges)} judges"
    remembered = f", {estimate.cached} more are cached or cannot be judged" if estimate.cached else ""
    console.print(f"about {estimate.requests} requests to {judges}{remembered}")
    for name, cost in estimate.judges.items():
        dollars = "price unknown" if cost.dollars is None else f"${cost.dollars:.4f}"
        tokens = f"{cost.input_tokens:,} tokens in and about {cost.output_tokens:,} out"
        console.print(Text(f"  {name}: {cost.requests} requests, {tokens}: {dollars}"), soft_wrap=True)
    unknown = f", plus an unknown price for {', '.join(estimate.unpriced)}" if estimate.unpriced else ""
    console.print(Text(f"estimated cost: ${estimate.dollars:.4f}{unknown}"), soft_wrap=True)
