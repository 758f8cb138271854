"""Divers whose highest and lowest marks are dropped."""

from __future__ import annotations

from m3bench.suites import Blueprint, Plan
from m3bench_suites.builders.cross.computing._shared.sums import multiply, of_numbers, subtract
from m3bench_suites.builders.cross.computing._shared.tasks import make, read_number, rounded
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.tasks import (
    Wording,
    computed,
    found,
    require_clear,
    require_lead,
    solution,
)
from m3bench_suites.builders.fields import named, number

_DIVERS = ("Amaya", "Bogdan", "Chiara", "Dunja", "Emeka", "Freya", "Goran", "Hanako", "Imre", "Jolanda")
_COUNT, _JUDGES = 6, 7
_WORDING = Wording(
    request=(
        "Six divers got these marks from seven judges, followed by the difficulty after ×: {marks}. The "
        "score of a dive is the sum of its marks without the highest and without the lowest (one each), "
        "times the difficulty. Report the winner with the score, the last of the six with the score, how "
        "far the runner-up is behind the winner, the mean and the median of the six scores, the sum of all "
        "gaps to the winner, and how many of the other five are less than {near} points behind. Give two "
        "decimals."
    ),
    fuzzy=(
        "The scoreboard at our pool broke down, and I have to redo last night's final on paper. These are "
        "the marks of the seven judges for six people, with the difficulty behind the ×: {marks}. For "
        "everyone, one highest and one lowest mark don't count; what remains is added up and multiplied by "
        "the difficulty. Who won with how many points, by how much was the runner-up beaten, and who came "
        "last with what? For the club magazine I also want the average and the median over the six, what "
        "all the deficits to the winner add up to, and how many of the five others ended up less than "
        "{near} points behind. Two decimals, as usual in diving."
    ),
)


def make_diving(draw: TaskDraw) -> Blueprint:
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
                "winner": found(winner),
                "winner_score": rounded(scores[winner], 2),
                "last": found(last),
                "last_score": rounded(scores[last], 2),
                "runner_up_gap": rounded(read_number(closest), 2),
                "mean_score": rounded(read_number(average), 2),
                "median_score": rounded(read_number(middle), 2),
                "gap_sum": rounded(read_number(whole), 2),
                "close": computed(sum(gap < near for gap in gaps), gaps),
            }
        )

    form = (
        named("winner", "the diver with the highest score"),
        number("winner_score", "the score of the winner", "points"),
        named("last", "the diver with the lowest score"),
        number("last_score", "the lowest score", "points"),
        number("runner_up_gap", "how far the runner-up is behind the winner", "points"),
        number("mean_score", "the mean of all scores", "points"),
        number("median_score", "the median of all scores", "points"),
        number("gap_sum", "the sum of all gaps to the winner", "points"),
        number("close", f"how many divers are less than {near} points behind the winner"),
    )
    told = "; ".join(f"{name} {' '.join(map(str, marks[name]))} × {difficulty[name]}" for name in divers)
    return make(draw, _WORDING, {"marks": told, "near": near}, form, plan)


def _marks(draw: TaskDraw, name: str) -> list[float]:
    level = draw.whole(11, 17, "level", name)
    return [(level + draw.whole(-3, 3, "mark", name, judge)) / 2 for judge in range(_JUDGES)]
