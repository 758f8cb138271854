"""A potential and a flow, measured by many probes."""

from __future__ import annotations

from statistics import mean

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import read_vector, store, tool, written
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, require_lead, solution, stated

_PROBES = ("Heron", "Teal", "Avocet", "Curlew", "Plover", "Dunlin", "Osprey", "Bittern", "Egret", "Grebe")
_COUNT = 7
_AXES = ([2, -1, 2], [1, 2, -2], [2, 3, 6], [-3, 2, 6], [4, 4, -7], [1, -4, 8])


def probes(draw: TaskDraw) -> TaskSpec:
    """Return a task on divergences and curls at seven points."""
    factors = [draw.whole(2, 7, "factor", place) for place in range(6)]
    potential = "{}*x**2*y**2 + {}*y*z**3 - {}*x**3*z".format(*factors[:3])
    field = "[{}*y*z**2, {}*x**2*z, {}*x*y**2]".format(*factors[3:])
    axis = draw.turn(_AXES, "axis")
    probes = {
        name: [draw.whole(-7, 7, "point", name, part) / 2 for part in range(3)]
        for name in draw.sample(_PROBES, _COUNT, "names")
    }

    def plan() -> Plan:
        slope, mast, *curls = yield [
            call(tool("gradient"), f_str=potential),
            store("axis", axis),
            *(call(tool("curl"), f_str=field, point=point) for point in probes.values()),
        ]
        vectors = {name: each.data["curl_val"] for name, each in zip(probes, curls, strict=True)}
        results = yield [
            *(call(tool("divergence"), slope, f_str=slope.text, point=point) for point in probes.values()),
            *(store(name, vectors[name], each) for name, each in zip(probes, curls, strict=True)),
        ]
        spread = {
            name: float(each.data["divergence_val"])
            for name, each in zip(probes, results[:_COUNT], strict=True)
        }
        stored = dict(zip(probes, results[_COUNT:], strict=True))
        dots = yield [
            call(tool("vector_dot_product"), stored[name], mast, name_a=name, name_b="axis")
            for name in probes
        ]
        swirl = {name: read_number(each) for name, each in zip(probes, dots, strict=True)}
        require_lead(spread.values(), 0.5)
        require_lead(map(abs, swirl.values()), 0.5)
        source = max(spread, key=spread.__getitem__)
        most = max(swirl, key=lambda name: abs(swirl[name]))
        (shadow,) = yield [call(tool("vector_project"), stored[most], *dots, name=most, new_vector=axis)]
        part = read_vector(shadow.text)
        (held,) = yield [store("along", part, shadow)]
        (across,) = yield [call(tool("subtract_matrices"), stored[most], held, name_a=most, name_b="along")]
        (rest,) = yield [store("across", read_vector(across.text), across)]
        (square,) = yield [call(tool("vector_dot_product"), rest, name_a="across", name_b="across")]
        return solution(
            {
                "source": stated(source),
                "source_divergence": rounded(spread[source], 3),
                "mean_divergence": rounded(mean(spread.values()), 3, *spread.values()),
                "swirliest": stated(most),
                "swirl": rounded(swirl[most], 3),
                "swirl_sum": rounded(sum(swirl.values()), 3, *swirl.values()),
                "along_x": rounded(part[0], 3),
                "rest": rounded(read_number(square), 3),
            }
        )

    return TaskSpec(
        words={
            "potential": potential,
            "field": field,
            "axis": written(axis),
            "probes": "; ".join(f"{name} {written(point)}" for name, point in probes.items()),
        },
        plans=(plan,),
    )
