"""The facets of a roof in space: areas, shares and tiles."""

from __future__ import annotations

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.computing._shared import sums
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import read_vector, store, tool, written
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, require_clear, require_lead, solution, stated

_FACETS = ("north", "east", "south", "west", "porch", "dormer", "gable", "chapel")
_COUNT = 5


def roof(draw: TaskDraw) -> TaskSpec:
    """Return a task on five triangles."""
    facets = {
        name: [[draw.whole(-60, 60, name, edge, part) / 10 for part in range(3)] for edge in range(2)]
        for name in draw.sample(_FACETS, _COUNT, "facets")
    }
    tiles = draw.whole(95, 155, "tiles") / 10

    def plan() -> Plan:
        edges = yield [
            store(f"{name}_{place}", edge)
            for name, pair in facets.items()
            for place, edge in enumerate(pair, start=1)
        ]
        crosses = yield [
            call(
                tool("vector_cross_product"),
                edges[2 * place],
                edges[2 * place + 1],
                name_a=f"{name}_1",
                name_b=f"{name}_2",
            )
            for place, name in enumerate(facets)
        ]
        rows = yield [
            store(name, [read_vector(each.text)], each) for name, each in zip(facets, crosses, strict=True)
        ]
        lengths = yield [
            call(tool("svd_decompose"), row, name=name) for name, row in zip(facets, rows, strict=True)
        ]
        halves = yield [sums.divide(read_vector(each.data["s"])[0], 2, each) for each in lengths]
        areas = {name: read_number(each) for name, each in zip(facets, halves, strict=True)}
        require_lead(areas.values(), 0.05)
        require_lead(areas.values(), 0.05, lowest=True)
        largest, smallest = max(areas, key=areas.__getitem__), min(areas, key=areas.__getitem__)
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
        for each in (needed, alone):
            require_clear(read_number(each), round(read_number(each)), 0.01)
        shares = {name: read_number(each) for name, each in zip(facets, parts, strict=True)}
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

    told = "; ".join(f"{name} {written(one)} and {written(two)}" for name, (one, two) in facets.items())
    return TaskSpec(words={"facets": told, "tiles": f"{tiles:g}"}, plans=(plan,))
