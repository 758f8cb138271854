"""A plane through measured points by least squares, built from stored tensors."""

from __future__ import annotations

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import read_matrix, read_vector, store, tool
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, require, require_lead, solution, stated

_PLOTS = ("Ashby", "Brook", "Croft", "Dell", "Elmfield", "Fen", "Glebe", "Heath", "Inham", "Knoll")
_COUNT = 7


def plane(draw: TaskDraw) -> TaskSpec:
    """Return a task on a fit with two inputs."""
    plots = {name: _plot(draw, name) for name in draw.sample(_PLOTS, _COUNT, "names")}
    new = [[draw.whole(2, 14, "new", place, part) for part in range(2)] for place in range(3)]
    design = [[1, water, feed] for water, feed, _ in plots.values()]

    def plan() -> Plan:
        x, y, *asked = yield [
            store("X", design),
            store("y", [each[2] for each in plots.values()]),
            *(store(f"new{place}", [1, *values]) for place, values in enumerate(new, start=1)),
        ]
        turned, svd = yield [
            call(tool("transpose"), x, name="X"),
            call(tool("svd_decompose"), x, name="X"),
        ]
        (xt,) = yield [store("Xt", read_matrix(turned.text), turned)]
        square, right = yield [
            call(tool("multiply_matrices"), xt, x, name_a="Xt", name_b="X"),
            call(tool("multiply_matrices"), xt, y, name_a="Xt", name_b="y"),
        ]
        normal, side = yield [
            store("N", read_matrix(square.text), square),
            store("r", read_vector(right.text), right),
        ]
        volume, inverse = yield [
            call(tool("determinant"), normal, name="N"),
            call(tool("matrix_inverse"), normal, name="N"),
        ]
        require(read_number(volume) > 100, "the normal matrix is nearly singular.")
        (inverted,) = yield [store("Ninv", read_matrix(inverse.text), inverse)]
        (solved,) = yield [call(tool("multiply_matrices"), inverted, side, name_a="Ninv", name_b="r")]
        factors = read_vector(solved.text)
        (beta,) = yield [store("beta", factors, solved)]
        fit, *guesses = yield [
            call(tool("multiply_matrices"), x, beta, name_a="X", name_b="beta"),
            *(
                call(tool("vector_dot_product"), one, beta, name_a=f"new{place}", name_b="beta")
                for place, one in enumerate(asked, start=1)
            ),
        ]
        (fitted,) = yield [store("fit", read_vector(fit.text), fit)]
        (off,) = yield [call(tool("subtract_matrices"), y, fitted, name_a="y", name_b="fit")]
        residuals = dict(zip(plots, read_vector(off.text), strict=True))
        (rest,) = yield [store("residual", list(residuals.values()), off)]
        (error,) = yield [call(tool("vector_dot_product"), rest, name_a="residual", name_b="residual")]
        require_lead(map(abs, residuals.values()), 0.02)
        furthest = max(residuals, key=lambda name: abs(residuals[name]))
        predicted = [read_number(guess) for guess in guesses]
        return solution(
            {
                **{name: rounded(value, 3) for name, value in zip("abc", factors, strict=True)},
                "determinant": rounded(read_number(volume), 3),
                "squared_error": rounded(read_number(error), 3),
                "furthest": stated(furthest),
                "furthest_residual": rounded(residuals[furthest], 3),
                "singular_value": rounded(read_vector(svd.data["s"])[0], 3),
                "best": rounded(max(predicted), 3),
                "mean_prediction": rounded(sum(predicted) / 3, 3, *predicted),
            }
        )

    return TaskSpec(
        words={
            "plots": "; ".join(f"{name} {', '.join(map(str, values))}" for name, values in plots.items()),
            "new": " and ".join(f"({water}, {feed})" for water, feed in new),
        },
        plans=(plan,),
    )


def _plot(draw: TaskDraw, name: str) -> tuple[int, int, float]:
    water, feed = draw.whole(1, 12, "water", name), draw.whole(1, 9, "feed", name)
    noise = draw.whole(-40, 40, "noise", name)
    return water, feed, (120 + 18 * water + 25 * feed + noise) / 10
