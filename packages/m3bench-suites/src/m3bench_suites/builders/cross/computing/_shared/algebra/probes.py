"""A potential and a flow, measured by many probes."""

from __future__ import annotations

from statistics import mean

from m3bench.suites import Blueprint, Plan, call
from m3bench_suites.builders.cross.computing._shared.tasks import make, read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import read_vector, store, tool, written
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.tasks import Wording, found, require_lead, solution
from m3bench_suites.builders.fields import named, number

_PROBES = ("Heron", "Teal", "Avocet", "Curlew", "Plover", "Dunlin", "Osprey", "Bittern", "Egret", "Grebe")
_COUNT = 7
_AXES = ([2, -1, 2], [1, 2, -2], [2, 3, 6], [-3, 2, 6], [4, 4, -7], [1, -4, 8])
_WORDING = Wording(
    request=(
        "Take the gradient of phi = {potential}, and its divergence at each of the seven probes {probes} "
        "(x, y, z). At the same points compute the curl of the field F = {field}. Store each curl as a "
        "vector and take its dot product with the mast axis {axis} (not normalised): this is the swirl of "
        "the probe. Report the probe with the highest divergence and its value, the mean of the seven "
        "divergences, the probe with the largest absolute swirl and its signed value, and the sum of the "
        "seven swirls. For the probe with the largest absolute swirl, project its curl onto the axis and "
        "report the x component of the projection; then subtract the projection from the curl, and report "
        "the squared length of this remainder. Give three decimals."
    ),
    fuzzy=(
        "Our tank has seven probes at {probes}. The heat potential is phi = {potential} and the water moves "
        "like F = {field}. I'd like to know where the divergence of phi's gradient is highest and how high, "
        "and what it is on average over the seven. For the water, what I mean by swirl is the curl at a "
        "probe dotted with the mast direction {axis}, left at its length. Which probe has the biggest "
        "swirl, either sign, and what is it there, and what do all swirls add up to? For that probe, split "
        "the curl into the part along the mast and the rest: give me x of the part along the mast and the "
        "squared length of the rest. Three decimals are plenty."
    ),
)
_FORM = (
    named("source", "the probe with the highest divergence of the gradient"),
    number("source_divergence", "the divergence there"),
    number("mean_divergence", "the mean divergence over all probes"),
    named("swirliest", "the probe with the largest absolute swirl"),
    number("swirl", "its swirl with its sign"),
    number("swirl_sum", "the sum of the swirls of all probes"),
    number("along_x", "x of the projection of its curl onto the axis"),
    number("rest", "the squared length of its curl without that projection"),
)


def make_probes(draw: TaskDraw) -> Blueprint:
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
                "source": found(source),
                "source_divergence": rounded(spread[source], 3),
                "mean_divergence": rounded(mean(spread.values()), 3, *spread.values()),
                "swirliest": found(most),
                "swirl": rounded(swirl[most], 3),
                "swirl_sum": rounded(sum(swirl.values()), 3, *swirl.values()),
                "along_x": rounded(part[0], 3),
                "rest": rounded(read_number(square), 3),
            }
        )

    words = {
        "potential": potential,
        "field": field,
        "axis": written(axis),
        "probes": "; ".join(f"{name} {written(point)}" for name, point in probes.items()),
    }
    return make(draw, _WORDING, words, _FORM, plan)
