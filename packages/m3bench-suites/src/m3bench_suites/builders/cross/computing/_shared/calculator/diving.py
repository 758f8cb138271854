"""Divers whose highest and lowest marks are dropped."""

from __future__ import annotations

from m3bench.suites import Plan
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.sums import multiply, of_numbers, subtract
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, computed, require_clear, require_lead, solution, stated

_DIVERS = ("Amaya", "Bogdan", "Chiara", "Dunja", "Emeka", "Freya", "Goran", "Hanako", "Imre", "Jolanda")
_COUNT, _JUDGES = 6, 7


def diving(draw: TaskDraw) -> TaskSpec:
    """Return a task on the scores of six divers."""
    divers = draw.sample(_DIVERS, _COUNT, "names")
    marks = {name: _marks(draw, name) for name in divers}
    difficulty = {name: draw.whole(22, 36, "difficulty", name) / 10 for name in divers}
    near = draw.pick((15, 20, 25), "near")

    def plan() -> Plan:
        results = yield [of_numbers(what, marks[name]) for what in ("sum", "min", "max") for name in divers]
        sums, lowest, highest = (
            dict(zip(divers, results[start : start + _COUNT], strict=True))
            for start in range(0, 3 * _COUNT, _COUNT)
        )
        results = yield [
            subtract(read_number(sums[name]), read_number(lowest[name]), sums[name], lowest[name])
            for name in divers
        ]
        fewer = dict(zip(divers, results, strict=True))
        results = yield [
            subtract(read_number(fewer[name]), read_number(highest[name]), fewer[name], highest[name])
            for name in divers
        ]
        counted = dict(zip(divers, results, strict=True))
        results = yield [
            multiply(read_number(counted[name]), difficulty[name], counted[name]) for name in divers
        ]
        scores = {name: read_number(each) for name, each in zip(divers, results, strict=True)}
        require_lead(scores.values(), 0.05)
        require_lead(scores.values(), 0.05, lowest=True)
        top, average, middle = yield [
            of_numbers(name, scores.values(), *results) for name in ("max", "mean", "median")
        ]
        winner = max(scores, key=scores.__getitem__)
        last = min(scores, key=scores.__getitem__)
        behind = yield [
            subtract(read_number(top), scores[name], top, result)
            for name, result in zip(divers, results, strict=True)
            if name != winner
        ]
        gaps = [read_number(each) for each in behind]
        for gap in gaps:
            require_clear(gap, near, 0.05)
        closest, whole = yield [of_numbers("min", gaps, *behind), of_numbers("sum", gaps, *behind)]
        return solution(
            {
                "winner": stated(winner),
                "winner_score": rounded(scores[winner], 2),
                "last": stated(last),
                "last_score": rounded(scores[last], 2),
                "runner_up_gap": rounded(read_number(closest), 2),
                "mean_score": rounded(read_number(average), 2),
                "median_score": rounded(read_number(middle), 2),
                "gap_sum": rounded(read_number(whole), 2),
                "close": computed(sum(gap < near for gap in gaps), gaps),
            }
        )

    told = "; ".join(f"{name} {' '.join(map(str, marks[name]))} × {difficulty[name]}" for name in divers)
    return TaskSpec(words={"marks": told, "near": near}, plans=(plan,))


def _marks(draw: TaskDraw, name: str) -> list[float]:
    level = draw.whole(11, 17, "level", name)
    return [(level + draw.whole(-3, 3, "mark", name, judge)) / 2 for judge in range(_JUDGES)]
