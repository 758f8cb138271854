"""The facets of a roof in space: areas, shares and tiles."""

from __future__ import annotations

from m3bench.suites import Blueprint, Plan, call
from m3bench_suites.builders.cross.computing._shared import sums
from m3bench_suites.builders.cross.computing._shared.tasks import make, read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import read_vector, store, tool, written
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.tasks import Wording, found, require_clear, require_lead, solution
from m3bench_suites.builders.fields import named, number

_FACETS = ("north", "east", "south", "west", "porch", "dormer", "gable", "chapel")
_COUNT = 5
_WORDING = Wording(
    request=(
        "Five triangular facets of a roof are each given by two edge vectors in meters: {facets}. Store the "
        "edges, take their cross product, and find its length as the only singular value of the product "
        "stored as a matrix with one row; half of it is the area. Report the facets with the largest and "
        "the smallest area and both areas, the sum of the areas, and the share of the largest facet in the "
        "sum and the median of the five shares, in percent. At {tiles} tiles for each square meter, report "
        "how many whole tiles the sum of the areas needs (rounded up), and how many the largest facet alone "
        "needs. Areas have 3 decimals, shares 2."
    ),
    fuzzy=(
        "I'm re-tiling an odd roof made of five triangles. From one corner of each I measured the two edges "
        "as vectors in metres: {facets}. How big are the largest and the smallest triangle, which are they, "
        "and how much roof is it altogether? My insurer splits the bill by area, so tell me what percentage "
        "the largest one takes, and the median of the five percentages. The tiler calculates {tiles} tiles "
        "to the square metre and sells whole tiles only: how many do I need for the whole roof, ordered at "
        "once, and how many if I do just the largest triangle this year? Please give areas to 3 decimals "
        "and percentages to 2; half a parallelogram, exactly, no rules of thumb."
    ),
)
_FORM = (
    named("largest", "the facet with the largest area"),
    number("largest_area", "its area", "m²"),
    named("smallest", "the facet with the smallest area"),
    number("smallest_area", "its area", "m²"),
    number("area", "the sum of all areas", "m²"),
    number("largest_share", "the share of the largest facet", "%"),
    number("median_share", "the median of all shares", "%"),
    number("tiles", "whole tiles for the whole roof"),
    number("largest_tiles", "whole tiles for the largest facet"),
)


def make_roof(draw: TaskDraw) -> Blueprint:
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
                "largest": found(largest),
                "largest_area": rounded(areas[largest], 3),
                "smallest": found(smallest),
                "smallest_area": rounded(areas[smallest], 3),
                "area": rounded(read_number(whole), 3),
                "largest_share": rounded(100 * shares[largest], 2, shares[largest]),
                "median_share": rounded(100 * read_number(middle), 2, read_number(middle)),
                "tiles": found(int(read_number(many))),
                "largest_tiles": found(int(read_number(few))),
            }
        )

    told = "; ".join(f"{name} {written(one)} and {written(two)}" for name, (one, two) in facets.items())
    return make(draw, _WORDING, {"facets": told, "tiles": f"{tiles:g}"}, _FORM, plan)
