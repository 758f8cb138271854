"""An audit: the references of tasks, and the edits and verdicts of all auditors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Literal

from m3bench.apps.audit.decisions import (
    WITHDRAW,
    AuditState,
    Decision,
    Verdict,
    form_digest,
    parse_reason,
    states,
    timestamp,
)
from m3bench.apps.audit.dependencies import problems, update_edges, with_edges
from m3bench.apps.audit.editing import apply, changed_call, parse_arguments
from m3bench.apps.audit.edits import Adopt, Change, Edit, EditRefused, Reset, Undo
from m3bench.apps.audit.items import Item, list_items
from m3bench.apps.audit.ledger import Ledger
from m3bench.apps.audit.permitted_tools import PermittedTools
from m3bench.apps.audit.results import RecordedResults
from m3bench.core import Call, M3BenchError, Reference
from m3bench.scoring import Link
from m3bench.suites import Suite


class EditConflict(M3BenchError):
    """The page is out of date: the item was changed in another window."""


class AuditSession:
    """All items and the decisions of all auditors."""

    def __init__(
        self,
        suites: Iterable[Suite],
        ledger: Ledger[Decision],
        now: Callable[[], datetime],
        tools: PermittedTools | None = None,
        results: RecordedResults | None = None,
    ) -> None:
        self.items = list_items(suites)
        self.tools = tools or PermittedTools()
        self._results = results or RecordedResults()
        self._ledger = ledger
        self._now = now
        self._originals: dict[str, Reference] = {}

    def states(self) -> dict[str, dict[str, AuditState]]:
        return states(self._ledger.entries)

    def people(self) -> list[str]:
        return sorted({decision.auditor for decision in self._ledger.entries})

    def state(self, person: str, item: Item) -> AuditState:
        return self.states().get(item.judged, {}).get(person, AuditState())

    def others(self, person: str, item: Item) -> dict[str, AuditState]:
        """Return the decisions of others, but only to a person who has decided, to avoid bias."""
        people = self.states().get(item.judged, {})
        if people.get(person, AuditState()).first == "open":
            return {}
        return {name: state for name, state in people.items() if name != person and state.verdict != "open"}

    def form(self, person: str, item: Item) -> Reference:
        """Return the reference as this person left it, with explicit dependencies."""
        return self.state(person, item).form or self._original(item)

    def with_results(self, item: Item, form: Reference) -> Reference:
        """Return the form with the recorded results of its calls."""
        return self._results.with_results(item.task.id, form)

    def objections(self, item: Item, name: str, text: str) -> list[str]:
        """Return the problems of a call that is being edited."""
        try:
            self.tools.require_permitted(item.task, name)
            return self.tools.call_problems(item.task, Call(name, parse_arguments(text)))
        except EditRefused as refused:
            return [refused.message]

    def change(self, person: str, item: Item, seen: str, change: Change) -> None:
        """Apply an edit and save it. This withdraws an earlier verdict."""
        with self._ledger.locked() as append:
            state, shown = self._seen(person, item, seen)
            given = self._original(item)
            after = self._changed(person, item, state, shown, change)
            if after is not None and form_digest(after) == form_digest(given):
                after = None
            if form_digest(after or given) != form_digest(shown):
                append(self._decision(person, item, "open", after, action=str(change.__struct_config__.tag)))

    def decide(
        self, person: str, item: Item, seen: str, verdict: Literal["approved", "rejected"], reason: str
    ) -> None:
        """Approve or reject the current form."""
        with self._ledger.locked() as append:
            state, _ = self._seen(person, item, seen)
            given = parse_reason(reason, needed=verdict == "rejected")
            if verdict == "approved":
                self._require_approvable(item, state.form or item.reference, given)
            append(self._decision(person, item, verdict, state.form, reason=given))

    def _require_approvable(self, item: Item, form: Reference, reason: str) -> None:
        """Refuse a form with errors, and one with doubtful calls unless a reason is given."""
        wrong = problems(form)
        if wrong:
            raise EditRefused(f"This cannot be approved. {' '.join(wrong)}", "Fix it, or reject it.")
        call_problems = [
            problem for _, call in form.calls() for problem in self.tools.call_problems(item.task, call)
        ]
        if call_problems and not reason:
            raise EditRefused(call_problems[0], "Fix it, or give a reason why it is correct.")

    def withdraw(self, person: str, item: Item) -> None:
        """Withdraw a verdict."""
        with self._ledger.locked() as append:
            state = self.state(person, item)
            if state.verdict != "open":
                append(self._decision(person, item, "open", state.form, action=WITHDRAW))

    def _seen(self, person: str, item: Item, seen: str) -> tuple[AuditState, Reference]:
        state, shown = self.state(person, item), self.form(person, item)
        if form_digest(shown) != seen:
            raise EditConflict("This was changed in another window.", "Check it again.")
        return state, shown

    def _changed(
        self, person: str, item: Item, state: AuditState, shown: Reference, change: Change
    ) -> Reference | None:
        match change:
            case Undo():
                if not state.history:
                    raise EditRefused("There is nothing to undo.")
                return state.history[-1]
            case Reset():
                return None
            case Adopt():
                others = self.others(person, item)
                if change.person not in others:
                    raise EditRefused(f"{change.person} has not decided on this.")
                return others[change.person].form
            case _:
                return self._edited(item, shown, change)

    def _edited(self, item: Item, shown: Reference, edit: Edit) -> Reference:
        """Apply an edit, and update the dependencies of the changed call."""
        after = apply(shown, edit)
        number = changed_call(shown, after)
        if number is None:
            return after
        names = [call.name for _, call in after.calls()]
        if names[number] not in {call.name for _, call in shown.calls()}:
            self.tools.require_permitted(item.task, names[number])
        # A new call shifts the numbers of later calls, and had no links before.
        before = () if len(names) > shown.call_count else self._links(item, shown)
        return update_edges(after, number, self._links(item, after), before)

    def _links(self, item: Item, reference: Reference) -> tuple[Link, ...]:
        return self._results.links(item.task.id, reference, item.task.request)

    def _original(self, item: Item) -> Reference:
        """Return the reference of the file with dependencies, cached because tracing is slow."""
        if item.judged not in self._originals:
            links = () if item.reference.edges else self._links(item, item.reference)
            self._originals[item.judged] = with_edges(item.reference, links)
        return self._originals[item.judged]

    def _decision(
        self, person: str, item: Item, verdict: Verdict, edited: Reference | None, **said: str
    ) -> Decision:
        return Decision(
            task=item.task.id, reference=item.index, judged=item.judged, auditor=person,
            at=timestamp(self._now()), verdict=verdict, edited=edited, **said,
        )  # fmt: skip
