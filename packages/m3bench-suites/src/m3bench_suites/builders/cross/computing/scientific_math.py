"""Scientific Computing and Math MCP: tensors, and sums over what they give."""

from __future__ import annotations

from functools import partial
from statistics import mean

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
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    TaskSpec,
    leader,
    require,
    require_clear,
    require_lead,
    solution,
    stated,
)

_ASSETS = ("Barley", "Copper", "Cotton", "Lumber", "Nickel", "Rubber", "Saffron", "Tallow", "Walnut", "Zinc")
_COUNT = 4


def portfolio(draw: TaskDraw) -> TaskSpec:
    """Return a task on the weights of four assets."""
    assets = draw.sample(_ASSETS, _COUNT, "assets")
    returns = [draw.whole(35, 120, "return", index) / 10 for index in range(_COUNT)]
    covariance = _covariance(draw)
    return TaskSpec(
        words={
            "assets": ", ".join(assets),
            "returns": ", ".join(map(str, returns)),
            "covariance": written(covariance),
        },
        plans=(partial(_portfolio_plan, assets, returns, covariance),),
    )


def _portfolio_plan(assets: list[str], returns: list[float], covariance: list[list[int]]) -> Plan:
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


def _covariance(draw: TaskDraw) -> list[list[int]]:
    """Return a positive definite matrix: one common factor, and what each asset has of its own."""
    common = [draw.whole(1, 5, "common", index) for index in range(_COUNT)]
    own = [draw.whole(8, 30, "own", index) for index in range(_COUNT)]
    return [
        [common[row] * common[column] + (own[row] if row == column else 0) for column in range(_COUNT)]
        for row in range(_COUNT)
    ]


_FACETS = ("north", "east", "south", "west", "porch", "dormer", "gable", "chapel")
_ROOF_COUNT = 5


def roof(draw: TaskDraw) -> TaskSpec:
    """Return a task on five triangles."""
    facets = {
        name: [[draw.whole(-60, 60, name, edge, part) / 10 for part in range(3)] for edge in range(2)]
        for name in draw.sample(_FACETS, _ROOF_COUNT, "facets")
    }
    tiles = draw.whole(95, 155, "tiles") / 10
    told = "; ".join(f"{name} {written(side)} and {written(slope)}" for name, (side, slope) in facets.items())
    return TaskSpec(
        words={"facets": told, "tiles": f"{tiles:g}"}, plans=(partial(_roof_plan, facets, tiles),)
    )


def _roof_plan(facets: dict[str, list[list[float]]], tiles: float) -> Plan:
    edges = yield [
        store(f"{name}_{index}", edge)
        for name, pair in facets.items()
        for index, edge in enumerate(pair, start=1)
    ]
    crosses = yield [
        call(
            tool("vector_cross_product"),
            edges[2 * index],
            edges[2 * index + 1],
            name_a=f"{name}_1",
            name_b=f"{name}_2",
        )
        for index, name in enumerate(facets)
    ]
    rows = yield [
        store(name, [read_vector(cross.text)], cross) for name, cross in zip(facets, crosses, strict=True)
    ]
    lengths = yield [
        call(tool("svd_decompose"), row, name=name) for name, row in zip(facets, rows, strict=True)
    ]
    halves = yield [sums.divide(read_vector(length.data["s"])[0], 2, length) for length in lengths]
    areas = {name: read_number(half) for name, half in zip(facets, halves, strict=True)}
    largest, smallest = leader(areas, 0.05), leader(areas, 0.05, lowest=True)
    whole, alone = yield [
        sums.of_numbers("sum", areas.values(), *halves),
        sums.multiply(areas[largest], tiles, *halves),
    ]
    *parts, needed, few = yield [
        *(
            sums.divide(area, read_number(whole), half, whole)
            for area, half in zip(areas.values(), halves, strict=True)
        ),
        sums.multiply(read_number(whole), tiles, whole),
        sums.of_number("ceiling", read_number(alone), alone),
    ]
    for item in (needed, alone):
        require_clear(read_number(item), round(read_number(item)), 0.01)
    shares = {name: read_number(part) for name, part in zip(facets, parts, strict=True)}
    middle, many = yield [
        sums.of_numbers("median", shares.values(), *parts),
        sums.of_number("ceiling", read_number(needed), needed),
    ]
    return solution(
        {
            "largest": stated(largest),
            "largest_area": rounded(areas[largest], 3),
            "smallest": stated(smallest),
            "smallest_area": rounded(areas[smallest], 3),
            "area": rounded(read_number(whole), 3),
            "largest_share": rounded(100 * shares[largest], 2, shares[largest]),
            "median_share": rounded(100 * read_number(middle), 2, read_number(middle)),
            "tiles": stated(int(read_number(many))),
            "largest_tiles": stated(int(read_number(few))),
        }
    )


_SECTORS = ("farming", "timber", "mining", "energy", "transport", "textiles", "fishing", "building")
_SECTORS_COUNT = 4


def sectors(draw: TaskDraw) -> TaskSpec:
    """Return a task on four sectors and four scenarios."""
    sectors = draw.sample(_SECTORS, _SECTORS_COUNT, "sectors")
    inputs = [
        [draw.whole(2, 24, "input", row, column) / 100 for column in range(_SECTORS_COUNT)]
        for row in range(_SECTORS_COUNT)
    ]
    demand = [draw.whole(40, 220, "demand", index) for index in range(_SECTORS_COUNT)]
    more = [draw.whole(5, 30, "more", index) for index in range(_SECTORS_COUNT)]
    return TaskSpec(
        words={
            "sectors": ", ".join(sectors),
            "inputs": written(inputs),
            "demand": written(demand),
            "more": ", ".join(f"{extra} for {name}" for name, extra in zip(sectors, more, strict=True)),
        },
        plans=(partial(_sectors_plan, sectors, inputs, demand, more),),
    )


def _sectors_plan(sectors: list[str], inputs: list[list[float]], demand: list[int], more: list[int]) -> Plan:
    unit, table, *wants = yield [
        store(
            "I", [[int(row == column) for column in range(_SECTORS_COUNT)] for row in range(_SECTORS_COUNT)]
        ),
        store("A", inputs),
        store("demand", demand),
        *(store(f"demand_{name}", _raised(demand, more, index)) for index, name in enumerate(sectors)),
    ]
    (net,) = yield [call(tool("subtract_matrices"), unit, table, name_a="I", name_b="A")]
    (kept,) = yield [store("net", read_matrix(net.text), net)]
    volume, inverse = yield [call(tool(name), kept, name="net") for name in ("determinant", "matrix_inverse")]
    (needs,) = yield [store("needs", read_matrix(inverse.text), inverse)]
    wanted = ["demand", *(f"demand_{name}" for name in sectors)]
    outputs = yield [
        call(tool("multiply_matrices"), needs, want, name_a="needs", name_b=name)
        for name, want in zip(wanted, wants, strict=True)
    ]
    base, *raised = yield [sums.of_numbers("sum", read_vector(output.text), output) for output in outputs]
    rises = yield [sums.subtract(read_number(total), read_number(base), total, base) for total in raised]
    ratios = yield [
        sums.divide(read_number(rise), extra, rise) for rise, extra in zip(rises, more, strict=True)
    ]
    effect = {name: read_number(ratio) for name, ratio in zip(sectors, ratios, strict=True)}
    made = dict(zip(sectors, read_vector(outputs[0].text), strict=True))
    for values in (effect, made):
        require_lead(values.values(), 0.002)
    (average,) = yield [sums.of_numbers("mean", effect.values(), *ratios)]
    strongest, weakest = max(effect, key=effect.__getitem__), leader(effect, 0.002, lowest=True)
    largest = max(made, key=made.__getitem__)
    return solution(
        {
            "determinant": rounded(read_number(volume), 4),
            "output": rounded(read_number(base), 4),
            "largest": stated(largest),
            "largest_output": rounded(made[largest], 4),
            "strongest": stated(strongest),
            "strongest_multiplier": rounded(effect[strongest], 4),
            "weakest": stated(weakest),
            "weakest_multiplier": rounded(effect[weakest], 4),
            "mean_multiplier": rounded(mean(effect.values()), 4, read_number(average)),
        }
    )


def _raised(demand: list[int], more: list[int], index: int) -> list[int]:
    return [need + (more[at] if at == index else 0) for at, need in enumerate(demand)]


FAMILY = cross_family(
    number=14,
    name="scientific_math",
    title="Scientific Computing + Math MCP",
    servers=("Scientific Computing", "Math MCP"),
    tasks=(portfolio, sectors, roof),
)
