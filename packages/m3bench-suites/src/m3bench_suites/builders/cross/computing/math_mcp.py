"""Math MCP alone: long sums by hand."""

from __future__ import annotations

from m3bench.suites import CallResult, Plan
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.sums import (
    add,
    divide,
    multiply,
    of_number,
    of_numbers,
    subtract,
)
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    TaskSpec,
    computed,
    leader,
    require,
    require_clear,
    solution,
    stated,
    together,
)

_DIVERS = ("Amaya", "Bogdan", "Chiara", "Dunja", "Emeka", "Freya", "Goran", "Hanako", "Imre", "Jolanda")
_COUNT, _JUDGES = 6, 7


def diving(draw: TaskDraw) -> TaskSpec:
    """Return a task on the scores of six divers."""
    divers = draw.sample(_DIVERS, _COUNT, "names")
    marks = {name: _marks(draw, name) for name in divers}
    difficulty = {name: draw.whole(22, 36, "difficulty", name) / 10 for name in divers}
    near = draw.pick((15, 20, 25), "near")

    def plan() -> Plan:
        results = yield [of_numbers(what, marks[name]) for what in ("sum", "min", "max") for name in divers]
        sums, lowest, highest = (
            dict(zip(divers, results[start : start + _COUNT], strict=True))
            for start in range(0, 3 * _COUNT, _COUNT)
        )
        results = yield [
            subtract(read_number(sums[name]), read_number(lowest[name]), sums[name], lowest[name])
            for name in divers
        ]
        fewer = dict(zip(divers, results, strict=True))
        results = yield [
            subtract(read_number(fewer[name]), read_number(highest[name]), fewer[name], highest[name])
            for name in divers
        ]
        counted = dict(zip(divers, results, strict=True))
        results = yield [
            multiply(read_number(counted[name]), difficulty[name], counted[name]) for name in divers
        ]
        scores = {name: read_number(result) for name, result in zip(divers, results, strict=True)}
        top, average, middle = yield [
            of_numbers(name, scores.values(), *results) for name in ("max", "mean", "median")
        ]
        winner = leader(scores, 0.05)
        last = leader(scores, 0.05, lowest=True)
        behind = yield [
            subtract(read_number(top), scores[name], top, result)
            for name, result in zip(divers, results, strict=True)
            if name != winner
        ]
        gaps = [read_number(gap) for gap in behind]
        for gap in gaps:
            require_clear(gap, near, 0.05)
        closest, whole = yield [of_numbers("min", gaps, *behind), of_numbers("sum", gaps, *behind)]
        return solution(
            {
                "winner": stated(winner),
                "winner_score": rounded(scores[winner], 2),
                "last": stated(last),
                "last_score": rounded(scores[last], 2),
                "runner_up_gap": rounded(read_number(closest), 2),
                "mean_score": rounded(read_number(average), 2),
                "median_score": rounded(read_number(middle), 2),
                "gap_sum": rounded(read_number(whole), 2),
                "close": computed(sum(gap < near for gap in gaps), gaps),
            }
        )

    told = "; ".join(f"{name} {' '.join(map(str, marks[name]))} × {difficulty[name]}" for name in divers)
    return TaskSpec(words={"marks": told, "near": near}, plans=(plan,))


def _marks(draw: TaskDraw, name: str) -> list[float]:
    level = draw.whole(11, 17, "level", name)
    return [(level + draw.whole(-3, 3, "mark", name, judge)) / 2 for judge in range(_JUDGES)]


_STORIES = (
    ("an ice-cream stall", "degrees at noon", "cones sold"),
    ("a bike rental", "hours of sunshine", "bikes rented"),
    ("a bakery", "metres of queue at eight", "loaves sold"),
    ("a car wash", "days since the rain", "cars washed"),
)
_LINE_COUNT = 7


def line(draw: TaskDraw) -> TaskSpec:
    """Return a task on a regression by hand."""
    shop, cause, effect = draw.turn(_STORIES, "story")
    xs = sorted(draw.sample(range(3, 30), _LINE_COUNT, "x"))
    ys = [20 + 3 * x + draw.whole(-12, 12, "noise", index) for index, x in enumerate(xs)]
    low, high = draw.whole(31, 35, "low"), draw.whole(36, 40, "high")

    def plan() -> Plan:
        centre_x, centre_y = yield [of_numbers("mean", xs), of_numbers("mean", ys)]
        mean_x, mean_y = read_number(centre_x), read_number(centre_y)
        dx, dy = yield from together(
            (subtract(x, mean_x, centre_x) for x in xs), (subtract(y, mean_y, centre_y) for y in ys)
        )
        pairs = [(x, x) for x in dx] + [(x, y) for x, y in zip(dx, dy, strict=True)] + [(y, y) for y in dy]
        products = yield [
            multiply(read_number(left), read_number(right), left, right) for left, right in pairs
        ]
        parts = [products[start : start + _LINE_COUNT] for start in range(0, 3 * _LINE_COUNT, _LINE_COUNT)]
        sums = yield [of_numbers("sum", map(read_number, part), *part) for part in parts]
        squares_x, both, squares_y = map(read_number, sums)
        require(squares_y > 1, "the second column is nearly constant.")
        (steep,) = yield [divide(both, squares_x, sums[1], sums[0])]
        slope = read_number(steep)
        rise, explained, at_low, at_high = yield [
            multiply(slope, mean_x, steep, centre_x),
            multiply(slope, both, steep, sums[1]),
            multiply(slope, low, steep),
            multiply(slope, high, steep),
        ]
        cut, share = yield [
            subtract(mean_y, read_number(rise), centre_y, rise),
            divide(read_number(explained), squares_y, explained, sums[2]),
        ]
        intercept = read_number(cut)
        predicted = yield [add(intercept, read_number(term), cut, term) for term in (at_low, at_high)]
        return solution(
            {
                "mean_cause": rounded(mean_x, 4),
                "mean_effect": rounded(mean_y, 4),
                "slope": rounded(slope, 4),
                "intercept": rounded(intercept, 4),
                "explained": rounded(read_number(share), 4),
                "low_prediction": rounded(read_number(predicted[0]), 4),
                "high_prediction": rounded(read_number(predicted[1]), 4),
            }
        )

    pairs = ", ".join(f"{x}/{y}" for x, y in zip(xs, ys, strict=True))
    return TaskSpec(
        words={"shop": shop, "cause": cause, "effect": effect, "pairs": pairs, "low": low, "high": high},
        plans=(plan,),
    )


_LENDERS = ("rowing club", "village choir", "repair café", "allotment society", "film club")


def loan(draw: TaskDraw) -> TaskSpec:
    """Return a task on a loan of about nine months."""
    loan = draw.whole(5200, 9800, "loan")
    parts, asked = draw.whole(8, 9, "parts"), draw.whole(3, 5, "asked")
    rate = draw.whole(11, 19, "rate") / 1000

    def plan() -> Plan:
        (portion,) = yield [divide(loan, parts)]
        (fixed,) = yield [of_number("ceiling", read_number(portion), portion)]
        instalment = read_number(fixed)
        owed, last = float(loan), None
        interests: list[CallResult] = []
        left: list[float] = []
        while True:
            (exact,) = yield [multiply(owed, rate, *_some(last))]
            require_clear(read_number(exact) % 1, 0.5, 0.001)
            (interest,) = yield [of_number("round", read_number(exact), exact)]
            interests.append(interest)
            (debt,) = yield [add(owed, read_number(interest), interest, *_some(last))]
            require_clear(read_number(debt), instalment, 0.5)
            if read_number(debt) < instalment:
                break
            (last,) = yield [subtract(read_number(debt), instalment, debt, fixed)]
            owed = read_number(last)
            left.append(owed)
        charged = [read_number(interest) for interest in interests]
        whole, average, middle = yield [
            of_numbers(name, charged, *interests) for name in ("sum", "mean", "median")
        ]
        (paid,) = yield [add(loan, read_number(whole), whole)]
        (factor,) = yield [divide(read_number(paid), loan, paid)]
        return solution(
            {
                "instalment": stated(int(instalment)),
                "months": computed(len(interests), (read_number(debt), instalment)),
                "last_payment": stated(int(read_number(debt))),
                "owed": stated(int(left[asked - 1])),
                "interest": stated(int(read_number(whole))),
                "mean_interest": rounded(read_number(average), 3),
                "median_interest": rounded(read_number(middle), 3),
                "factor": rounded(read_number(factor), 4),
            }
        )

    return TaskSpec(
        words={
            "club": draw.turn(_LENDERS, "club"),
            "loan": loan,
            "parts": parts,
            "rate": f"{rate * 100:.1f} %",
            "asked": asked,
        },
        plans=(plan,),
    )


def _some(result: CallResult | None) -> tuple[CallResult, ...]:
    return () if result is None else (result,)


FAMILY = cross_family(
    number=13, name="math_mcp", title="Math MCP", servers=("Math MCP",), tasks=(line, loan, diving)
)
