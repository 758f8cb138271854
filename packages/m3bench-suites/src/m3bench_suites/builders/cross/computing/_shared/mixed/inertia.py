"""Loads on a frame: centre of mass and principal moments of inertia."""

from __future__ import annotations

from m3bench.suites import Blueprint, Plan, call
from m3bench_suites.builders.cross.computing._shared import sums
from m3bench_suites.builders.cross.computing._shared.conversions import (
    Amount,
    Scale,
    convert,
    convert_all,
    converted,
    draw_amounts,
)
from m3bench_suites.builders.cross.computing._shared.tasks import make, read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import (
    read_matrix,
    read_vector,
    store,
    tool,
    written,
)
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.tasks import Wording, require, solution
from m3bench_suites.builders.fields import number

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
_WORDING = Wording(
    request=(
        "The parts of a {craft} have these masses and positions x, y, z in inches: {parts}. Convert the "
        "masses to kilograms, and an inch to meters. Store the positions as a matrix with one row for each "
        "part and scale it in place to meters (X); store the masses as a diagonal matrix (W). Report the "
        "whole mass in kilograms and the centre of mass in inches (x, y, z): the mass vector times X, "
        "divided by the whole mass. The matrix S = Xᵀ·W·X has eigenvalues; the principal moments of inertia "
        "about the origin are the trace of S minus each of them. Report the three moments in kg·m² from the "
        "largest down, the ratio of the largest to the smallest, the trace and the determinant of S. Treat "
        "the parts as points. Give 5 decimals, the centre of mass with 3."
    ),
    fuzzy=(
        "I'm balancing a {craft}. Treat its parts as points; their masses and x, y, z in inches from the "
        "hook are {parts}. Where is the centre of mass, in inches to 3 decimals, and how many kilograms is "
        "everything? For the control loop I need the three principal moments of inertia about the hook (the "
        "origin, not the centre of mass) in kg·m², largest to smallest, and how many times the smallest "
        "goes into the largest. My colleague works with the second-moment matrix S, the sum of mass times "
        "position times position transposed in SI units, with one row and column for each axis, so include "
        "its trace and its determinant too. The trace minus an eigenvalue of S is a principal moment, in "
        "case that helps. 5 decimals for all but the position."
    ),
)
_FORM = (
    number("mass", "the whole mass", "kg"),
    number("centre_x", "x of the centre of mass", "inches"),
    number("centre_y", "y of the centre of mass", "inches"),
    number("centre_z", "z of the centre of mass", "inches"),
    number("trace", "the trace of S", "kg·m²"),
    number("determinant", "the determinant of S"),
    number("largest", "the largest principal moment of inertia", "kg·m²"),
    number("middle", "the middle principal moment of inertia", "kg·m²"),
    number("smallest", "the smallest principal moment of inertia", "kg·m²"),
    number("ratio", "the largest divided by the smallest"),
)


def make_inertia(draw: TaskDraw) -> Blueprint:
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
    return make(draw, _WORDING, {"craft": draw.turn(_CRAFT, "craft"), "parts": told}, _FORM, plan)
