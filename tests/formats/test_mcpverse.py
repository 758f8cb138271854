from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from m3bench.core import AnswerKey, Difficulty, DuplicateIdError, FormatError, KeyMethod, Reference, Task
from m3bench.formats import read_tasks, write

if TYPE_CHECKING:
    from tests.formats.conftest import Save

HEADER = "question_id,question,MCP,tool,complexity,answer,eval_method,time-sensitive"
ROW = "Q1,Which city?,amap-maps,maps_regeocode,L1,Chengdu,llm_as_a_judge,No"


def test_a_row_is_a_task(save: Save) -> None:
    assert read_tasks(save("q.csv", f"{HEADER}\r\n{ROW}\r\n")) == [
        Task(
            id="Q1",
            request="Which city?",
            servers=("amap-maps",),
            level="L1",
            answer="Chengdu",
            answer_key=AnswerKey(method=KeyMethod.JUDGE),
            time_sensitive=False,
            extra={"tool": "maps_regeocode"},
        )
    ]


@pytest.mark.parametrize("servers", ["filesystem + excel", "filesystem+excel", " filesystem +excel +"])
def test_several_servers_are_joined_by_a_plus(save: Save, servers: str) -> None:
    path = save("q.csv", f"{HEADER}\nQ1,?,{servers},,,,,\n")
    assert read_tasks(path) == [Task(id="Q1", request="?", servers=("filesystem", "excel"))]


def test_a_byte_order_mark_blank_rows_and_quoted_line_breaks(save: Save) -> None:
    path = save("q.csv", f'\ufeff{HEADER}\r\n\r\nQ1,"a ""b"",\r\nc",code,,L1,"1\n2",,\r\n'.encode())
    assert read_tasks(path) == [
        Task(id="Q1", request='a "b",\r\nc', servers=("code",), level="L1", answer="1\n2")
    ]


def test_more_columns_are_kept(save: Save) -> None:
    (task,) = read_tasks(save("q.csv", f"{HEADER},note,family\n{ROW},seen,maps\n"))
    assert task.extra["note"] == "seen"
    assert task.family == "maps"


def test_a_column_with_the_name_of_another_field_has_to_be_renamed(save: Save) -> None:
    path = save("q.csv", f"{HEADER},world\n{ROW},Paris\n")
    with pytest.raises(FormatError) as caught:
        read_tasks(path)
    assert caught.value.message == f"{path}, record Q1, world: expected object | null, found str"
    assert "Rename" in (caught.value.hint or "")


def test_reading_what_was_written_is_the_identity(tmp_path: Path) -> None:
    tasks = [
        Task(
            id="Q1",
            request='a "b",\r\nc\rd',
            servers=("x", "y z"),
            level="L1",
            extra={"note": "n", "tool": "t"},
        ),
        Task(id="Q2", answer="ü, ü", family="f", fuzzy_request="?"),
        Task(
            id="Q3",
            kind="operation",
            difficulty=Difficulty.HARD,
            time_sensitive=True,
            answer_key=AnswerKey(method=KeyMethod.SCRIPT),
            role="A clerk.",
            rules=("Be brief.",),
        ),
        Task(id="Q4", extra={"eval_method": "by hand", "time-sensitive": "sometimes", "kind": "odd one"}),
    ]
    write(tmp_path / "q.csv", tasks, format="mcpverse")
    assert read_tasks(tmp_path / "q.csv") == tasks


def test_without_tasks_there_is_a_header(tmp_path: Path) -> None:
    write(tmp_path / "q.csv", [], format="mcpverse")
    assert (tmp_path / "q.csv").read_bytes() == f"{HEADER}\r\n".encode()
    assert read_tasks(tmp_path / "q.csv") == []


@pytest.mark.parametrize(
    ("task", "lost"),
    [
        (Task(id="a", references=(Reference(),), images=("i",)), "images, references"),
        (Task(id="a", distractors=("d",)), "distractors"),
        (Task(id="a", servers=("c++",)), "servers[0]"),
        (Task(id="a", extra={"n": 1}), "extra"),
        (Task(id="a", rules=("one", "two")), "rules"),
        (Task(id="a", kind="own-kind"), "kind, extra"),
        (Task(id="a", answer_key=AnswerKey(value=3, method=KeyMethod.JUDGE)), "answer_key.value"),
        (Task(id="a", answer_key=AnswerKey(method=KeyMethod.EQUIVALENCE)), "answer_key"),
        (Task(id="a", extra={"question": "x"}), "extra"),
        (Task(id="a", answer="\ud800"), "answer"),
        (Task(id="a", answer=""), "answer"),
    ],
)
def test_what_a_table_cannot_hold_is_refused(tmp_path: Path, task: Task, lost: str) -> None:
    path = tmp_path / "q.csv"
    with pytest.raises(FormatError) as caught:
        write(path, [task], format="mcpverse")
    assert (
        str(caught.value)
        == f"{path}, record a: the format mcpverse cannot hold {lost} of this task; jsonl can"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": expected a header row, found an empty file"),
        (
            "question_id,question,x\n",
            (
                ", header: missing columns: MCP, tool, complexity, answer, eval_method, time-sensitive "
                "(found: question_id, question, x)"
            ),
        ),
        (f"{HEADER},MCP,tool\n", ", header: duplicate columns: MCP, tool"),
        (f"{HEADER}\n{ROW},more\n", ", record Q1: expected 8 cells, found 9"),
        (f"{HEADER}\n{ROW}\nQ2,x\n", ", record Q2: expected 8 cells, found 2"),
        (f"tool,{HEADER.replace(',tool', '')}\nx\n", ", record #0: expected 8 cells, found 1"),
        (f"{HEADER}\n,?,code,,,,,\n", ", record #0, question_id: expected an id, found an empty cell"),
        (f'{HEADER}\nQ1,"never closed\n', ", line 2: not valid CSV: unexpected end of data"),
        (f'{HEADER}\nQ1,"a"b,,,,,,\n', ", line 2: not valid CSV: ',' expected after '\"'"),
        (
            f"{HEADER}\nQ1,{'x' * 140_000},,,,,,\n",
            ", line 2: not valid CSV: field larger than field limit (131072)",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(save: Save, text: str, message: str) -> None:
    path = save("q.csv", text)
    with pytest.raises(FormatError) as caught:
        read_tasks(path, format="mcpverse")
    assert str(caught.value) == f"{path}{message}"


def test_bad_encoding_is_said_with_its_line(save: Save) -> None:
    path = save("q.csv", f"{HEADER}\nQ1,".encode() + b"\xff\n")
    with pytest.raises(FormatError) as caught:
        read_tasks(path)
    assert str(caught.value) == f"{path}, line 2: not UTF-8: the byte 0xff is invalid here"


def test_duplicate_ids(save: Save) -> None:
    path = save("q.csv", f"{HEADER}\n{ROW}\n{ROW.replace('L1', 'L2')}\n")
    with pytest.raises(DuplicateIdError) as caught:
        read_tasks(path)
    assert caught.value.ids == ("Q1",)
    assert [task.level for task in read_tasks(path, duplicates="first")] == ["L1"]
    assert [task.level for task in read_tasks(path, duplicates="last")] == ["L2"]
