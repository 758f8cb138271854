"""The viewer as files: complete, safe to publish, and silent about what is sealed or secret."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from m3bench.apps.viewer import Exported, export_viewer
from m3bench.apps.viewer.export.attempt_data import json_key
from m3bench.apps.viewer.export.bundle import bundled_script
from m3bench.apps.viewer.export.media_files import MediaFiles
from m3bench.core import Reference, Step, Task, UsageError
from m3bench.core.redaction import isolated_secrets, protect
from m3bench.runs.pages import attempt_path
from tests.apps.viewer.samples import (
    HOSTILE,
    OSLO,
    PLAIN,
    SCRIPT,
    TRIP,
    UNSEEN,
    api_over,
    attempt_of,
    call,
    hostile_run,
    make_run,
    picture,
    plain_attempt,
    town_run,
)
from tests.apps.viewer.test_transcripts import talked_run


def export(root: Path, out: Path, *, revealed: bool = False) -> Exported:
    library, api = api_over(root)
    for run in library.runs():
        run.refresh()
    try:
        return export_viewer(library, api, out, revealed=revealed)
    finally:
        library.close()


def data_of(out: Path, page: str) -> dict[str, Any]:
    """What a page is given, read as a browser would."""
    text = (out / page.replace(".html", ".data.js")).read_text(encoding="ascii")
    found = re.search(r'JSON\.parse\((".*")\)\);\n$', text)
    assert found is not None
    value: dict[str, Any] = json.loads(json.loads(found[1]))
    return value


class Links(HTMLParser):
    """Tags and links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        self.links += [value for name in ("href", "src") if (value := given.get(name))]


def read(path: Path) -> Links:
    found = Links()
    found.feed(path.read_text(encoding="utf-8"))
    return found


def pages(out: Path) -> list[Path]:
    return sorted(out.rglob("*.html"))


def test_every_link_is_relative_and_leads_to_a_file(tmp_path: Path) -> None:
    town_run(tmp_path / "runs" / "town")
    make_run(tmp_path / "runs" / "other", [PLAIN], [plain_attempt()])
    out = tmp_path / "out"
    done = export(tmp_path / "runs", out)
    assert (done.runs, done.pages) == (2, len(pages(out)))
    for page in pages(out):
        for link in read(page).links:
            parts = urlsplit(link)
            assert (parts.scheme, parts.netloc) == ("", ""), link
            assert not link.startswith("/")
            target = page if not parts.path else (page.parent / unquote(parts.path)).resolve()
            assert target.is_file(), link
            assert target.is_relative_to(out.resolve())
    assert (out / attempt_path("town", TRIP.id)).is_file()
    assert (out / "compare" / "other" / "town.html").is_file()
    mark = json.loads((out / "export.json").read_text())
    assert mark["complete"]
    assert [run["path"] for run in mark["runs"]] == ["runs/other/", "runs/town/"]


def test_an_attempt_has_everything_that_its_page_asks_for(tmp_path: Path) -> None:
    town_run(tmp_path / "runs" / "town")
    out = tmp_path / "out"
    export(tmp_path / "runs", out)
    found = data_of(out, attempt_path("town", TRIP.id))
    answers = found["answers"]
    assert {"attempt?", "explanation?", "origins?", "transcript?from=0", "call?call=3"} <= set(answers)
    assert "call?call=2&reference=0" in answers
    assert answers["rendered?path=report.xlsx"]["kind"] == "sheets"
    assert len(answers["attempt?"]["tries"]) == 1
    stored = {path: (out / path).read_bytes() for path in found["media"].values()}
    assert picture() in stored.values()
    assert all(path.startswith("media/") for path in stored)
    kept = found["media"][json_key(["file", "town", TRIP.id, 1, "notes.svg"])]
    assert kept.endswith(".bin")
    assert "secret.txt" not in json.dumps(found)


def test_without_scripts_pages_have_plain_sections(tmp_path: Path) -> None:
    talked_run(tmp_path / "runs" / "town", 2)
    out = tmp_path / "out"
    export(tmp_path / "runs", out)
    page = out / attempt_path("town", TRIP.id)
    ids = [given["id"] for tag, given in read(page).tags if tag == "section"]
    assert ids == ["task", "score", "steps", "conversation", "files"]
    text = page.read_text(encoding="utf-8")
    assert "Find the café in Bergen." in text
    assert "Request 5 to openai/some" in text
    assert "reply, 1,200 tokens in, 30 out, 1.50 s" in text
    assert "report.xlsx (added)" in text


def small_hostile_run(path: Path) -> None:
    step = Step((call(f"{SCRIPT}/{UNSEEN}", {SCRIPT: UNSEEN}, SCRIPT),), plan=SCRIPT)
    make_run(path, [HOSTILE], [attempt_of(HOSTILE, step, answer=SCRIPT)])


@pytest.mark.parametrize("make", [small_hostile_run, pytest.param(hostile_run, marks=pytest.mark.slow)])
def test_hostile_runs_write_nothing_outside_and_only_text(
    tmp_path: Path, make: Callable[[Path], Any]
) -> None:
    escape = Task(id="../../../escape", family="../..", references=(OSLO,))
    make(tmp_path / "runs" / "evil")
    make_run(tmp_path / "runs" / "<img src=x onerror=alert(1)>", [escape], [attempt_of(escape)])
    out = tmp_path / "deep" / "er" / "out"
    before = {path for path in tmp_path.rglob("*") if not path.is_relative_to(tmp_path / "deep")}
    export(tmp_path / "runs", out)
    assert before == {path for path in tmp_path.rglob("*") if not path.is_relative_to(tmp_path / "deep")}
    assert {path.name for path in (tmp_path / "deep" / "er").iterdir()} == {"out"}
    for page in pages(out):
        for tag, given in read(page).tags:
            assert not any(name.startswith("on") for name in given), (tag, given)
            assert tag != "img"
            assert tag != "script" or (given["src"] or "").endswith(".js")
    text = (out / attempt_path("evil", HOSTILE.id)).read_text(encoding="utf-8")
    assert "&lt;script&gt;window.hacked = 1" in text
    assert "‹U+202E›" in text
    endings = {".html", ".js", ".css", ".svg", ".json", ".bin", ".png"}
    assert {path.suffix for path in out.rglob("*") if path.is_file()} <= endings


SEALED = Task(
    id="sealed/fish/0",
    family="fish",
    request="How many CARPS are there?",
    answer="SEVENTEEN",
    references=(Reference(steps=(Step((call("pond/count", {"kind": "CARPS"}),)),), answer="SEVENTEEN"),),
)


def sealed_run(path: Path) -> None:
    step = Step((call("pond/count", {"kind": "CARPS"}, "SEVENTEEN carps"),), plan="count CARPS")
    make_run(path, [SEALED], [attempt_of(SEALED, step, answer="SEVENTEEN")])


def test_of_sealed_tasks_only_the_outline_is_exported(tmp_path: Path) -> None:
    sealed_run(tmp_path / "runs" / "pond")
    out = tmp_path / "out"
    assert export(tmp_path / "runs", out).sealed == 1
    for path in out.rglob("*"):
        if path.is_file():
            assert not re.search("SEVENTEEN|CARPS", path.read_text(encoding="utf-8")), path
    answers = data_of(out, attempt_path("pond", SEALED.id))["answers"]
    assert answers["attempt?"]["steps"][0]["calls"][0]["tool"] == "count"
    assert [metric["value"] for metric in answers["explanation?"]["metrics"]] == [1.0] * 6


def test_revealed_tasks_are_exported_whole(tmp_path: Path) -> None:
    sealed_run(tmp_path / "runs" / "pond")
    assert export(tmp_path / "runs", tmp_path / "out", revealed=True).sealed == 0
    assert "SEVENTEEN" in (tmp_path / "out" / attempt_path("pond", SEALED.id)).read_text()


def test_secrets_and_places_are_not_exported(tmp_path: Path) -> None:
    make_run(tmp_path / "runs" / "town", [PLAIN], [plain_attempt()])
    make_run(tmp_path / "runs" / "bad", [PLAIN])
    (tmp_path / "runs" / "bad" / "manifest.json").write_text("{")
    with isolated_secrets():
        protect(["A fjord."])
        export(tmp_path / "runs", tmp_path / "out")
    answer = data_of(tmp_path / "out", attempt_path("town", PLAIN.id))["answers"]["call?call=0"]
    assert answer["result"][0]["text"] == "${SECRET}"
    for path in (tmp_path / "out").rglob("*.*"):
        text = path.read_text(encoding="utf-8")
        assert "A fjord." not in text
        assert str(tmp_path / "runs") not in text


def test_a_folder_with_other_files_is_refused_and_an_export_is_written_over(tmp_path: Path) -> None:
    make_run(tmp_path / "runs" / "town", [PLAIN], [plain_attempt()])
    out = tmp_path / "out"
    export(tmp_path / "runs", out)
    first = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    export(tmp_path / "runs", out)
    assert first == {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    (out / "export.json").unlink()
    with pytest.raises(UsageError, match="not empty"):
        export(tmp_path / "runs", out)
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="is a file"):
        export(tmp_path / "runs", tmp_path / "file")
    (tmp_path / "none").mkdir()
    with pytest.raises(UsageError, match="no runs"):
        export(tmp_path / "none", tmp_path / "empty")
    assert not (tmp_path / "empty").exists()


def test_large_files_are_left_out_and_counted(tmp_path: Path) -> None:
    media = MediaFiles(tmp_path, largest=10, most=25)
    assert media.put(b"12345678901") is None
    assert media.put(b"1234567890", "a.txt") == media.put(b"1234567890", "b.html")
    assert media.put(b"<html>", "x.html") == media.put(b"<html>")
    assert media.put(b"abcdefghij") is None
    assert media.left_out == 2
    assert sorted(path.suffix for path in tmp_path.rglob("*.*")) == [".bin", ".txt"]


def test_keys_are_written_as_javascript_does() -> None:
    assert json_key(["a/b", 'é"\u2028', 1]) == '["a/b","é\\"\u2028",1]'
    assert json_key(["\ud800"]) == '["\\ud800"]'


def test_the_bundle_has_no_modules_left() -> None:
    script = bundled_script()
    assert not re.search(r"^(import|export) ", script, re.MULTILINE)
    assert script.count("= (() => {") > 20
