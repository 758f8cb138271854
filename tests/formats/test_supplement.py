from __future__ import annotations

from typing import Any

import pytest

from m3bench.core import Call, FormatError, Outcome, Result, Step, Text, Trajectory
from m3bench.formats import trajectories_from
from m3bench.formats.supplement import differences

RECORD: dict[str, Any] = {"id": "a", "steps": [{"calls": [{"name": "x", "arguments": {}}]}]}


def test_only_the_smallest_differing_parts_are_named() -> None:
    def made(outcome: Outcome | None, text: str) -> Trajectory:
        return Trajectory(task_id="a", steps=(Step((Call("x", {}, None, Result((Text(text),)), outcome),)),))

    assert dict(differences(made(Outcome.SUCCESS, "new"), made(None, "old"))) == {
        "steps[0].calls[0].result.content[0].text": "new",
        "steps[0].calls[0].outcome": "success",
    }
    assert dict(differences(Trajectory(task_id="a"), made(None, ""))) == {"steps": ()}


def test_nan_is_itself_and_true_is_not_one() -> None:
    nan, one, true = (Trajectory(task_id="a", extra={"x": value}) for value in (float("nan"), 1, True))
    assert list(differences(nan, nan)) == []
    assert list(differences(true, one)) == [("extra", {"x": True})]


def test_places_are_put_back() -> None:
    said = {"steps[0].calls[0].outcome": "success", "status": "completed"}
    (read,) = trajectories_from([{**RECORD, "m3bench": said}])
    assert (read.steps[0].calls[0].outcome, read.status) == (Outcome.SUCCESS, "completed")


@pytest.mark.parametrize("place", ["", "steps[7].plan", "steps[0][0]", "steps.x", "task_id.x", "[0]", "a.b"])
def test_a_place_that_is_not_there_is_refused(place: str) -> None:
    with pytest.raises(FormatError) as caught:
        trajectories_from([{**RECORD, "m3bench": {place: 1}}])
    assert str(caught.value) == f"<input>, record a, m3bench: the record has no such place: {place!r}"


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"surprise": 1}, "m3bench.surprise: unknown key 'surprise'"),
        ({"status": 3}, "m3bench.status: expected str, found int"),
        ({"steps[0].calls[0].name": None}, "m3bench.steps[0].calls[0].name: expected str, found null"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(said: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError) as caught:
        trajectories_from([{**RECORD, "m3bench": said}])
    assert str(caught.value) == f"<input>, record a, {message}"
