"""`m3bench report`, as a user meets it."""

from __future__ import annotations

import csv
import json
import random
import shutil
from pathlib import Path

import pyarrow.parquet
import pytest

from m3bench.reports.page.cells import shown
from m3bench.reports.study import Kind
from m3bench.scoring import METRICS
from tests.cli.command import run_command
from tests.reports.page.reading import PageTables
from tests.runs.sums import sums_file

pytestmark = pytest.mark.slow

_KEYS = (*METRICS, "average")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs, and the report on them."""
    made = tmp_path_factory.mktemp("report")
    tasks = sums_file(made / "tasks.jsonl", 20)
    for name, agent in (("good", "reference"), ("poor", "noisy:0.6")):
        run_command("run", str(tasks), "--agent", agent, "--out", str(made / name))
    done = run_command("report", "good", "poor", "--out", "two.html", "--figures", "pictures", folder=made)
    assert done.stdout.splitlines() == [
        "Report: two.html",
        "Tables (csv, tex, parquet): two-tables",
        "Figures (svg, png): pictures",
    ]
    return made


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / "two-tables" / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_two_hundred_random_cells_are_those_of_the_scores(folder: Path) -> None:
    runs = {"reference": folder / "good", "noisy:0.6": folder / "poor"}
    found: list[tuple[str, str]] = []
    for name, run in runs.items():
        run_command("score", str(run), "--json", str(folder / "scores.json"))
        scores = json.loads((folder / "scores.json").read_text())
        wanted = {("leaderboard", ""): scores["aggregate"]}
        wanted |= {("families", family): total for family, total in scores["families"].items()}
        wanted |= {("tasks", task["id"]): task for task in scores["per_id"]}
        for table, key in (("leaderboard", ""), ("families", "family"), ("tasks", "id")):
            for row in rows(folder, table):
                if row["run"] == name:
                    theirs = wanted[table, row.get(key, "")]
                    found += [(row[metric], repr(float(theirs[metric]))) for metric in _KEYS]
    assert len(found) > 200
    for ours, score in random.Random(4).sample(found, 200):
        assert ours == score


def test_page_and_parquet_have_the_cells_of_the_csv(folder: Path) -> None:
    page = PageTables((folder / "two.html").read_text(encoding="utf-8")).tables
    for name in ("leaderboard", "families"):
        heads, *cells = page[name]
        typed = pyarrow.parquet.read_table(folder / "two-tables" / f"{name}.parquet").to_pylist()
        for row, exact, texts in zip(rows(folder, name), typed, cells, strict=True):
            assert row["recall"] == repr(exact["recall"])
            assert texts[heads.index("Recall")] == shown(float(row["recall"]), Kind.SCORE)
            assert texts[heads.index("Mean of six")] == shown(float(row["average"]), Kind.SCORE)


def test_the_same_runs_give_the_same_files(folder: Path, tmp_path: Path) -> None:
    pair = ("--pair", str(folder / "good") + "/", "noisy:0.6")
    run_command("report", str(folder / "good"), str(folder / "poor"), *pair, folder=tmp_path)
    for path in sorted((folder / "two-tables").iterdir()):
        assert (tmp_path / "report-tables" / path.name).read_bytes() == path.read_bytes(), path.name
    ours, theirs = (
        path.read_text(encoding="utf-8") for path in (tmp_path / "report.html", folder / "two.html")
    )
    different = [
        pair for pair in zip(ours.splitlines(), theirs.splitlines(), strict=True) if len(set(pair)) > 1
    ]
    assert all("m3bench report, " in line for pair in different for line in pair)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere",), "nowhere"),
        (("good", "good"), "given more than once"),
        (("good", "poor", "--pair", "good", "other"), "Unknown run 'other'."),
        (("good", "--out", "no/such/folder.html"), "cannot be written"),
        (("good", "--tables", "tasks.jsonl"), "tasks.jsonl is not writable."),
        (("good", "--out", "report.pdf"), "report.pdf is not a name for a page."),
        (("good", "--viewer", "nowhere"), "nowhere is neither a folder nor a web address."),
        (("empty",), "empty has no run folder in it."),
        (("broken",), "invalid content"),
    ],
)
def test_mistakes_get_a_message(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    (folder / "empty").mkdir(exist_ok=True)
    broken_run(folder / "broken")
    assert message in run_command("report", *arguments, code=2, folder=folder).stderr


def broken_run(path: Path) -> None:
    path.mkdir(exist_ok=True)
    (path / "manifest.json").write_text('{"kind": "ru')


def test_a_folder_of_runs_is_reported_without_those_that_cannot_be_read(folder: Path, tmp_path: Path) -> None:
    study = tmp_path / "study"
    for name in ("good", "poor"):
        shutil.copytree(folder / name, study / name)
    shutil.copytree(folder / "good", study / "halved")
    (study / "halved" / "tasks.jsonl").write_text("{")
    broken_run(study / "broken")
    (study / "notes").mkdir()
    (tmp_path / "view").mkdir()
    done = run_command("report", "study", "--out", "all", "--viewer", "view", folder=tmp_path)
    assert "Report: all.html" in done.stdout
    assert "left out: study/broken: " in done.stderr
    assert "left out: study/halved: " in done.stderr
    page = (tmp_path / "all.html").read_text(encoding="utf-8")
    assert "Left out: study/broken: " in page
    assert page.count('<a href="view/runs/') == 40
    assert "2 runs of " in page
