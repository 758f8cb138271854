"""A loan that is paid back month by month, in whole amounts."""

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
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, computed, require_clear, solution, stated

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
        charged = [read_number(each) for each in interests]
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
