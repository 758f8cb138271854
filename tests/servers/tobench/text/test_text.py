"""The server `text`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench_world.servers.tobench.text.documents import headings, markdown_table
from tests.servers.asking import InProcess

SERVER = "text"
PAGE = (
    "# Title\n\nSee [part](#part-two), [gone](#three), [file](a.txt), [web](https://x.example).\n\n"
    "## Part two\n"
)


@pytest.fixture
def tools(tmp_path: Path) -> InProcess:
    (tmp_path / "a.txt").write_text("b 10\na 9\nb 10\n", encoding="utf-8")
    return InProcess(SERVER, tmp_path)


def test_markdown_becomes_html(tools: InProcess) -> None:
    data = tools(
        "markdown_to_html", text="# Hi\n\n<b>x</b> | ~~y~~", title="A & B", output_path="p.html"
    ).data
    page = (tools.workspace / "p.html").read_text(encoding="utf-8")
    assert data["output_path"] == "p.html"
    assert "<h1>Hi</h1>" in page
    assert "&lt;b&gt;x" in page
    assert "<title>A &amp; B</title>" in page
    assert tools("markdown_to_html").is_error


def test_tables(tools: InProcess) -> None:
    table = tools("make_table", rows=[["a", "price"], ["x|y", "1"]], align="lr").data["text"]
    assert table == "| a    | price |\n| ---- | ----: |\n| x\\|y |     1 |\n"
    assert tools("make_table", rows=[]).is_error
    assert tools("make_table", rows=[["a"]], align="z").is_error


@settings(max_examples=25)
@given(st.lists(st.lists(st.text(max_size=5), min_size=2, max_size=2), min_size=1, max_size=4))
def test_a_table_has_a_line_for_each_row(rows: list[list[str]]) -> None:
    lines = markdown_table(rows, "lr").splitlines()
    assert len(lines) == len(rows) + 1


def test_headings_and_links(tools: InProcess) -> None:
    found = tools("extract_headings", text=PAGE + "```\n# no\n```\n## Part two\n").data["headings"]
    assert [each["anchor"] for each in found] == ["title", "part-two", "part-two-1"]
    data = tools("check_links", text=PAGE).data
    assert (data["checked"], data["not_checked"]) == (3, 1)
    assert data["broken"] == [{"line": 3, "text": "gone", "target": "#three", "problem": "no such heading"}]
    assert "leads out" in tools("check_links", text="[x](../../etc/passwd)").data["broken"][0]["problem"]


@settings(max_examples=25)
@given(st.text(max_size=200))
def test_any_text_has_headings_or_none(text: str) -> None:
    assert all(1 <= heading["level"] <= 6 for heading in headings(text))


def test_counts_and_readability(tools: InProcess) -> None:
    data = tools("count_words", text="The cat. The dog's bone!\n\nEnd").data
    assert (data["words"], data["sentences"], data["paragraphs"]) == (6, 2, 2)
    assert data["frequent"][0] == {"word": "the", "count": 2}
    easy = tools("readability", text="The cat sat. The dog ran.").data["reading_ease"]
    hard = tools("readability", text="Organizational interoperability necessitates standardization.").data
    assert easy > 100 > hard["reading_ease"]
    assert tools("readability", text="...").is_error


def test_differences(tools: InProcess) -> None:
    data = tools("diff", path="a.txt", other_text="b 10\nc\nb 10\n").data
    assert (data["identical"], data["added_lines"], data["removed_lines"]) == (False, 1, 1)
    assert "-a 9\n+c" in data["diff"]
    assert tools("diff", path="a.txt", other_path="a.txt").data["identical"]
    assert tools("diff", path="a.txt").is_error


def test_patterns(tools: InProcess) -> None:
    found = tools("find_pattern", path="a.txt", pattern=r"(\w) (\d+)").data
    assert (found["total"], found["matches"][1]["groups"], found["matches"][1]["line"]) == (3, ["a", "9"], 2)
    data = tools(
        "replace_pattern", path="a.txt", pattern=r"^b", replacement="B", flags="m", output_path="o.txt"
    ).data
    assert data["replaced"] == 2
    assert (tools.workspace / "o.txt").read_text(encoding="utf-8") == "B 10\na 9\nB 10\n"
    assert tools("find_pattern", text="x", pattern="(").is_error
    assert tools("replace_pattern", text="x", pattern="x", replacement=r"\9").is_error


@pytest.mark.slow
def test_an_expression_that_takes_forever_is_stopped(tools: InProcess) -> None:
    assert "time limit" in tools("find_pattern", text="a" * 40 + "b", pattern="(a+)+$").text


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ("upper", "HELLO BIG WORLD"),
        ("title", "Hello Big World"),
        ("sentence", "Hello big world"),
        ("snake", "hello_big_world"),
        ("kebab", "hello-big-world"),
        ("camel", "helloBigWorld"),
    ],
)
def test_cases(tools: InProcess, case: str, expected: str) -> None:
    assert tools("change_case", text="hello BIG world", case=case).data["text"] == expected


def test_lines_are_sorted(tools: InProcess) -> None:
    assert tools("sort_lines", path="a.txt", unique=True).data["text"] == "a 9\nb 10\n"
    assert tools("sort_lines", path="a.txt", by="number", descending=True).data["text"] == "b 10\nb 10\na 9\n"
    assert tools("sort_lines", path="../a.txt").is_error


def test_templates(tools: InProcess) -> None:
    data = tools("fill_template", text="Dear {{ name }}, {{name}}!", values={"name": "Ada", "x": ""}).data
    assert data == {"text": "Dear Ada, Ada!", "fields": ["name"], "unused": ["x"]}
    assert "name" in tools("fill_template", text="{{name}}", values={}).text


@pytest.mark.parametrize(
    ("source", "target", "text", "expected"),
    [
        ("csv", "json", "a,b\n1,x\n", '[\n  {\n    "a": "1",\n    "b": "x"\n  }\n]\n'),
        ("json", "csv", '[{"a": 1}, {"a": null, "b": [2]}]', "a,b\n1,\n,[2]\n"),
        ("json", "yaml", '{"b": 1, "a": ["x"]}', "b: 1\na:\n- x\n"),
        ("yaml", "jsonl", "- a: no\n- a: 2\n", '{"a": "no"}\n{"a": 2}\n'),
        ("jsonl", "markdown", '{"a": 1}\n', "| a   |\n| --- |\n| 1   |\n"),
        ("toml", "json", "a = 1", '{\n  "a": 1\n}\n'),
    ],
)
def test_data_is_converted(tools: InProcess, source: str, target: str, text: str, expected: str) -> None:
    data = tools("convert_data", text=text, source_format=source, target_format=target).data
    assert data["text"] == expected


@pytest.mark.parametrize(
    ("source", "target", "text"),
    [
        ("json", "csv", '{"a": 1}'),
        ("json", "json", "{"),
        ("csv", "json", "a,a\n1,2"),
        ("json", "json", "[" * 5_000),
    ],
)
def test_data_that_does_not_fit_is_refused(tools: InProcess, source: str, target: str, text: Any) -> None:
    assert tools("convert_data", text=text, source_format=source, target_format=target).is_error
