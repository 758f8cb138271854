"""The study of a paper: what was compared, the sample, and the results.

All texts, tables and figures of a paper are generated from it, so that their numbers agree.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from m3bench_world.papers.draws import Draws, words


class Measure(msgspec.Struct, frozen=True):
    name: str
    unit: str
    low: float
    high: float
    digits: int
    more_is_better: bool

    def written(self, value: float) -> str:
        number = f"{value:.{self.digits}f}"
        if self.unit == "%":
            return f"{number}%"
        return number if self.unit.startswith("(") else f"{number} {self.unit}"


class Family(msgspec.Struct, frozen=True):
    """Sentences and quantities of one type of study."""

    units: tuple[str, ...]
    arms: tuple[str, ...]
    controls: tuple[str, ...]
    measures: tuple[Measure, ...]
    sentences: dict[str, tuple[str, ...]]


class Study(msgspec.Struct, frozen=True):
    size: int
    unit: str
    arm: str
    control: str
    others: tuple[str, ...]
    """Further rows of the table."""
    measures: tuple[Measure, ...]
    """The first is the main measure."""
    values: tuple[tuple[float, ...], ...]
    """Rows for the arm, the control and the others; columns for the measures."""
    place: str
    first_year: int
    last_year: int
    sites: int
    correlation: float
    probability: str
    trend: tuple[float, ...]
    """Values of the figure: the main measure of the arm over equal steps, ending at its table value."""

    @property
    def rows(self) -> tuple[str, ...]:
        return (self.arm, self.control, *self.others)


@cache
def families() -> dict[str, Family]:
    found: dict[str, dict[str, list[str]]] = {}
    for line in (files(__package__) / "families.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            current = found.setdefault(line.strip("[]"), {})
        elif not line.startswith("#"):
            key, _, text = line.partition(": ")
            current.setdefault(key, []).append(text)
    common = {key: tuple(texts) for key, texts in found.pop("common").items()}
    return {name: _family(lines, common) for name, lines in found.items()}


def _family(lines: dict[str, list[str]], common: dict[str, tuple[str, ...]]) -> Family:
    units, arms, controls, measures = (
        tuple(lines.pop(key)[0].split("; ")) for key in ("unit", "arm", "control", "measure")
    )
    sentences = common | {key: tuple(texts) for key, texts in lines.items()}
    return Family(units, arms, controls, tuple(map(_measure, measures)), sentences)


def _measure(text: str) -> Measure:
    name, unit, low, high, digits, direction = text.split("|")
    return Measure(name, unit, float(low), float(high), int(digits), direction == "up")


def draw_study(family: Family, draws: Draws, year: int) -> Study:
    """Draw a study published in `year`."""
    which = draws.whole(0, len(family.arms) - 1)
    arm, control = family.arms[which], family.controls[which]
    others = tuple(draws.several([name for name in family.controls if name != control], 2))
    measures = tuple(draws.several(family.measures, 3))
    last = year - draws.whole(0, 2)
    size = int(10 ** draws.between(2.1, 4.6))
    values = _values(measures, 2 + len(others), draws)
    return Study(
        size=size if size < 1_000 else size // 10 * 10,
        unit=draws.pick(family.units),
        arm=arm,
        control=control,
        others=others,
        measures=measures,
        values=values,
        place=draws.pick(words("places")),
        first_year=last - draws.whole(1, 6),
        last_year=last,
        sites=draws.whole(3, 18),
        correlation=round(draws.between(0.41, 0.88), 2),
        probability=draws.pick(("p < 0.001", "p = 0.002", "p = 0.004", "p = 0.011", "p = 0.018", "p = 0.03")),
        trend=_trend(measures[0], values[0][0], values[1][0], draws),
    )


def _values(measures: tuple[Measure, ...], rows: int, draws: Draws) -> tuple[tuple[float, ...], ...]:
    columns = [_column(measure, rows, draws) for measure in measures]
    return tuple(zip(*columns, strict=True))


def _column(measure: Measure, rows: int, draws: Draws) -> list[float]:
    """Draw a column: the arm is best, the control worse by a plausible margin, the others between or
    below."""
    span = measure.high - measure.low
    best, worst = (measure.high, measure.low) if measure.more_is_better else (measure.low, measure.high)
    sign = 1 if measure.more_is_better else -1
    arm = best - sign * span * draws.between(0.02, 0.35)
    control = arm + (worst - arm) * draws.between(0.15, 0.6)
    rest = [arm + (worst - arm) * draws.between(0.1, 0.9) for _ in range(rows - 2)]
    smallest = 10**-measure.digits
    rounded = [round(value, measure.digits) for value in (arm, control, *rest)]
    if rounded[0] == rounded[1]:
        rounded[1] = round(rounded[1] - sign * smallest, measure.digits)
    return rounded


def _trend(measure: Measure, arm: float, control: float, draws: Draws) -> tuple[float, ...]:
    steps = 8
    inner = [
        control + (arm - control) * (step / (steps - 1)) ** 0.7 * draws.between(0.85, 1.08)
        for step in range(1, steps - 1)
    ]
    return (control, *(round(value, measure.digits) for value in inner), arm)
