"""What lies before the auditors: references of tasks, and what each of them has made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Literal

from m3bench.apps.audit.decisions import Decision, Verdict, form_digest, reason_given, stamp
from m3bench.apps.audit.editing import (
    Adopt,
    Change,
    Edit,
    Refused,
    Reset,
    Undo,
    apply,
    arguments_read,
    problems,
    retraced,
    touched,
    with_edges,
)
from m3bench.apps.audit.items import Item, items_of
from m3bench.apps.audit.ledger import Ledger
from m3bench.apps.audit.results import Results
from m3bench.apps.audit.standing import WITHDRAW, Standing, standings
from m3bench.apps.audit.toolshelf import Toolshelf
from m3bench.core import Call, M3BenchError, Reference
from m3bench.scoring import Link
from m3bench.suites import Suite


class Outdated(M3BenchError):
    """The page shows something else than what is kept: it was changed in another window."""


class Desk:
    """All items, and the record of decisions."""

    def __init__(
        self,
        suites: Iterable[Suite],
        ledger: Ledger[Decision],
        now: Callable[[], datetime],
        tools: Toolshelf | None = None,
        results: Results | None = None,
    ) -> None:
        self.items = items_of(suites)
        self.tools = tools or Toolshelf()
        self._results = results or Results()
        self._ledger = ledger
        self._now = now
        self._given: dict[str, Reference] = {}

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
        return self.standing(person, item).form or self._as_given(item)

    def shown(self, item: Item, form: Reference) -> Reference:
        """The form with what its calls are known to have brought."""
        return self._results.shown(item.task.id, form)

    def objections(self, item: Item, name: str, text: str) -> list[str]:
        """What speaks against a call as it is being typed."""
        try:
            self.tools.require(item.task, name)
            return self.tools.doubts(item.task, Call(name, arguments_read(text)))
        except Refused as refused:
            return [refused.message]

    def change(self, person: str, item: Item, seen: str, change: Change) -> None:
        """Do an edit and keep it; a verdict that was given before is thereby taken back."""
        with self._ledger.alone() as append:
            standing, shown = self._seen(person, item, seen)
            given = self._as_given(item)
            after = self._changed(person, item, standing, shown, change)
            if after is not None and form_digest(after) == form_digest(given):
                after = None
            if form_digest(after or given) != form_digest(shown):
                action = str(change.__struct_config__.tag)
                append(self._decision(person, item, "open", action=action, edited=after))

    def decide(
        self, person: str, item: Item, seen: str, verdict: Literal["approved", "rejected"], reason: str
    ) -> None:
        """Approve or reject what is shown."""
        with self._ledger.alone() as append:
            standing, _ = self._seen(person, item, seen)
            given = reason_given(reason, needed=verdict == "rejected")
            if verdict == "approved":
                self._require_approvable(item, standing.form or item.reference, given)
            append(self._decision(person, item, verdict, reason=given, edited=standing.form))

    def _require_approvable(self, item: Item, form: Reference, reason: str) -> None:
        """What is surely wrong cannot be approved, and what is doubtful only with a reason."""
        wrong = problems(form)
        if wrong:
            raise Refused(f"This cannot be approved. {' '.join(wrong)}", "Mend it, or reject it.")
        doubts = [doubt for _, call in form.calls() for doubt in self.tools.doubts(item.task, call)]
        if doubts and not reason:
            raise Refused(doubts[0], "Mend it, or write into the reason why it is right all the same.")

    def withdraw(self, person: str, item: Item) -> None:
        """Take a verdict back."""
        with self._ledger.alone() as append:
            standing = self.standing(person, item)
            if standing.verdict != "open":
                append(self._decision(person, item, "open", action=WITHDRAW, edited=standing.form))

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
                return self._edited(item, shown, change)

    def _edited(self, item: Item, shown: Reference, edit: Edit) -> Reference:
        """With what the touched call needs found out again."""
        after = apply(shown, edit)
        number = touched(shown, after)
        if number is None:
            return after
        names = [call.name for _, call in after.calls()]
        if names[number] not in {call.name for _, call in shown.calls()}:
            self.tools.require(item.task, names[number])
        # Behind a new call the numbers are others, and before it nothing was known of it.
        before = () if len(names) > shown.call_count else self._links(item, shown)
        return retraced(after, number, self._links(item, after), before)

    def _links(self, item: Item, reference: Reference) -> tuple[Link, ...]:
        return self._results.links(item.task.id, reference, item.task.request)

    def _as_given(self, item: Item) -> Reference:
        """Kept, since looking for values takes its time in a long reference."""
        if item.judged not in self._given:
            found = () if item.reference.edges else self._links(item, item.reference)
            self._given[item.judged] = with_edges(item.reference, found)
        return self._given[item.judged]

    def _decision(
        self,
        person: str,
        item: Item,
        verdict: Verdict,
        *,
        edited: Reference | None,
        action: str = "",
        reason: str = "",
    ) -> Decision:
        return Decision(
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
