"""Against what the published scorer gives for the public references (data that is not shipped here)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.core import Task, Trajectory
from m3bench.encoders import CachingEncoder, Encoder, VectorStore
from m3bench.formats import read_tasks, read_trajectories
from m3bench.reports import report_to_dict
from m3bench.scoring import METRICS, Scorer


@pytest.fixture(scope="module")
def encoder(minilm: Encoder, tmp_path_factory: pytest.TempPathFactory) -> CachingEncoder:
    return CachingEncoder(minilm, VectorStore(tmp_path_factory.mktemp("store") / "vectors.sqlite"))


@pytest.fixture(scope="module")
def references(shared_data: Path) -> list[Task]:
    return read_tasks(shared_data / "m3" / "references.json", duplicates="last")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["p2", "p3", "p5"])
def test_the_released_numbers_are_met(
    name: str, references: list[Task], encoder: Encoder, shared_data: Path
) -> None:
    predictions = read_trajectories(shared_data / "golden" / f"{name}.json", duplicates="last")
    expected = json.loads((shared_data / "golden" / f"{name}.expected.json").read_bytes())
    found = report_to_dict(Scorer("m3-released", encoder).score_many(predictions, references))
    for key, value in expected["aggregate"].items():
        assert found["aggregate"][key] == pytest.approx(value, abs=1e-4), key
    by_id = {record["id"]: record for record in found["per_id"]}
    assert by_id.keys() == {record["id"] for record in expected["per_id"]}
    for record in expected["per_id"]:
        _assert_same(by_id[record["id"]], record)


def _assert_same(found: dict[str, Any], expected: dict[str, Any]) -> None:
    for key, value in expected.items():
        if key == "matches":
            assert _pairs(found[key]) == _pairs(value), expected["id"]
        elif key != "id":
            assert found[key] == pytest.approx(value, abs=1e-3), (expected["id"], key)


def _pairs(matches: list[dict[str, Any]]) -> set[tuple[int, int]]:
    return {(match["gt_call_index"], match["pred_call_index"]) for match in matches}


def _as_predictions(tasks: list[Task]) -> list[Trajectory]:
    return [Trajectory(task_id=task.id, steps=task.references[0].steps) for task in tasks]


def test_a_perfect_copy_scores_one_without_encoding_anything(
    references: list[Task], encoder: Encoder
) -> None:
    report = Scorer("m3", encoder).score_many(_as_predictions(references), references)
    assert report.total.metrics.values() == (1.0,) * len(METRICS)
    assert all(task.metrics.values() == (1.0,) * len(METRICS) for task in report.tasks)


def test_what_is_missing_costs_its_share(references: list[Task], encoder: Encoder) -> None:
    predictions = _as_predictions(references)
    kept = [prediction for index, prediction in enumerate(predictions) if index % 3]
    report = Scorer("m3", encoder).score_many(kept, references)
    assert len(report.missing) == len(references) - len(kept)
    for name in METRICS:
        expected = 1.0 if name == "precision" else 2 / 3
        assert getattr(report.total.metrics, name) == pytest.approx(expected, abs=0.05), name
    released = Scorer("m3-released", encoder).score_many(kept, references)
    assert released.total.metrics.recall == 1.0
    assert released.missing == report.missing


def test_every_public_record_survives_our_own_format(references: list[Task]) -> None:
    for task in references:
        assert msgspec.convert(msgspec.to_builtins(task), Task).digest == task.digest
