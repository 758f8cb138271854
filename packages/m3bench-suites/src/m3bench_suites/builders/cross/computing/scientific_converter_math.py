"""Scientific Computing, Unit Converter and Math MCP: mechanics in mixed units."""

from __future__ import annotations

from functools import partial

from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.computing._shared import sums
from m3bench_suites.builders.cross.computing._shared.conversions import (
    Amount,
    Quantity,
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
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import Steps, TaskSpec, leader, require, solution, stated

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
    told = "; ".join(
        f"{part} {mass:.12g} {scale.words} at {written(place)}"
        for part, (mass, scale), place in zip(parts, masses, places, strict=True)
    )
    return TaskSpec(
        words={"craft": draw.turn(_CRAFT, "craft"), "parts": told},
        plans=(partial(_inertia_plan, masses, places),),
    )


def _inertia_plan(masses: list[Quantity], places: list[list[int]]) -> Plan:
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
        *(sums.divide(value, read_number(whole), pulled, whole) for value in read_vector(pulled.text)),
    ]
    second, *inches = yield [
        call(tool("multiply_matrices"), flipped, products, name_a="Xt", name_b="WX"),
        *(convert("length", read_number(axis_value), "meter", "inch", axis_value) for axis_value in centre),
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
                f"centre_{axis}": rounded(converted(item), 3)
                for axis, item in zip("xyz", inches, strict=True)
            },
            "trace": rounded(read_number(trace), 5),
            "determinant": rounded(read_number(volume), 5),
            "largest": rounded(largest, 5),
            "middle": rounded(middle, 5),
            "smallest": rounded(smallest, 5),
            "ratio": rounded(read_number(ratio), 5),
        }
    )


_SPRINGS = ("copper", "silver", "brass", "bronze", "nickel", "chrome", "cobalt")
_CARRIAGES = ("Anna", "Berta", "Clara")
_FORCES = (
    Scale("pounds force", "pounds-force", 100, 400),
    Scale("kilograms force", "kilograms-force", 50, 180),
    Scale("dynes", "dynes", 50_000_000, 180_000_000),
)
_STRETCHES = (
    Scale("inch", "inches", 5, 25),
    Scale("millimeter", "mm", 130, 600),
    Scale("centimeter", "cm", 15, 60),
    Scale("thou", "thou", 6000, 22000),
)
_LOADS = (
    Scale("pounds force", "pounds-force", 30, 150),
    Scale("kilograms force", "kilograms-force", 15, 70),
    Scale("dynes", "dynes", 15_000_000, 70_000_000),
)


def springs(draw: TaskDraw) -> TaskSpec:
    """Return a task on four springs and three carriages."""
    springs = draw.sample(_SPRINGS, 4, "springs")
    forces = draw_amounts(draw, _FORCES, 4, "force")
    stretches = draw_amounts(draw, _STRETCHES, 4, "stretch")
    loads = draw_amounts(draw, _LOADS, 3, "load")
    return TaskSpec(
        words={
            "carriages": "Anna, Berta and Clara",
            "springs": ", ".join(
                f"{name} {stretch:.12g} {way.words} under {force:.12g} {pull.words}"
                for name, (force, pull), (stretch, way) in zip(springs, forces, stretches, strict=True)
            ),
            "loads": ", ".join(f"{value:.12g} {scale.words}" for value, scale in loads),
        },
        plans=(partial(_springs_plan, springs, forces, stretches, loads),),
    )


def _springs_plan(
    springs: list[str],
    forces: list[Quantity],
    stretches: list[Quantity],
    loads: list[Quantity],
) -> Plan:
    sources = yield from convert_all(
        [
            *(Amount("force", value, scale.unit, "newtons") for value, scale in forces),
            *(Amount("length", value, scale.unit, "meter") for value, scale in stretches),
            *(Amount("force", value, scale.unit, "newtons") for value, scale in loads),
        ]
    )
    *rates, load = yield [
        *(
            sums.divide(newtons, meters, force, stretch)
            for (newtons, force), (meters, stretch) in zip(sources[:4], sources[4:8], strict=True)
        ),
        store("loads", [value for value, _ in sources[8:]], *(result for _, result in sources[8:])),
    ]
    k = [read_number(rate) for rate in rates]
    joints = yield [sums.add(k[at], k[at + 1], rates[at], rates[at + 1]) for at in range(3)]
    a, b, c = map(read_number, joints)
    stiffness = [[a, -k[1], 0], [-k[1], b, -k[2]], [0, -k[2], c]]
    (matrix,) = yield [store("K", stiffness, *joints, rates[1], rates[2])]
    eigen, moved = yield from _eigen_and_moves(matrix, load)
    u = read_vector(moved.text)
    *inches, left, middle, right = yield [
        *(convert("length", way, "meter", "inch", moved) for way in u),
        sums.subtract(u[1], u[0], moved),
        sums.subtract(u[2], u[1], moved),
        sums.subtract(0, u[2], moved),
    ]
    pulls = yield [
        sums.multiply(k[0], u[0], rates[0], moved),
        *(
            sums.multiply(k[index], read_number(gap), rates[index], gap)
            for index, gap in enumerate((left, middle, right), start=1)
        ),
    ]
    pounds = yield [convert("force", read_number(pull), "newtons", "pounds force", pull) for pull in pulls]
    carried = {name: converted(pound) for name, pound in zip(springs, pounds, strict=True)}
    stiff = dict(zip(springs, k, strict=True))
    stiffest = leader(stiff, 5)
    stretched, squeezed = leader(carried, 0.05), leader(carried, 0.05, lowest=True)
    return solution(
        {
            "stiffest": stated(stiffest),
            "stiffness": rounded(stiff[stiffest], 4),
            "eigenvalue": rounded(read_vector(eigen.data["eigenvalues"])[-1], 4),
            **{
                f"move_{name.casefold()}": rounded(converted(inch), 4)
                for name, inch in zip(_CARRIAGES, inches, strict=True)
            },
            "stretched": stated(stretched),
            "tension": rounded(carried[stretched], 4),
            "squeezed": stated(squeezed),
            "compression": rounded(-carried[squeezed], 4, carried[squeezed]),
        }
    )


def _eigen_and_moves(matrix: CallResult, load: CallResult) -> Steps[tuple[CallResult, CallResult]]:
    """Return the eigenvalues of the stored stiffness, and how far the loads move the carriages."""
    eigen, inverse = yield [
        call(tool(name), matrix, name="K") for name in ("compute_eigen", "matrix_inverse")
    ]
    (inverted,) = yield [store("flexibility", read_matrix(inverse.text), inverse)]
    (moved,) = yield [call(tool("multiply_matrices"), inverted, load, name_a="flexibility", name_b="loads")]
    return eigen, moved


FAMILY = cross_family(
    number=17,
    name="scientific_converter_math",
    title="Scientific Computing + Unit Converter + Math MCP",
    servers=("Scientific Computing", "Unit Converter", "Math MCP"),
    tasks=(springs, inertia),
)
