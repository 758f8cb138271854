from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Call, Result, Step, Text, Trajectory
from m3bench.core.redaction import Redactor
from m3bench.runs.engine.trajectory import clean_trajectory

WORKSPACE = Path('/somewhere/wörk "1"')


def trajectory(arguments: Any, said: str = "") -> Trajectory:
    return Trajectory(
        task_id="t", steps=(Step((Call("a/b", arguments, result=Result((Text(said),))),)),), answer=said
    )


def test_the_path_of_the_workspace_is_the_same_everywhere() -> None:
    cleaned = clean_trajectory(
        trajectory({"path": f"{WORKSPACE}/x.png"}, f"wrote {WORKSPACE}/x.png"), WORKSPACE
    )
    (call,) = cleaned.steps[0].calls
    assert call.arguments == {"path": "${WORKSPACE}/x.png"}
    assert cleaned.answer == "wrote ${WORKSPACE}/x.png"
    assert call.result is not None
    assert call.result.text == "wrote ${WORKSPACE}/x.png"


def test_paths_and_depth_of_fields() -> None:
    filled = msgspec.structs.replace(trajectory({}), fields={"file": f"{WORKSPACE}/x.png"})
    assert clean_trajectory(filled, WORKSPACE).fields == {"file": "${WORKSPACE}/x.png"}
    deep: Any = 1
    for _ in range(5_000):
        deep = [deep]
    assert clean_trajectory(msgspec.structs.replace(filled, fields={"file": deep}), WORKSPACE).fields is None


def test_secrets_in_fields_are_masked() -> None:
    filled = msgspec.structs.replace(trajectory({}), fields={"key": ["sk-123456"]})
    assert Redactor(["sk-123456"]).value(filled).fields == {"key": ["${SECRET}"]}


def test_what_needs_no_change_is_the_same_object() -> None:
    plain = trajectory({"a": 1}, "nothing")
    assert clean_trajectory(plain, WORKSPACE) is plain


def test_half_a_surrogate_pair_can_be_written() -> None:
    cleaned = clean_trajectory(trajectory({"a": "x\ud800y"}, "\udfff"), WORKSPACE)
    assert cleaned.steps[0].calls[0].arguments == {"a": "x?y"}
    assert msgspec.json.encode(cleaned)


@pytest.mark.parametrize(("levels", "kept"), [(255, True), (256, False), (600, False), (50_000, False)])
def test_arguments_nested_too_deeply_are_described(levels: int, kept: bool) -> None:
    deep: Any = 1
    for _ in range(levels):
        deep = [deep]
    cleaned = clean_trajectory(trajectory(deep), WORKSPACE).steps[0].calls[0].arguments
    assert (cleaned is deep) if kept else (cleaned == "[nested more than 256 levels deep]")


@pytest.mark.slow
@given(
    st.recursive(
        st.none() | st.booleans() | st.text() | st.integers(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_whatever_it_holds_it_can_be_written_and_read(arguments: Any) -> None:
    cleaned = clean_trajectory(trajectory(arguments, "said"), WORKSPACE)
    assert msgspec.json.decode(msgspec.json.encode(cleaned), type=Trajectory) == cleaned
