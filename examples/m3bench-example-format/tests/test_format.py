"""The format goes both ways, and names what is wrong with a file."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from m3bench import Call, FormatError, Result, Step, Trajectory, read_trajectories
from m3bench.core import Text
from m3bench.formats import write

STEP = Step(
    (
        Call("math/add", {"a": 1, "b": 2}, result=Result((Text("3"),))),
        Call("math/add", {"a": 2, "b": 2}, result=Result((Text("4"),))),
    )
)
SUM = Trajectory(task_id="sum", request="Add.", steps=(STEP, STEP), answer="3 and 4")


@pytest.mark.parametrize("name", ["sums.json", "sums.jsonl"])
def test_what_is_written_is_read_again(name: str, tmp_path: Path) -> None:
    again = msgspec.structs.replace(SUM, task_id="again")
    write(tmp_path / name, [SUM, again], format="sharegpt")
    assert read_trajectories(tmp_path / name, format="sharegpt") == [SUM, again]


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        ({"from": "observation", "value": "3"}, "without a function call"),
        ({"from": "function_call", "value": "add"}, "with name and arguments"),
        ({"from": "tool", "value": "3"}, "expected human, gpt"),
        ({"value": "3"}, "from"),
    ],
)
def test_errors_name_the_place(turn: dict[str, str], message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps([{"id": "sum", "conversations": [turn]}]))
    with pytest.raises(FormatError, match=message) as caught:
        read_trajectories(path, format="sharegpt")
    assert "conversations[0]" in str(caught.value)
