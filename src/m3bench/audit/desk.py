"""What lies before the auditors: references of tasks, and what each of them has made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Literal

import msgspec

from m3bench.audit.decisions import Decision, Verdict, form_digest, judged_digest, reason_given, stamp
from m3bench.audit.dependencies import problems, with_edges
from m3bench.audit.editing import Edit, Refused, apply
from m3bench.audit.ledger import Ledger
from m3bench.audit.standing import WITHDRAW, Standing, standings
from m3bench.core import M3BenchError, Reference, Task, UsageError
from m3bench.suites import Suite


class Item(msgspec.Struct, frozen=True):
    """One reference of one task."""

    suite: Suite
    task: Task
    index: int
    judged: str

    @property
    def reference(self) -> Reference:
        return self.task.references[self.index]

    @property
    def name(self) -> str:
        """The task, and which reference where it has several."""
        several = len(self.task.references) > 1
        return f"{self.task.id} · {self.index + 1}" if several else self.task.id


class Undo(msgspec.Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Back to what was before the last edit."""


class Reset(msgspec.Struct, frozen=True, tag="reset", forbid_unknown_fields=True):
    """Back to the reference of the file."""


class Adopt(msgspec.Struct, frozen=True, tag="adopt", forbid_unknown_fields=True):
    """The form that somebody else has decided on."""

    person: str


Change = Edit | Undo | Reset | Adopt


class Outdated(M3BenchError):
    """The page shows something else than what is kept: it was changed in another window."""


class Desk:
    """All items, and the record of decisions."""

    def __init__(
        self, suites: Iterable[Suite], ledger: Ledger[Decision], now: Callable[[], datetime]
    ) -> None:
        self.items = items_of(suites)
        self._ledger = ledger
        self._now = now

    def standings(self) -> dict[str, dict[str, Standing]]:
        return standings(self._ledger.entries)

    def people(self) -> list[str]:
        return sorted({decision.auditor for decision in self._ledger.entries})

    def standing(self, person: str, item: Item) -> Standing:
        return self.standings().get(item.judged, {}).get(person, Standing())

    def others(self, person: str, item: Item) -> dict[str, Standing]:
        """What others decided: only for one who has decided too, so that nobody is led."""
        people = self.standings().get(item.judged, {})
        if people.get(person, Standing()).first == "open":
            return {}
        return {name: one for name, one in people.items() if name != person and one.verdict != "open"}

    def form(self, person: str, item: Item) -> Reference:
        """The reference as this person has it before them, with its dependencies written down."""
        return self.standing(person, item).form or _as_given(item)

    def change(self, person: str, item: Item, seen: str, change: Change) -> None:
        """Do an edit and keep it; a verdict that was given before is thereby taken back."""
        standing, shown = self._seen(person, item, seen)
        after = self._changed(person, item, standing, shown, change)
        if after is not None and form_digest(after) == form_digest(_as_given(item)):
            after = None
        if form_digest(after or _as_given(item)) != form_digest(shown):
            self._keep(person, item, "open", action=str(change.__struct_config__.tag), edited=after)

    def decide(
        self, person: str, item: Item, seen: str, verdict: Literal["approved", "rejected"], reason: str
    ) -> None:
        """Approve or reject what is shown."""
        standing, _ = self._seen(person, item, seen)
        given = reason_given(reason, needed=verdict == "rejected")
        wrong = problems(standing.form or item.reference) if verdict == "approved" else []
        if wrong:
            raise Refused(f"This cannot be approved. {' '.join(wrong)}", "Mend it, or reject it.")
        self._keep(person, item, verdict, reason=given, edited=standing.form)

    def withdraw(self, person: str, item: Item) -> None:
        """Take a verdict back."""
        standing = self.standing(person, item)
        if standing.verdict != "open":
            self._keep(person, item, "open", action=WITHDRAW, edited=standing.form)

    def _seen(self, person: str, item: Item, seen: str) -> tuple[Standing, Reference]:
        standing, shown = self.standing(person, item), self.form(person, item)
        if form_digest(shown) != seen:
            raise Outdated("It was changed in another window meanwhile.", "Look at it again.")
        return standing, shown

    def _changed(
        self, person: str, item: Item, standing: Standing, shown: Reference, change: Change
    ) -> Reference | None:
        match change:
            case Undo():
                if not standing.history:
                    raise Refused("There is nothing to undo.")
                return standing.history[-1]
            case Reset():
                return None
            case Adopt():
                others = self.others(person, item)
                if change.person not in others:
                    raise Refused(f"{change.person} has decided nothing here.")
                return others[change.person].form
            case _:
                return apply(shown, change)

    def _keep(
        self,
        person: str,
        item: Item,
        verdict: Verdict,
        *,
        edited: Reference | None,
        action: str = "",
        reason: str = "",
    ) -> None:
        self._ledger.append(
            Decision(
                task=item.task.id,
                reference=item.index,
                judged=item.judged,
                auditor=person,
                at=stamp(self._now()),
                verdict=verdict,
                action=action,
                reason=reason,
                edited=edited,
            )
        )


def _as_given(item: Item) -> Reference:
    return with_edges(item.reference, item.task.request)


def items_of(suites: Iterable[Suite]) -> tuple[Item, ...]:
    """Every reference of every task. A task must not stand in two files."""
    items = [
        Item(suite, task, index, judged_digest(task, reference))
        for suite in suites
        for task in suite.tasks
        for index, reference in enumerate(task.references)
    ]
    _require_single(items)
    if not items:
        raise UsageError("There is no reference to audit.", "Give tasks that have reference trajectories.")
    return tuple(items)


def _require_single(items: Sequence[Item]) -> None:
    homes: dict[str, Suite] = {}
    for item in items:
        home = homes.setdefault(item.task.id, item.suite)
        if home is not item.suite:
            raise UsageError(
                f"The task {item.task.id} is in {home.name} and in {item.suite.name}.",
                "Take one of the two files out of the folder, or name one file.",
            )
