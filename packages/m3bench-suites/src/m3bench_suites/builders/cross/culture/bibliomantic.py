"""Bibliomantic alone: the same casts read twice, and walks from one hexagram to others."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from m3bench.suites import CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    Steps,
    TaskSpec,
    computed,
    fork,
    require,
    rows,
    solution,
    stated,
    validation,
)

READING, CONSULT = "Bibliomantic/i_ching_divination", "Bibliomantic/bibliomantic_consultation"
DETAILS = "Bibliomantic/get_hexagram_details"

_HEAD = re.compile(r"## Hexagram (\d+): (.+) \S+\n")
_CHANGING = re.compile(r"\*\*Changing lines:\*\* ([\d, ]+)\n")
_RESULT = re.compile(r"\*\*Resulting hexagram:\*\* Hexagram (\d+), (.+) \(")
_THEME = re.compile(r"This is the hexagram of (.+?)\. ")
_RELATED = r"\*\*{}:\*\* Hexagram (\d+), (.+) \("


class Page(msgspec.Struct, frozen=True):
    """What a reading or a consultation says about a cast."""

    number: int
    name: str
    changing: tuple[int, ...]
    result: int | None
    """The hexagram that the cast turns into; None if no line changes."""
    result_name: str = ""


def page(text: str) -> Page:
    """Return the cast that a page describes."""
    head, lines, result = _HEAD.search(text), _CHANGING.search(text), _RESULT.search(text)
    if head is None:
        raise PlanError("the page names no hexagram.")
    changing = tuple(int(place) for place in lines[1].split(", ")) if lines else ()
    if result is None:
        return Page(int(head[1]), head[2], changing, None)
    return Page(int(head[1]), head[2], changing, int(result[1]), result[2])


def theme(text: str) -> str:
    """Return what a hexagram is the hexagram of, from its details."""
    return _found(_THEME, text)[1]


def related(text: str, relation: str) -> tuple[int, str]:
    """Return number and name of the `Opposite` or the `Inverse`, from the details of a hexagram."""
    match = _found(re.compile(_RELATED.format(relation)), text)
    return int(match[1]), match[2]


def _found(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    match = pattern.search(text)
    if match is None:
        raise PlanError(f"the details have no {pattern.pattern!r}.")
    return match


_ASKED, _WALKS, _MANY_CHANGES = 6, 4, 9

_QUESTIONS = (
    "Shall we move the workshop to the coast?",
    "Should I accept the post in the north?",
    "Is it time to sell the old boat?",
    "Will the choir find a new conductor this winter?",
    "Shall I write to my brother again?",
    "Should the orchard be replanted with pears?",
    "Is the new partner to be trusted with the keys?",
    "Shall we open a second bakery?",
    "Should I learn the violin after all?",
    "Will the bridge be finished before the rains?",
    "Shall we take the mountain road?",
    "Should the council lend the meadow to the circus?",
    "Is this the year to restore the mill?",
    "Shall I leave the house to my niece?",
    "Should we invite the neighbours to the harvest?",
    "Will a longer rest restore my health?",
)


def _council(draw: TaskDraw) -> TaskSpec:
    questions = draw.sample(_QUESTIONS, _ASKED, "questions")

    def plan() -> Plan:
        hasty = yield [call(READING, query=question) for question in questions]
        short = [page(result.text) for result in hasty]
        moved = [index for index in range(_ASKED) if short[index].changing]
        careful = yield [call(CONSULT, hasty[index], query=questions[index]) for index in moved]
        right = {index: page(result.text) for index, result in zip(moved, careful, strict=True)}
        wrong = [index for index in moved if short[index].result != right[index].result]
        require(wrong, "all short readings are right.")
        changes = [len(cast.changing) for cast in short]
        many = sum(changes) >= _MANY_CHANGES
        asked = 0 if many else _ASKED - 1
        outcome = right[wrong[0]].result
        casts = [cast.number for cast in short]
        require(outcome is not None and outcome not in (casts[0], casts[-1]), "hexagrams come up twice.")
        require(casts[0] != casts[-1], "hexagrams come up twice.")
        first, decided = yield [
            call(DETAILS, *hasty, *careful, hexagram_number=outcome),
            call(DETAILS, *hasty, hexagram_number=casts[asked]),
        ]
        inverse, _ = related(first.text, "Inverse")
        (turned,) = yield [call(DETAILS, first, hexagram_number=inverse)]
        opposite, _ = related(turned.text, "Opposite")
        (across,) = yield [call(DETAILS, turned, hexagram_number=opposite)]
        end, _ = related(across.text, "Inverse")
        known = {casts[asked]: decided, inverse: turned, opposite: across}
        yield from _look_up([end], [across], known)
        return solution(
            {
                "slips": rows(
                    {
                        "question": stated(questions[index]),
                        "short_result": stated(short[index].result),
                        "right_result": stated(right[index].result),
                    }
                    for index in wrong
                ),
                "changing_lines": computed(sum(changes), [line for cast in short for line in cast.changing]),
                "outcome_theme": stated(theme(first.text)),
                "inverse": stated(inverse),
                "opposite_of_inverse": stated(opposite),
                "end_theme": stated(theme(known[end].text)),
                "theme": stated(theme(decided.text)),
            },
            branches=[
                fork("at least 9 lines change in the six casts", many, DETAILS, met=casts[0], unmet=casts[-1])
            ],
            validations=[
                validation(
                    "the hexagram that a cast turns into",
                    (READING, CONSULT),
                    [questions[index] for index in moved],
                    [questions[index] for index in wrong],
                )
            ],
        )

    return TaskSpec(words={"questions": _quoted(questions)}, plans=(plan,))


def _walk(draw: TaskDraw) -> TaskSpec:
    *questions, extra, substitute = draw.sample(_QUESTIONS, _WALKS + 2, "questions")

    def plan() -> Plan:
        asked = yield [call(CONSULT, query=question) for question in questions]
        casts = [page(result.text) for result in asked]
        known: dict[int, CallResult] = {}
        places = [cast.number if cast.result is None else cast.result for cast in casts]
        sources: Sequence[CallResult] = asked
        for relation in ("Opposite", "Inverse"):
            yield from _look_up(places, sources, known)
            sources = [known[place] for place in places]
            places = [related(source.text, relation)[0] for source in sources]
        yield from _look_up(places, sources, known)
        numbers, ends = [cast.number for cast in casts], places
        require(sum(numbers) != sum(ends), "the sums are the same.")
        more = sum(numbers) > sum(ends)
        (last,) = yield [call(CONSULT, *asked, *sources, query=extra if more else substitute)]
        drawn = page(last.text)
        yield from _look_up([drawn.number], [last], known)
        return solution(
            {
                "walks": rows(
                    {
                        "question": stated(question),
                        "cast": stated(number),
                        "end": stated(end),
                        "end_theme": stated(theme(known[end].text)),
                    }
                    for question, number, end in zip(questions, numbers, ends, strict=True)
                ),
                "cast_sum": computed(sum(numbers), numbers),
                "end_sum": computed(sum(ends), ends),
                "cast": stated(drawn.name),
                "its_theme": stated(theme(known[drawn.number].text)),
            },
            branches=[
                fork(
                    "the numbers of the casts add up to more than those of the last hexagrams",
                    more,
                    (CONSULT, READING),
                    met=extra,
                    unmet=substitute,
                )
            ],
        )

    return TaskSpec(
        words={"questions": _quoted(questions), "more": f"“{extra}”", "less": f"“{substitute}”"},
        plans=(plan,),
    )


def _look_up(
    numbers: Sequence[int], sources: Sequence[CallResult], known: dict[int, CallResult]
) -> Steps[None]:
    """Look up hexagrams that are not known yet. Each number was found in the source at its place."""
    new = {number: source for number, source in zip(numbers, sources, strict=True) if number not in known}
    if new:
        results = yield [call(DETAILS, source, hexagram_number=name) for name, source in new.items()]
        known.update(zip(new, results, strict=True))


def _quoted(questions: Sequence[str]) -> str:
    return " ".join(f"“{question}”" for question in questions)


FAMILY = cross_family(
    number=44, name="bibliomantic", title="Bibliomantic", servers=("Bibliomantic",), tasks=(_council, _walk)
)
