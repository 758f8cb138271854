"""Bibliomantic alone: the same casts read twice, and walks from one hexagram to others."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from m3bench.suites import Blueprint, CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.culture._shared.readings import (
    CONSULT,
    DETAILS,
    READING,
    page,
    related,
    theme,
)
from m3bench_suites.builders.cross.culture._shared.wordings.oracle import COUNCIL, QUESTIONS, WALK
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    branch,
    computed,
    found,
    require,
    rows,
    solution,
    task,
    validation,
)
from m3bench_suites.builders.fields import named, number, records, text

_ASKED, _WALKS, _MANY_CHANGES = 6, 4, 9

Step = Generator[Sequence[PlannedCall], Sequence[CallResult], None]


def _council(draw: TaskDraw) -> Blueprint:
    questions = draw.sample(QUESTIONS, _ASKED, "questions")

    def plan() -> Plan:
        hasty = yield [call(READING, query=question) for question in questions]
        short = [page(each.text) for each in hasty]
        moved = [place for place in range(_ASKED) if short[place].changing]
        careful = yield [call(CONSULT, hasty[place], query=questions[place]) for place in moved]
        right = {place: page(each.text) for place, each in zip(moved, careful, strict=True)}
        wrong = [place for place in moved if short[place].result != right[place].result]
        require(wrong, "all short readings are right.")
        changes = [len(each.changing) for each in short]
        many = sum(changes) >= _MANY_CHANGES
        asked = 0 if many else _ASKED - 1
        outcome = right[wrong[0]].result
        casts = [each.number for each in short]
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
        told = found(theme(decided.text))
        return solution(
            {
                "slips": rows(
                    {
                        "question": found(questions[place]),
                        "short_result": found(short[place].result),
                        "right_result": found(right[place].result),
                    }
                    for place in wrong
                ),
                "changing_lines": computed(sum(changes), [line for each in short for line in each.changing]),
                "outcome_theme": found(theme(first.text)),
                "inverse": found(inverse),
                "opposite_of_inverse": found(opposite),
                "end_theme": found(theme(known[end].text)),
                "theme_of_first": told if many else NOTHING,
                "theme_of_last": NOTHING if many else told,
            },
            branches=[
                branch(
                    "at least 9 lines change in the six casts",
                    holds=many,
                    met={"tools": [DETAILS], "values": [casts[0]]},
                    unmet={"tools": [DETAILS], "values": [casts[-1]]},
                )
            ],
            validations=[
                validation(
                    "the hexagram that a cast turns into",
                    (READING, CONSULT),
                    [questions[place] for place in moved],
                    [questions[place] for place in wrong],
                )
            ],
        )

    form = (
        records(
            "slips",
            "questions whose short reading names another result than the consultation",
            named("question", "the question, word for word"),
            number("short_result", "number of the resulting hexagram by the short reading"),
            number("right_result", "number of the resulting hexagram by the consultation"),
        ),
        number("changing_lines", "the number of changing lines of all 6 casts together"),
        text("outcome_theme", "what the right result of the first such question is the hexagram of"),
        number("inverse", "number of the inverse of that hexagram"),
        number("opposite_of_inverse", "number of the opposite of that inverse"),
        text("end_theme", "what the inverse of that opposite is the hexagram of"),
        text(
            "theme_of_first", "what the cast of the first question is the hexagram of, if that is asked for"
        ),
        text("theme_of_last", "what the cast of the last question is the hexagram of, if that is asked for"),
    )
    return task(draw, FAMILY, COUNCIL, {"questions": _quoted(questions)}, form, plan)


def _walk(draw: TaskDraw) -> Blueprint:
    *questions, extra, other = draw.sample(QUESTIONS, _WALKS + 2, "questions")

    def plan() -> Plan:
        asked = yield [call(CONSULT, query=question) for question in questions]
        casts = [page(each.text) for each in asked]
        known: dict[int, CallResult] = {}
        places = [each.number if each.result is None else each.result for each in casts]
        sources: Sequence[CallResult] = asked
        for relation in ("Opposite", "Inverse"):
            yield from _look_up(places, sources, known)
            sources = [known[place] for place in places]
            places = [related(each.text, relation)[0] for each in sources]
        yield from _look_up(places, sources, known)
        numbers, ends = [each.number for each in casts], places
        require(sum(numbers) != sum(ends), "the sums are the same.")
        more = sum(numbers) > sum(ends)
        (last,) = yield [call(CONSULT, *asked, *sources, query=extra if more else other)]
        drawn = page(last.text)
        yield from _look_up([drawn.number], [last], known)
        told = found(drawn.name)
        return solution(
            {
                "walks": rows(
                    {
                        "question": found(question),
                        "cast": found(one),
                        "end": found(end),
                        "end_theme": found(theme(known[end].text)),
                    }
                    for question, one, end in zip(questions, numbers, ends, strict=True)
                ),
                "cast_sum": computed(sum(numbers), numbers),
                "end_sum": computed(sum(ends), ends),
                "cast_if_higher": told if more else NOTHING,
                "cast_if_not": NOTHING if more else told,
                "its_theme": found(theme(known[drawn.number].text)),
            },
            branches=[
                branch(
                    "the numbers of the casts add up to more than those of the last hexagrams",
                    holds=more,
                    met={"tools": [CONSULT, READING], "values": [extra]},
                    unmet={"tools": [CONSULT, READING], "values": [other]},
                )
            ],
        )

    form = (
        records(
            "walks",
            "the walk of each question",
            named("question", "the question, word for word"),
            number("cast", "number of the cast hexagram"),
            number("end", "number of the last hexagram of the walk"),
            text("end_theme", "what that is the hexagram of"),
        ),
        number("cast_sum", "the sum of the 4 cast numbers"),
        number("end_sum", "the sum of the 4 last numbers"),
        named(
            "cast_if_higher",
            "English name of the hexagram cast for the question asked if the casts add up to more",
        ),
        named("cast_if_not", "English name of the hexagram cast for the question asked if they do not"),
        text("its_theme", "what that is the hexagram of"),
    )
    words = {"questions": _quoted(questions), "more": f"“{extra}”", "less": f"“{other}”"}
    return task(draw, FAMILY, WALK, words, form, plan)


def _look_up(numbers: Sequence[int], sources: Sequence[CallResult], known: dict[int, CallResult]) -> Step:
    """Look up hexagrams that are not known yet. Each number was found in the source at its place."""
    new = {number: source for number, source in zip(numbers, sources, strict=True) if number not in known}
    if new:
        results = yield [call(DETAILS, source, hexagram_number=one) for one, source in new.items()]
        known.update(zip(new, results, strict=True))


def _quoted(questions: Sequence[str]) -> str:
    return " ".join(f"“{question}”" for question in questions)


FAMILY = CrossFamily(
    number=44,
    name="bibliomantic",
    title="Bibliomantic",
    servers=("Bibliomantic",),
    makers=(_council, _walk),
)
