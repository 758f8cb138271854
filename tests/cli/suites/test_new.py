"""`m3bench suite new`, and what follows: verify, run, score. With a server of one's own, from any folder."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from m3bench.cli.making.audit_tools import load_suite_tools
from m3bench.core import Task
from m3bench.formats import write
from m3bench.suites import FileSuite
from tests.cli.command import run_command
from tests.hosting import servers


@pytest.fixture
def config(tmp_path: Path) -> Path:
    shutil.copy(Path(servers.__file__).parent / "library.py", tmp_path / "server.py")
    path = tmp_path / "servers.json"
    entry = {"command": sys.executable, "args": ["server.py"]}
    path.write_text(json.dumps({"mcpServers": {"books": entry}}))
    return path


def tasks(path: Path) -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = json.loads(path.read_text())
    return read


def test_a_new_suite_verifies_runs_and_scores(config: Path, tmp_path: Path) -> None:
    home = tmp_path / "elsewhere"
    home.mkdir()
    suite, given = str(tmp_path / "mine.json"), ("--config", str(config))
    made = run_command("suite", "new", "mine", "--dir", str(tmp_path), *given, folder=home).stdout
    assert "answer  id: b1; title: The Tin Drum" in made
    assert f"verify  m3bench suite verify {suite} --config {config}" in made
    verified = run_command("suite", "verify", suite, *given, folder=home).stdout
    assert "1 of 1 tasks are valid" in verified
    ran = run_command("run", suite, *given, "--agent", "reference", "--out", "run", folder=home).stdout
    assert "success: 1.000" in ran
    assert "calls: 1 success" in ran
    assert "1.000" in run_command("score", "run", folder=home).stdout
    assert "mine/search-books" in run_command("suite", "show", suite, folder=home).stdout
    mistyped = tasks(Path(suite))
    mistyped[0]["references"][0]["steps"][0]["calls"][0]["name"] = "books/serch_books"
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(mistyped))
    said = run_command("suite", "verify", str(wrong), *given, folder=home, code=1).stdout
    place = "references[0].steps[0].calls[0].name"
    assert f"{wrong}, mine/search-books: {place}: books has no tool 'serch_books'." in said
    assert "Did you mean books/search_books" in said
    assert "0 of 1 tasks are valid" in said
    shown = run_command("suite", "show", str(wrong), *given, folder=home).stdout
    assert f"problem: {place}: books has no tool 'serch_books'." in shown


def test_an_audit_knows_the_tools_of_a_configuration(config: Path, tmp_path: Path) -> None:
    suite = FileSuite("mine", tmp_path, [Task(id="a", servers=("books", "weather", "gone"))])
    tools = {tool.full_name for tool in load_suite_tools([suite], [config])}
    assert {"books/get_book", "weather/get_weather"} <= tools
    assert not {name for name in tools if name.startswith("gone/")}
    assert "books/get_book" not in {tool.full_name for tool in load_suite_tools([suite])}


def test_a_file_of_many_tasks_is_not_shown_without_an_id(tmp_path: Path) -> None:
    write(tmp_path / "two.jsonl", [Task(id="a"), Task(id="b")], format="jsonl")
    said = run_command("suite", "show", "two.jsonl", folder=tmp_path, code=2).stderr
    assert "two.jsonl has 2 tasks.\nName one: m3bench suite show ID --suite two.jsonl" in said


def test_a_call_can_be_named(config: Path, tmp_path: Path) -> None:
    call = ("--tool", "books/get_book", "--arguments", '{"book_id": "b2"}')
    run_command("suite", "new", "mine", "--config", "servers.json", *call, folder=tmp_path)
    (task,) = tasks(tmp_path / "mine.json")
    assert task["references"][0]["fields"] == {"title": "Momo", "year": 1973}
    assert config.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("../mine",), "'../mine' is not a name of a suite"),
        (("servers",), "servers.json exists already, and is left as it is"),
        (
            ("mine", "--tool", "books/get_bok"),
            "There is no tool 'books/get_bok'.\nDid you mean books/get_book",
        ),
        (
            ("mine", "--tool", "boks/get_book"),
            "There is no server 'boks' for --tool boks/get_book.\nDid you mean books?",
        ),
        (("mine", "--arguments", "{}"), "--arguments needs --tool"),
        (("mine", "--tool", "books/get_book", "--arguments", "b1"), "--arguments is not a JSON object"),
        (
            ("mine", "--tool", "books/get_book", "--arguments", '{"book_id": "zz"}'),
            'to ask for:\n  books/get_book {"book_id": "zz"}  tool_error: There is no',
        ),
    ],
)
@pytest.mark.usefixtures("config")
def test_mistakes_are_explained(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    said = run_command("suite", "new", *words, "--config", "servers.json", folder=tmp_path, code=2).stderr
    assert message in said
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_server_that_fails_is_explained(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("raise SystemExit('no luck')")
    entries = {
        "a": {"command": sys.executable, "args": ["broken.py"]},
        "b": {"command": "x", "disabled": True},
    }
    (tmp_path / "servers.json").write_text(json.dumps({"mcpServers": entries}))
    said = run_command("suite", "new", "mine", "--config", "servers.json", folder=tmp_path, code=2).stderr
    assert "b is left out: disabled" in said
    assert "The servers offer no tools: a: exited with code 1" in said
    assert "no luck" in said


def test_a_suite_without_a_configuration_is_about_a_bundled_server(tmp_path: Path) -> None:
    run_command("suite", "new", "mine", folder=tmp_path)
    (task,) = tasks(tmp_path / "mine.json")
    assert task["servers"] == ["weather"]
    assert task["extra"]["checks"][1] == {"check": "called", "tool": "weather/get_weather"}
