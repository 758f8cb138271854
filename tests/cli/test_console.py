from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table
from rich.text import Text

from m3bench.cli.console import EncodingProgress, output, print_json, progress_bar, say
from m3bench.core.redaction import protect


def test_where_there_is_no_terminal_ten_lines_tell_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("tying knots", 25) as advance:
        for _ in range(25):
            advance(1)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 10
    assert (lines[0], lines[-1]) == ("tying knots: 3 of 25", "tying knots: 25 of 25")


@given(counts=st.lists(st.integers(0, 40), max_size=30))
def test_the_last_line_tells_the_whole(counts: list[int]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        told: list[str] = []
        patch.setattr("rich.console.Console.print", lambda _, text: told.append(text))
        with progress_bar("counting", sum(counts)) as advance:
            for count in counts:
                if count:
                    advance(count)
    assert len(told) <= 10
    assert not any(counts) or told[-1] == f"counting: {sum(counts)} of {sum(counts)}"


def test_whatever_is_printed_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    protect(["sk-printed-12345"])
    console = output()
    evil = "\x1b]0;x\x07 [bold]sk-printed-12345[/bold] \u202e"
    shown = r"\x1b]0;x\x07 [bold]${SECRET}[/bold] \u202e"
    console.print(evil)
    console.print(Text(evil.replace("\x07", "")), soft_wrap=True)
    table = Table("name")
    table.add_row(evil)
    table.add_row(Text("sk-printed-" + "12345"))
    console.print(table)
    say(evil)
    print_json({"sk-printed-12345": "\x7f\x9b"})
    said, remarks_said = capsys.readouterr()
    assert said.startswith(f"{shown}\n")
    assert remarks_said == f"{shown}\n"
    assert json.loads(said[said.index("{\n") :]) == {"${SECRET}": "\x7f\x9b"}
    assert not set(said) & set("\x1b\x07\x7f\x9b\u202e")
    assert "sk-printed" not in said


def test_a_secret_that_the_layout_would_break_in_two(capsys: pytest.CaptureFixture[str]) -> None:
    secret = "long secret of several words and more than a line of eighty letters, so that it is broken"
    protect([secret])
    output().print(f"it is: {secret}")
    assert capsys.readouterr().out == "it is: ${SECRET}\n"


def test_without_a_terminal_encoding_is_announced_as_it_doubles(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with EncodingProgress() as progress:
        for texts in (10, 60, 30, 39, 1, 200):
            progress.expect(texts)
    assert capsys.readouterr().err.splitlines() == [
        "comparing 70 distinct calls",
        "comparing 140 distinct calls",
        "comparing 340 distinct calls",
    ]
