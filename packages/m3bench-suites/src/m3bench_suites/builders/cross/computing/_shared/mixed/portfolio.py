"""Weights of a portfolio from a covariance matrix."""

from __future__ import annotations

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.computing._shared import sums
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import (
    read_matrix,
    read_vector,
    store,
    tool,
    written,
)
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, require, require_lead, solution, stated

_ASSETS = ("Barley", "Copper", "Cotton", "Lumber", "Nickel", "Rubber", "Saffron", "Tallow", "Walnut", "Zinc")
_COUNT = 4


def portfolio(draw: TaskDraw) -> TaskSpec:
    """Return a task on the weights of four assets."""
    assets = draw.sample(_ASSETS, _COUNT, "assets")
    returns = [draw.whole(35, 120, "return", place) / 10 for place in range(_COUNT)]
    covariance = _covariance(draw)

    def plan() -> Plan:
        risk, gain = yield [store("covariance", covariance), store("returns", returns)]
        volume, eigen, inverse = yield [
            call(tool(name), risk, name="covariance")
            for name in ("determinant", "compute_eigen", "matrix_inverse")
        ]
        values = read_vector(eigen.data["eigenvalues"])
        lead = [row[0] for row in read_matrix(eigen.data["eigenvectors"])]
        condition, inverted = yield [
            sums.divide(values[0], values[-1], eigen),
            store("inverse", read_matrix(inverse.text), inverse),
        ]
        (raw,) = yield [call(tool("multiply_matrices"), inverted, gain, name_a="inverse", name_b="returns")]
        shares = read_vector(raw.text)
        (whole,) = yield [sums.of_numbers("sum", shares, raw)]
        require(read_number(whole) > 0.05, "the weights add up to almost nothing.")
        parts = yield [sums.divide(share, read_number(whole), raw, whole) for share in shares]
        weights = {asset: read_number(part) for asset, part in zip(assets, parts, strict=True)}
        require_lead(weights.values(), 0.005)
        require_lead(weights.values(), 0.005, lowest=True)
        (held,) = yield [store("weights", list(weights.values()), *parts)]
        spread, earned, shadow = yield [
            call(tool("multiply_matrices"), risk, held, name_a="covariance", name_b="weights"),
            call(tool("vector_dot_product"), held, gain, name_a="weights", name_b="returns"),
            call(tool("vector_project"), held, eigen, name="weights", new_vector=lead),
        ]
        (spread_held,) = yield [store("spread", read_vector(spread.text), spread)]
        (variance,) = yield [
            call(tool("vector_dot_product"), held, spread_held, name_a="weights", name_b="spread")
        ]
        (ratio,) = yield [sums.divide(read_number(earned), read_number(variance), earned, variance)]
        largest, smallest = max(weights, key=weights.__getitem__), min(weights, key=weights.__getitem__)
        along = read_vector(shadow.text)
        return solution(
            {
                "determinant": rounded(read_number(volume), 4),
                "condition": rounded(read_number(condition), 4),
                "largest": stated(largest),
                "largest_weight": rounded(weights[largest], 4),
                "smallest": stated(smallest),
                "smallest_weight": rounded(weights[smallest], 4),
                "portfolio_return": rounded(read_number(earned), 4),
                "variance": rounded(read_number(variance), 4),
                "ratio": rounded(read_number(ratio), 4),
                "shadow": rounded(sum(part * part for part in along) ** 0.5, 4, *along),
            }
        )

    return TaskSpec(
        words={
            "assets": ", ".join(assets),
            "returns": ", ".join(map(str, returns)),
            "covariance": written(covariance),
        },
        plans=(plan,),
    )


def _covariance(draw: TaskDraw) -> list[list[int]]:
    """Return a positive definite matrix: one common factor, and what each asset has of its own."""
    common = [draw.whole(1, 5, "common", place) for place in range(_COUNT)]
    own = [draw.whole(8, 30, "own", place) for place in range(_COUNT)]
    return [
        [common[row] * common[column] + (own[row] if row == column else 0) for column in range(_COUNT)]
        for row in range(_COUNT)
    ]
