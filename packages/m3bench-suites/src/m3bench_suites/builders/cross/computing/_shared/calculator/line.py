"""A line through points, with nothing but a calculator."""

from __future__ import annotations

from m3bench.suites import Plan
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.sums import add, divide, multiply, of_numbers, subtract
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, require, solution

_STORIES = (
    ("an ice-cream stall", "degrees at noon", "cones sold"),
    ("a bike rental", "hours of sunshine", "bikes rented"),
    ("a bakery", "metres of queue at eight", "loaves sold"),
    ("a car wash", "days since the rain", "cars washed"),
)
_COUNT = 7


def line(draw: TaskDraw) -> TaskSpec:
    """Return a task on a regression by hand."""
    shop, cause, effect = draw.turn(_STORIES, "story")
    xs = sorted(draw.sample(range(3, 30), _COUNT, "x"))
    ys = [20 + 3 * x + draw.whole(-12, 12, "noise", place) for place, x in enumerate(xs)]
    low, high = draw.whole(31, 35, "low"), draw.whole(36, 40, "high")

    def plan() -> Plan:
        centre_x, centre_y = yield [of_numbers("mean", xs), of_numbers("mean", ys)]
        mean_x, mean_y = read_number(centre_x), read_number(centre_y)
        off = yield [
            *(subtract(x, mean_x, centre_x) for x in xs),
            *(subtract(y, mean_y, centre_y) for y in ys),
        ]
        dx, dy = off[:_COUNT], off[_COUNT:]
        pairs = [(x, x) for x in dx] + [(x, y) for x, y in zip(dx, dy, strict=True)] + [(y, y) for y in dy]
        products = yield [multiply(read_number(one), read_number(two), one, two) for one, two in pairs]
        parts = [products[start : start + _COUNT] for start in range(0, 3 * _COUNT, _COUNT)]
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
        predicted = yield [add(intercept, read_number(each), cut, each) for each in (at_low, at_high)]
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
