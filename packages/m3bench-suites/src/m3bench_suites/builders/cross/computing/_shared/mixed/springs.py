"""Carriages between springs whose stiffness comes from a test in other units."""

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
from m3bench_suites.builders.cross.computing._shared.tensors import read_matrix, read_vector, store, tool
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, require_lead, solution, stated

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

    def plan() -> Plan:
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
        k = [read_number(each) for each in rates]
        joints = yield [sums.add(k[at], k[at + 1], rates[at], rates[at + 1]) for at in range(3)]
        a, b, c = map(read_number, joints)
        (matrix,) = yield [
            store("K", [[a, -k[1], 0], [-k[1], b, -k[2]], [0, -k[2], c]], *joints, rates[1], rates[2])
        ]
        eigen, inverse = yield [
            call(tool(name), matrix, name="K") for name in ("compute_eigen", "matrix_inverse")
        ]
        (inverted,) = yield [store("flexibility", read_matrix(inverse.text), inverse)]
        (moved,) = yield [
            call(tool("multiply_matrices"), inverted, load, name_a="flexibility", name_b="loads")
        ]
        u = read_vector(moved.text)
        *inches, middle_left, middle_right, right = yield [
            *(convert("length", each, "meter", "inch", moved) for each in u),
            sums.subtract(u[1], u[0], moved),
            sums.subtract(u[2], u[1], moved),
            sums.subtract(0, u[2], moved),
        ]
        pulls = yield [
            sums.multiply(k[0], u[0], rates[0], moved),
            *(
                sums.multiply(k[place], read_number(each), rates[place], each)
                for place, each in enumerate((middle_left, middle_right, right), start=1)
            ),
        ]
        pounds = yield [
            convert("force", read_number(each), "newtons", "pounds force", each) for each in pulls
        ]
        carried = {name: converted(each) for name, each in zip(springs, pounds, strict=True)}
        stiff = dict(zip(springs, k, strict=True))
        require_lead(stiff.values(), 5)
        require_lead(carried.values(), 0.05)
        require_lead(carried.values(), 0.05, lowest=True)
        stiffest = max(stiff, key=stiff.__getitem__)
        stretched, squeezed = max(carried, key=carried.__getitem__), min(carried, key=carried.__getitem__)
        return solution(
            {
                "stiffest": stated(stiffest),
                "stiffness": rounded(stiff[stiffest], 4),
                "eigenvalue": rounded(read_vector(eigen.data["eigenvalues"])[-1], 4),
                **{
                    f"move_{name.casefold()}": rounded(converted(each), 4)
                    for name, each in zip(_CARRIAGES, inches, strict=True)
                },
                "stretched": stated(stretched),
                "tension": rounded(carried[stretched], 4),
                "squeezed": stated(squeezed),
                "compression": rounded(-carried[squeezed], 4, carried[squeezed]),
            }
        )

    return TaskSpec(
        words={
            "carriages": "Anna, Berta and Clara",
            "springs": ", ".join(
                f"{name} {stretch:.12g} {two.words} under {force:.12g} {one.words}"
                for name, (force, one), (stretch, two) in zip(springs, forces, stretches, strict=True)
            ),
            "loads": ", ".join(f"{value:.12g} {scale.words}" for value, scale in loads),
        },
        plans=(plan,),
    )
