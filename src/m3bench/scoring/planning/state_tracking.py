"""State tracking: what was found before, and asked for again or forgotten."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from m3bench.scoring.evidence import adding_calls
from m3bench.scoring.planning.guesses import guesses
from m3bench.scoring.planning.plan_facts import PlanFacts
from m3bench.scoring.planning.records import Planning, PlanningFailure
from m3bench.scoring.provenance import folded_result, value_keys
from m3bench.scoring.taxonomy import looks_at_something

_SHORTEST_TEXT = 20
"""Shorter results, such as `[]` or `done`, are often the same without saying the same."""


def state_tracking(facts: PlanFacts) -> Iterator[PlanningFailure]:
    """Yield what was asked again in other words, forgotten as an input, or left out of the answer."""
    seen = _Seen(facts)
    yield from _asked_again(facts, seen)
    yield from _forgotten_inputs(facts)
    yield from _forgotten_fields(facts, seen)


class _Seen:
    """The results of an attempt, and which facts of the reference each adds."""

    def __init__(self, facts: PlanFacts) -> None:
        self.texts = {
            number: folded_result(call.result)
            for number, call in enumerate(facts.calls)
            if call.result is not None and facts.succeeded(number)
        }
        needed = [fact for fact in facts.known if fact.call is not None]
        self.holders = adding_calls(needed, dict(enumerate(facts.calls)), self.texts)

    def facts_of(self, number: int) -> frozenset[str | int | float]:
        """Return the values of the facts that a result adds."""
        return frozenset(fact.value for fact, holders in self.holders.items() if number in holders)


def _asked_again(facts: PlanFacts, seen: _Seen) -> Iterator[PlanningFailure]:
    """Yield calls that tell nothing new. Identical calls are redundant, and not counted here."""
    taken = set(facts.matched.values())
    for number in seen.texts:
        if number in taken or not looks_at_something(facts.calls[number], facts.tools):
            continue
        earlier = next((text for text in seen.texts if _says_the_same(facts, seen, text, number)), None)
        if earlier is not None and facts.keys[number] not in facts.keys[:number]:
            yield PlanningFailure(
                failure=Planning.STATE_TRACKING,
                calls=(earlier, number),
                detail=f"call {number + 1} ({facts.calls[number].name}) asks again for what call "
                f"{earlier + 1} had found",
            )


def _says_the_same(facts: PlanFacts, seen: _Seen, earlier: int, number: int) -> bool:
    one, other = facts.calls[earlier], facts.calls[number]
    if facts.step_of[earlier] >= facts.step_of[number] or one.name != other.name:
        return False
    if seen.texts[earlier] == seen.texts[number] and len(seen.texts[number]) >= _SHORTEST_TEXT:
        return True
    added = seen.facts_of(number)
    return bool(added) and added <= seen.facts_of(earlier) and bool(value_keys(one) & value_keys(other))


def _forgotten_inputs(facts: PlanFacts) -> Iterator[PlanningFailure]:
    """Yield calls with a guess in place of a value that a result had stated.

    A call that the alignment accepts has nearly the same values, for instance rounded ones.
    """
    reported: set[int] = set()
    for guess in guesses(facts):
        if guess.was_known and guess.expected_call not in facts.matched and guess.call not in reported:
            reported.add(guess.call)
            source = facts.matched[guess.source]
            yield PlanningFailure(
                failure=Planning.STATE_TRACKING,
                calls=(source, guess.call),
                expected_calls=(guess.source, guess.expected_call),
                detail=f"{guess.path} of call {guess.call + 1} ({facts.calls[guess.call].name}) was guessed, "
                f"although call {source + 1} had found it",
            )


def _forgotten_fields(facts: PlanFacts, seen: _Seen) -> Iterator[PlanningFailure]:
    """Yield fields of the form that were left empty, although all values for them had been found."""
    if not facts.fields:
        return
    holders_by_field: dict[str, list[frozenset[int]]] = defaultdict(list)
    for fact, holders in seen.holders.items():
        if fact.field is not None:
            # A fact of a row, such as `products.price`, belongs to the field with the rows.
            holders_by_field[fact.field.partition(".")[0]].append(holders)
    for field, several in holders_by_field.items():
        if all(several) and facts.fields.get(field) in (None, "", [], {}):
            yield PlanningFailure(
                failure=Planning.STATE_TRACKING,
                calls=tuple(sorted({min(holders) for holders in several})),
                detail=f"the field {field} is empty, although its value had been found",
            )
