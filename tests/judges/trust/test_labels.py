from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from m3bench.core import FormatError
from m3bench.judges.trust.labels import Label, by_rater, mean_by_case, read_labels


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_labels_are_read_with_what_is_left_out(tmp_path: Path) -> None:
    file = written(tmp_path / "labels.csv", "\ufeffID, Score\na,7.5\nb,0\n")
    assert read_labels(file) == [Label("a", "task_completion", 7.5), Label("b", "task_completion", 0.0)]


def test_dimensions_and_people_are_told_apart(tmp_path: Path) -> None:
    text = (
        "id,dimension,score,rater,remark\n"
        'a,task_completion,8,ann,"well, done"\n'
        "a,task_completion,6,bob,\n"
        "a,information_grounding,0.5,ann,\n"
    )
    labels = read_labels(written(tmp_path / "labels.csv", text))
    raters = by_rater(labels, "task_completion")
    assert raters == {"ann": {"a": 8.0}, "bob": {"a": 6.0}}
    assert mean_by_case(raters) == {"a": 7.0}
    assert by_rater(labels, "information_grounding") == {"ann": {"a": 0.5}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: missing column 'id'"),
        ("id,points\na,3\n", "line 1: missing column 'score'; found id, points"),
        ("id,score\n", "the file has no labels"),
        ("id,score\na,7\nb,eleven\n", "line 3: task_completion takes a number from 0 to 10, not 'eleven'"),
        ("id,score\na,11\n", "line 2: task_completion takes a number from 0 to 10, not '11'"),
        ("id,score\na,nan\n", "line 2: task_completion takes a number from 0 to 10, not 'nan'"),
        ("id,score\n,3\n", "line 2: the id is empty"),
        (
            "id,dimension,score\na,beauty,3\n",
            "line 2: unknown dimension 'beauty'; use one of task_completion",
        ),
        ("id,dimension,score\na,grounding,0.5\n", "line 2: grounding takes a number from 1 to 10"),
        ("id,score\na,3\na,4\n", "line 3: duplicate label of task_completion for a"),
        ("id,score,rater\na,3,ann\na,4,ann\n", "line 3: duplicate label of task_completion by ann for a"),
        ("id,score\na\n", "line 2: the number of fields differs"),
        ("id,score\na,3,4\n", "line 2: the number of fields differs"),
        ('id,score\n"a,3\n', "not a CSV table"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_labels(written(tmp_path / "labels.csv", text))
    assert message in str(caught.value)
    assert "labels.csv" in str(caught.value)


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="No such file"):
        read_labels(tmp_path / "none.csv")
    (tmp_path / "odd.csv").write_bytes(b"id,score\n\xff,3\n")
    with pytest.raises(FormatError, match="UTF-8"):
        read_labels(tmp_path / "odd.csv")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_any_text_is_labels_or_an_error_of_ours(tmp_path: Path, text: str) -> None:
    file = written(tmp_path / "any.csv", f"id,score\n{text}")
    try:
        labels = read_labels(file)
    except FormatError:
        return
    assert all(0 <= label.score <= 10 and label.case for label in labels)


def test_people_can_say_how_far_they_agree_with_the_judges(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text("id,dimension,score,rater\nt,judge_agreement,2,ann\n", encoding="utf-8")
    assert read_labels(path) == [Label("t", "judge_agreement", 2.0, "ann")]
