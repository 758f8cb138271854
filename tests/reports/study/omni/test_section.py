"""The section about closed-loop tasks: success by cell, partial credit, slices, points and sabotage."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench.checks import Verdict, Verdicts, point_results
from m3bench.core import (
    ARTEFACTS_KEY,
    SABOTAGE_KEY,
    Call,
    Difficulty,
    Point,
    PointKind,
    Result,
    Step,
    Task,
    Trajectory,
    Usage,
)
from m3bench.reports.study.omni.points import point_table, sabotage_table
from m3bench.reports.study.omni.runs import PointedAttempt, PointedRun
from m3bench.reports.study.omni.scores import modality_table, score_table, slice_table
from m3bench.reports.study.table import Row, Table

LOOK = {ARTEFACTS_KEY: {"looked": [{"path": "a.pptx"}]}}
WRITE = {ARTEFACTS_KEY: {"wrote": ["a.pptx"]}}
FAULT = {**WRITE, SABOTAGE_KEY: {"path": "a.pptx", "fault": "move_shape"}}


def attempt(
    family: str, verdicts: tuple[bool | None, ...], *metas: dict[str, Any], difficulty: str = "easy"
) -> PointedAttempt:
    points = tuple(
        Point("It fits.", PointKind.JUDGE if index == 2 else PointKind.TOOL, (index,)) for index in range(3)
    )
    kind = "service" if family == "hotel" else "creation"
    task = Task(
        id=family,
        family=family,
        kind=kind,
        difficulty=Difficulty(difficulty),
        points=points,
        modalities=("text", "audio", "image") if kind == "service" else ("text",),
    )
    judged = Verdicts(
        verdicts=tuple(
            Verdict(check="any", kind="answer", passed=verdict is True, undecided=verdict is None, reason="")
            for verdict in verdicts
        )
    )
    steps = tuple(Step((Call("slides/any", result=Result(meta=meta)),)) for meta in metas)
    return PointedAttempt(
        task=task,
        trajectory=Trajectory(task_id=family, steps=steps, usage=Usage(1000, 500, 2, 0.5)),
        passed=False if False in verdicts else None if None in verdicts else True,
        results=point_results(task, judged),
    )


@pytest.fixture
def run() -> PointedRun:
    attempts = [
        attempt("hotel", (True, True, True)),
        attempt("hotel", (True, False, True), FAULT),
        attempt("design", (True, True, True), FAULT, LOOK, WRITE, LOOK, difficulty="hard"),
        attempt("design", (True, False, None), FAULT, LOOK, difficulty="hard"),
        attempt("design", (True, True, None), difficulty="hard"),
    ]
    return PointedRun(name="caller", attempts=attempts)


def own(table: Table) -> list[Row]:
    return [row for row in table.rows if not row.get("published")]


def test_success_by_cell_and_partial_credit(run: PointedRun) -> None:
    table = score_table([run])
    (row,) = own(table)
    assert (row["service_easy"], row["creation_hard"], row["service_hard"]) == (0.5, 1 / 3, None)
    assert row["success"] == 2 / 5, "the attempt that waits for a judge counts as failed"
    assert row["partial"] == pytest.approx((1 + 2 / 3 + 1 + 1 / 2 + 1) / 5)
    assert row["calls"] == pytest.approx(7 / 5)
    assert (row["tokens"], row["cost"]) == (1.5, 0.5)
    assert len(table.rows) == 19


def test_slices_and_modalities(run: PointedRun) -> None:
    slices = {row["slice"]: row for row in own(slice_table([run]))}
    assert (slices["hotel"]["attempts"], slices["hotel"]["success"]) == (2, 0.5)
    assert slices["design"]["success"] == 1 / 3
    modalities = {row["modality"]: row["attempts"] for row in own(modality_table([run]))}
    assert modalities == {"audio": 2, "image": 2, "text only": 3, "two or more": 2}


def test_points_by_kind(run: PointedRun) -> None:
    kinds = {row["kind"]: row for row in own(point_table([run]))}
    assert [kinds["tool"][key] for key in ("points", "passed", "failed", "undecided")] == [10, 8, 2, 0]
    assert [kinds["judge"][key] for key in ("points", "passed", "failed", "undecided")] == [5, 3, 0, 2]


def test_a_fault_is_looked_at_mended_or_missed(run: PointedRun) -> None:
    (table,) = sabotage_table([run])
    (row,) = own(table)
    assert [row[key] for key in ("attempts", "looked", "repaired", "passed")] == [3, 2, 1, 1]
    assert sabotage_table([PointedRun(name="caller", attempts=run.attempts[:1])]) == ()
