"""Tasks that a run leaves out: with servers that are not bundled, and questions without their servers."""

from __future__ import annotations

import csv
import json
from functools import partial
from pathlib import Path

import anyio
import msgspec
import pytest

from m3bench.core import Call, Reference, Step, Task, UsageError
from m3bench.formats import write
from m3bench.formats.mcpverse import COLUMNS
from m3bench.rendering import CHROMIUM, LIBREOFFICE
from m3bench.runs import (
    RunFolder,
    RunLimits,
    RunSettings,
    choose_tasks,
    is_bundled,
    read_run,
    resume_run,
    run_settings,
    start_run,
)
from m3bench.runs.task_choice.reasons import programs_of, taken_at_their_word
from m3bench.suites import WorldRef, find_suite
from tests.cli.command import run_command

ADD = Step((Call("math/add", {"firstNumber": 2, "secondNumber": 3}),))


def sums(name: str, *servers: str) -> Task:
    return Task(
        id=name, request="Add 2 and 3.", answer="5", servers=servers,
        references=(Reference(steps=(ADD,), answer="5"),),
    )  # fmt: skip


MIXED = (sums("a", "math", "excel"), sums("b", "math"), sums("c", "mcp-server-git"), sums("d", "math"))


def mixed(folder: Path, *tasks: Task, **options: object) -> RunSettings:
    write(folder / "tasks.jsonl", tasks or MIXED, format="jsonl")
    return run_settings(str(folder / "tasks.jsonl"), "reference", bundled_only=True, **options)


def test_bundled_servers_are_those_that_need_no_installation() -> None:
    assert [is_bundled(name) for name in ("math", "excel", "ppt", "mcp-server-git", "nowhere")] == [
        True, False, False, False, False,
    ]  # fmt: skip


def test_only_tasks_with_bundled_servers_are_run_and_a_resumed_run_keeps_to_them(tmp_path: Path) -> None:
    anyio.run(start_run, mixed(tmp_path), tmp_path / "run")
    folder = RunFolder.open(tmp_path / "run")
    assert [task.id for task in folder.tasks()] == ["b", "d"]
    assert folder.manifest.settings.bundled_only
    assert {task.id: task.servers for task in folder.manifest.left_out} == {
        "a": ("excel",),
        "c": ("mcp-server-git",),
    }
    anyio.run(partial(resume_run, tmp_path / "run", limits=RunLimits(concurrency=1)))
    result = read_run(tmp_path / "run")
    assert (result.attempts, result.strict_success, len(result.left_out)) == (2, 1.0, 2)
    shown = run_command("score", str(tmp_path / "run")).stdout
    assert "left out, not scored: 2 tasks" in shown


def test_limits_count_the_tasks_that_are_run(tmp_path: Path) -> None:
    settings = mixed(tmp_path, limit=1)
    chosen = choose_tasks(find_suite(settings.suite, WorldRef()), settings)
    assert [task.id for task in chosen.tasks] == ["b"]
    assert [task.id for task in chosen.left_out] == ["a", "c"]


def test_without_any_task_left_there_is_no_run(tmp_path: Path) -> None:
    settings = mixed(tmp_path, MIXED[0])
    with pytest.raises(UsageError, match="needs servers that are not bundled"):
        choose_tasks(find_suite(settings.suite, WorldRef()), settings)


def test_the_command_says_how_many_are_left_out(tmp_path: Path) -> None:
    mixed(tmp_path)
    tasks, out = str(tmp_path / "tasks.jsonl"), str(tmp_path / "run")
    done = run_command("run", tasks, "--agent", "reference", "--bundled-only", "--out", out)
    assert "left out: 2 tasks; to run: 2" in done.stderr


SLIDES = Task(
    id="slides",
    request="Make slides.",
    checks=({"check": "page_layout", "path": "deck.pptx"}, {"check": "file_exists", "path": "deck.pptx"}),
)
PAGE = Task(
    id="page", request="Make a page.", checks=({"check": "web_layout", "path": "a.html", "texts": ["A"]},)
)
LOOKS = Task(
    id="looks",
    request="Look at both.",
    references=(
        Reference(steps=(Step((Call("render/render_document", {"path": "letter.docx", "pages": "1"}),)),)),
    ),
)
NEEDS_NONE = (
    sums("plain", "math"),
    Task(id="pdf", request="Sign.", checks=({"check": "page_layout", "path": "signed.pdf"},)),
    Task(
        id="boxes",
        request="Make slides.",
        checks=({"check": "page_layout", "path": "deck.pptx", "rendered": False},),
    ),
)


def test_programs_follow_from_checks_and_from_what_references_draw() -> None:
    assert [programs_of(task) for task in (SLIDES, PAGE, LOOKS)] == [{LIBREOFFICE}, {CHROMIUM}, {LIBREOFFICE}]
    assert [programs_of(task) for task in NEEDS_NONE] == [set(), set(), set()]


def test_without_a_program_nothing_starts_or_its_tasks_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    write(tmp_path / "tasks.jsonl", (SLIDES, PAGE, LOOKS, *NEEDS_NONE), format="jsonl")
    settings = run_settings(str(tmp_path / "tasks.jsonl"), "idle")
    with pytest.raises(UsageError, match="1 task needs Chromium; 2 tasks need LibreOffice") as refused:
        anyio.run(start_run, settings, tmp_path / "run")
    assert "apt-get install libreoffice-writer" in str(refused.value)
    assert "--skip-missing" in str(refused.value.hint)
    assert not (tmp_path / "run").exists()
    anyio.run(
        start_run, run_settings(str(tmp_path / "tasks.jsonl"), "idle", skip_missing=True), tmp_path / "run"
    )
    folder = RunFolder.open(tmp_path / "run")
    assert [task.id for task in folder.tasks()] == ["plain", "pdf", "boxes"]
    assert {task.why for task in folder.manifest.left_out} == {
        "needs LibreOffice, which is not installed",
        "needs Chromium, which is not installed",
    }


def questions(folder: Path, *rows: tuple[str, ...]) -> Path:
    path = folder / "questions.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(rows)
    return path


def row(
    name: str, server: str, text: str = "What is 2 + 3?", method: str = "llm_as_a_judge"
) -> tuple[str, ...]:
    return (name, text, server, "add", "L1", "5", method, "No")


ROWS = (
    row("Q1", "pyzbar-mcp"),
    row("Q2", "code"),
    row("Q3", "pyzbar-mcp + filesystem"),
    row("Q4", "pyzbar-mcp", "What is in `./test_data/a/b.txt`?"),
    row("Q5", "pyzbar-mcp", method="eval_script"),
    row("Q6", "nasa-mcp"),
    row("Q7", "git"),
    row("Q8", "excel"),
)


def test_checks_that_take_files_at_their_word_are_announced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {"check": "slide_texts", "path": "deck.pptx", "texts": ["A"]}
    letter = {"check": "docx_content", "path": "a.docx", "paragraphs": ["A"]}
    tasks = (Task(id="deck", checks=(texts, letter)), Task(id="letter", checks=(letter,)), *NEEDS_NONE)
    monkeypatch.setattr("m3bench.rendering.libreoffice._PROGRAMS", ("sh",))
    assert taken_at_their_word(tasks) is None
    monkeypatch.setenv("PATH", str(tmp_path))
    assert taken_at_their_word(NEEDS_NONE) is None
    said = str(taken_at_their_word(tasks))
    assert said.startswith(f"{LIBREOFFICE} is not installed: slides and documents of 2 tasks are checked")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """All servers of the catalog are installed."""
    monkeypatch.setattr("m3bench.runs.task_choice.reasons.missing_packages", lambda _: {})


def choice(path: Path, **options: object) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    settings = run_settings("mcpverse", "idle", data=str(path), **options)
    chosen = choose_tasks(find_suite(settings.suite, WorldRef()), settings)
    return {task.id: task.servers for task in chosen.tasks}, {left.id: left.why for left in chosen.left_out}


def test_questions_whose_servers_are_not_installed_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("M3BENCH_SERVERS", str(tmp_path / "none"))
    kept, left_out = choice(questions(tmp_path, *ROWS, row("Q9", "excel + git")))
    assert set(kept) == {"Q1"}, "its server is bundled"
    assert left_out["Q7"] == (
        "needs mcp-server-git, which is not installed (m3bench install servers mcp-server-git)"
    )
    assert "m3bench install servers npm-negokaz__excel-mcp-server mcp-server-git" in left_out["Q9"]


@pytest.mark.usefixtures("installed")
def test_questions_run_with_the_servers_that_are_the_same_and_others_are_listed(tmp_path: Path) -> None:
    kept, left_out = choice(questions(tmp_path, *ROWS))
    assert kept == {
        "Q1": ("pyzbar-mcp",),
        "Q7": ("mcp-server-git",),
        "Q8": ("npm-negokaz__excel-mcp-server",),
    }
    assert left_out == {
        "Q2": "needs code",
        "Q3": "needs filesystem",
        "Q4": "needs files of test_data, which are not beside the questions",
        "Q5": "is decided by a program that is not part of the data",
        "Q6": "needs nasa-mcp (nasa-mcp is only there in the simulated world)",
    }


@pytest.mark.usefixtures("installed")
def test_configured_servers_answer_under_their_own_names(tmp_path: Path) -> None:
    config = tmp_path / "servers.json"
    servers = {name: {"command": "true"} for name in ("code", "filesystem", "git")}
    config.write_text(json.dumps({"mcpServers": servers}))
    kept, left_out = choice(questions(tmp_path, *ROWS), configs=(str(config),))
    assert {name: kept[name] for name in ("Q2", "Q3", "Q7")} == {
        "Q2": ("code",),
        "Q3": ("pyzbar-mcp", "filesystem"),
        "Q7": ("git",),
    }
    assert set(left_out) == {"Q4", "Q5", "Q6"}


def test_files_beside_the_questions_are_in_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "test_data" / "a" / "deep").mkdir(parents=True)
    (tmp_path / "test_data" / "a" / "b.txt").write_text("5")
    (tmp_path / "test_data" / "a" / "deep" / "c.txt").write_text("6")
    path = questions(tmp_path, ROWS[3], row("Q9", "pyzbar-mcp", "How many files has test_data/a?"))
    suite = find_suite(run_settings("mcpverse", "idle", data=str(path)).suite, WorldRef())
    assert [sorted(suite.assets(task)) for task in suite.tasks] == [
        ["test_data/a/b.txt"],
        ["test_data/a/b.txt", "test_data/a/deep/c.txt"],
    ]


def test_a_folder_to_write_to_is_filled_in(tmp_path: Path) -> None:
    text = "Write to `./outputs/{OUTPUT_SUB_FOLDER}/a.txt`."
    path = questions(tmp_path, row("Q1", "pyzbar-mcp", text))
    suite = find_suite(run_settings("mcpverse", "idle", data=str(path)).suite, WorldRef())
    assert suite.tasks[0].request == "Write to `./outputs/results/a.txt`."


def test_questions_are_run_and_reported(tmp_path: Path) -> None:
    path = questions(tmp_path, ROWS[0], ROWS[1])
    command = ("run", "mcpverse", "--data", str(path), "--agent", "idle", "--out", str(tmp_path / "run"))
    done = run_command(*command)
    assert "needs code: 1\n" in done.stderr
    assert "needs code: 1 (Q2)" in done.stdout
    result = read_run(tmp_path / "run")
    assert dict(result.strict) == {"Q1": False}
    assert [(task.id, task.servers, task.request) for task in result.left_out] == [
        ("Q2", ("code",), "What is 2 + 3?")
    ]
    assert "left out, not scored: 1 task\n" in run_command("score", str(tmp_path / "run")).stdout


def test_the_file_of_questions_must_be_named_and_exist(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="needs the file of its questions"):
        find_suite(run_settings("mcpverse", "idle").suite, WorldRef())
    with pytest.raises(UsageError, match="is not a file"):
        choice(tmp_path / "nothing.csv")


@pytest.mark.usefixtures("installed")
def test_the_public_questions(shared_data: Path) -> None:
    kept, left_out = choice(shared_data / "mcpverse" / "time_invariant_v1.1.csv")
    assert len(kept) + len(left_out) == 126
    assert kept["Q58"] == ("mcp-server-calculator",)
    assert left_out["Q1"] == "needs amap-maps"
    assert all(why.startswith(("needs ", "is decided")) for why in left_out.values())


TWO = (sums("a", "math"), sums("b", "math", "weather"), sums("c", "math", "wiki"))


def mounts(folder: Path) -> tuple[int, set[str]]:
    manifest = RunFolder.open(folder).manifest
    assert manifest.mounted is not None
    assert manifest.mounted.least == manifest.mounted.most
    return manifest.mounted.least.servers, set(manifest.servers)


@pytest.mark.parametrize("part", [{"limit": 1}, {"tasks": ("a",)}])
def test_standard_mounts_what_the_whole_suite_needs_whatever_part_is_run(
    part: dict[str, object], tmp_path: Path
) -> None:
    path = tmp_path / "tasks.jsonl"
    write(path, TWO, format="jsonl")
    for mode, servers in (("oracle", {"math"}), ("standard", {"math", "weather", "wiki"})):
        settings = run_settings(str(path), "reference", mode=mode, **part)
        assert anyio.run(partial(start_run, settings, tmp_path / mode)) is None
        assert RunFolder.open(tmp_path / mode).manifest.tasks == 1
        assert mounts(tmp_path / mode) == (len(servers), servers)


def test_standard_leaves_out_servers_that_no_task_of_the_run_may_need(tmp_path: Path) -> None:
    settings = mixed(tmp_path, limit=1, mode="standard")
    chosen = choose_tasks(find_suite(settings.suite, WorldRef()), settings)
    assert [task.id for task in chosen.mounting] == ["b", "d"]


def test_an_older_run_in_standard_goes_on_with_the_servers_of_its_own_tasks(tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    write(path, TWO, format="jsonl")
    settings = run_settings(str(path), "reference", mode="standard", limit=2, epochs=2)
    assert anyio.run(partial(start_run, settings, tmp_path / "run")) is None
    folder = RunFolder.open(tmp_path / "run")
    older = {name: record for name, record in folder.manifest.servers.items() if name != "wiki"}
    folder.write_manifest(msgspec.structs.replace(folder.manifest, servers=older))
    lines = folder.journal.read_text().splitlines(keepends=True)
    folder.journal.write_text("".join(lines[:-1]))
    assert anyio.run(partial(resume_run, tmp_path / "run", limits=RunLimits(concurrency=1))) is None
    assert read_run(tmp_path / "run").attempts == 4
