"""Loads on a frame: centre of mass and principal moments of inertia."""

from __future__ import annotations

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.computing._shared import sums
from m3bench_suites.builders.cross.computing._shared.conversions import (
    Amount,
    Scale,
    convert,
    convert_all,
    converted,
    draw_amounts,
)
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import (
    read_matrix,
    read_vector,
    store,
    tool,
    written,
)
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, require, solution

_CRAFT = ("survey drone", "weather balloon gondola", "cave robot", "moon lander model", "cable camera")
_PARTS = ("battery", "camera", "radio", "winch", "motor", "beacon", "tank")
_COUNT = 5
_MASSES = (
    Scale("pound", "lb", 10, 60),
    Scale("ounce", "oz", 160, 950),
    Scale("stone", "stone", 1, 4),
    Scale("hectogram", "hectograms", 50, 280),
    Scale("troy ounce", "troy ounces", 160, 850),
)


def inertia(draw: TaskDraw) -> TaskSpec:
    """Return a task on five masses."""
    parts = draw.sample(_PARTS, _COUNT, "parts")
    masses = draw_amounts(draw, _MASSES, _COUNT, "mass")
    places = [[draw.whole(-40, 40, "place", part, axis) for axis in range(3)] for part in range(_COUNT)]

    def plan() -> Plan:
        *sources, (inch, ruler) = yield from convert_all(
            [
                *(Amount("mass", value, scale.unit, "kilogram") for value, scale in masses),
                Amount("length", 1, "inch", "meter"),
            ]
        )
        kilograms, told = [value for value, _ in sources], [result for _, result in sources]
        diagonal = [
            [mass if row == column else 0 for column in range(_COUNT)] for row, mass in enumerate(kilograms)
        ]
        put, weights, vector, whole = yield [
            store("X", places),
            store("W", diagonal, *told),
            store("m", kilograms, *told),
            sums.of_numbers("sum", kilograms, *told),
        ]
        (meters,) = yield [call(tool("scale_matrix"), put, ruler, name="X", scale_factor=inch, in_place=True)]
        turned, weighed, pulled = yield [
            call(tool("transpose"), meters, name="X"),
            call(tool("multiply_matrices"), weights, meters, name_a="W", name_b="X"),
            call(tool("multiply_matrices"), vector, meters, name_a="m", name_b="X"),
        ]
        flipped, products, *centre = yield [
            store("Xt", read_matrix(turned.text), turned),
            store("WX", read_matrix(weighed.text), weighed),
            *(sums.divide(each, read_number(whole), pulled, whole) for each in read_vector(pulled.text)),
        ]
        second, *inches = yield [
            call(tool("multiply_matrices"), flipped, products, name_a="Xt", name_b="WX"),
            *(convert("length", read_number(each), "meter", "inch", each) for each in centre),
        ]
        spread = read_matrix(second.text)
        held, trace = yield [
            store("S", spread, second),
            sums.of_numbers("sum", [spread[axis][axis] for axis in range(3)], second),
        ]
        eigen, volume = yield [call(tool(name), held, name="S") for name in ("compute_eigen", "determinant")]
        values = read_vector(eigen.data["eigenvalues"])
        moments = yield [sums.subtract(read_number(trace), value, trace, eigen) for value in reversed(values)]
        largest, middle, smallest = map(read_number, moments)
        require(smallest > 0.005, "the parts are almost in a line.")
        (ratio,) = yield [sums.divide(largest, smallest, moments[0], moments[2])]
        return solution(
            {
                "mass": rounded(read_number(whole), 5),
                **{
                    f"centre_{axis}": rounded(converted(each), 3)
                    for axis, each in zip("xyz", inches, strict=True)
                },
                "trace": rounded(read_number(trace), 5),
                "determinant": rounded(read_number(volume), 5),
                "largest": rounded(largest, 5),
                "middle": rounded(middle, 5),
                "smallest": rounded(smallest, 5),
                "ratio": rounded(read_number(ratio), 5),
            }
        )

    told = "; ".join(
        f"{part} {mass:.12g} {scale.words} at {written(place)}"
        for part, (mass, scale), place in zip(parts, masses, places, strict=True)
    )
    return TaskSpec(words={"craft": draw.turn(_CRAFT, "craft"), "parts": told}, plans=(plan,))
