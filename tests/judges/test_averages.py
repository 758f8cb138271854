"""The printed averages of M³-Bench come out of the printed columns, by our arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from m3bench.judges import Judgement, combine, mean_score, task_completion
from m3bench.judges.averages import average_score, overall_score
from m3bench.reports.published import TOTAL, PublishedScore, published_m3
from m3bench.scoring import METRICS

HALF_A_DIGIT = 0.0005 + 1e-9
"""Of the printed average; the columns that it is of are off by as much again, at most."""
FAMILIES = [line for line in published_m3() if line.family != TOTAL]
OVERALL = [line for line in published_m3() if line.family == TOTAL]


def six(line: PublishedScore) -> list[float]:
    return [line.values[name] for name in METRICS]


def of_eight(line: PublishedScore) -> float:
    values = line.values
    found = average_score(six(line), values["task_completion"], values["information_grounding"])
    assert found is not None
    return found


def of_seven(line: PublishedScore) -> float:
    found = overall_score(six(line), line.values["information_grounding"])
    assert found is not None
    return found


def deviations(lines: Sequence[PublishedScore], ours: Sequence[float]) -> dict[tuple[str, str], float]:
    """Ours less the printed average, of those lines that rounding does not explain."""
    offs = {
        (line.family, line.model): own - line.values["average_score"]
        for line, own in zip(lines, ours, strict=True)
    }
    return {name: off for name, off in offs.items() if abs(off) > 2 * HALF_A_DIGIT}


def test_the_average_of_a_family_is_of_eight_columns() -> None:
    odd = deviations(FAMILIES, list(map(of_eight, FAMILIES)))
    assert len(FAMILIES) == 392
    # One printed line does not fit its own columns.
    assert odd == {("Crypto Purchase Estimation", "Claude 4.5 Haiku"): pytest.approx(-0.00875)}
    exact = [abs(of_eight(line) - line.values["average_score"]) <= HALF_A_DIGIT for line in FAMILIES]
    assert sum(exact) == 379


def test_the_average_over_all_tasks_is_of_seven_columns_without_task_completion() -> None:
    odd = deviations(OVERALL, list(map(of_seven, OVERALL)))
    assert len(OVERALL) == 14
    assert odd == {(TOTAL, "Gemini 2.5 Flash Lite"): pytest.approx(-0.0167, abs=5e-5)}


def test_no_other_column_is_the_one_that_is_left_out() -> None:
    """The mean of eight fits one line: the one that the mean of seven without Task Completion does not."""
    columns = (*METRICS, "task_completion", "information_grounding")
    assert len(deviations(OVERALL, list(map(of_eight, OVERALL)))) == 13
    for left_out in set(columns) - {"task_completion"}:
        ours = [sum(line.values[name] for name in columns if name != left_out) / 7 for line in OVERALL]
        assert len(deviations(OVERALL, ours)) >= 13, left_out


def said(case: str, judge: str, points: float) -> Judgement:
    """A judgement of ten parts, of which so many were given."""
    parts = {"planning": min(points, 3), "process": min(max(points - 3, 0), 3), "result": max(points - 6, 0)}
    return Judgement(case=case, judge=judge, prompt="completion@1", input=case, scores=parts)


def panel(case: str, middle: float) -> list[Judgement]:
    """Four judges: two around the middle, and two far off that must not count."""
    near = min(0.02, middle, 1 - middle)
    scores = (0.0, middle - near, middle + near, 1.0)
    return [said(case, f"judge {index}", 10 * score) for index, score in enumerate(scores)]


@pytest.mark.parametrize("line", [*OVERALL, *FAMILIES[::29]], ids=lambda line: f"{line.family}-{line.model}")
def test_from_judges_to_the_printed_columns(line: PublishedScore) -> None:
    """Two tasks whose middle scores lie to both sides of the printed Task Completion."""
    printed = line.values["task_completion"]
    away = min(0.1, printed, 1 - printed)
    cases = [
        combine(panel("one", printed - away), task_completion),
        combine(panel("two", printed + away), task_completion),
    ]
    found = mean_score(cases).value
    assert found == pytest.approx(printed)
    average = average_score(six(line), found, line.values["information_grounding"])
    assert average == pytest.approx(of_eight(line))


def test_what_is_missing_makes_an_average_missing() -> None:
    assert average_score([0.5] * 6, None, 0.5) is None
    assert average_score([0.5] * 6, 0.5, None) is None
    assert overall_score([0.5] * 6, None) is None
    assert overall_score([0.5] * 6, 0.5) == 0.5
    assert average_score([], None, None) is None
