"""A loan that is paid back month by month, in whole amounts."""

from __future__ import annotations

from m3bench.suites import Blueprint, CallResult, Plan
from m3bench_suites.builders.cross.computing._shared.sums import (
    add,
    divide,
    multiply,
    of_number,
    of_numbers,
    subtract,
)
from m3bench_suites.builders.cross.computing._shared.tasks import make, read_number, rounded
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.tasks import Wording, computed, found, require_clear, solution
from m3bench_suites.builders.fields import number

_LENDERS = ("rowing club", "village choir", "repair café", "allotment society", "film club")
_WORDING = Wording(
    request=(
        "A {club} borrows {loan} crowns. The monthly instalment is the loan divided by {parts}, rounded up "
        "to whole crowns. Each month, interest of {rate} of what is owed is added, rounded to whole crowns "
        "(half up), and the instalment is paid. In the month in which the debt with its interest is not "
        "above the instalment, only that debt is paid, and the loan ends. Report the instalment, in which "
        "month the loan ends, the last payment, what is owed after the payment of month {asked}, the sum of "
        "all interest, the mean and the median of the monthly interest (3 decimals), and the factor between "
        "everything paid and the loan (4 decimals). Month 1 is the one of the earliest payment."
    ),
    fuzzy=(
        "Our {club} is about to borrow {loan} crowns, and before we sign I want to see how it plays out. "
        "We'd pay one fixed amount a month, namely the loan over {parts}, rounded up to a whole crown. The "
        "lender adds {rate} of whatever is still owed every month, to the nearest crown with halves going "
        "up, just before we pay; as soon as debt plus interest fits into the usual amount, we settle just "
        "that and are done. How much is the usual amount, after how many months are we free, how big is the "
        "last payment, what do we owe once month {asked} is paid, and how much interest is that in all? I'd "
        "also like the average and the median monthly interest to 3 decimals, and how many times the loan "
        "we pay in total, to 4."
    ),
)


def make_loan(draw: TaskDraw) -> Blueprint:
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
                "instalment": found(int(instalment)),
                "months": computed(len(interests), (read_number(debt), instalment)),
                "last_payment": found(int(read_number(debt))),
                "owed": found(int(left[asked - 1])),
                "interest": found(int(read_number(whole))),
                "mean_interest": rounded(read_number(average), 3),
                "median_interest": rounded(read_number(middle), 3),
                "factor": rounded(read_number(factor), 4),
            }
        )

    form = (
        number("instalment", "the monthly instalment", "crowns"),
        number("months", "in which month the loan ends"),
        number("last_payment", "the last payment", "crowns"),
        number("owed", f"what is owed after the payment of month {asked}", "crowns"),
        number("interest", "the sum of all interest", "crowns"),
        number("mean_interest", "the mean of the monthly interest", "crowns"),
        number("median_interest", "the median of the monthly interest", "crowns"),
        number("factor", "everything paid, divided by the loan"),
    )
    words = {
        "club": draw.turn(_LENDERS, "club"),
        "loan": loan,
        "parts": parts,
        "rate": f"{rate * 100:.1f} %",
        "asked": asked,
    }
    return make(draw, _WORDING, words, form, plan)


def _some(result: CallResult | None) -> tuple[CallResult, ...]:
    return () if result is None else (result,)
