"""Stored scripts: names, answers and files of runs, in the pages that show them, in a real browser."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec
import pytest

from m3bench.apps.audit import Ledger, PairSession, Preference, load_pairs
from m3bench.apps.audit.web import audit_app, pairs_app
from m3bench.apps.viewer import export_viewer
from m3bench.apps.viewer.web import viewer_app
from m3bench.core import Outcome, Reference, Step, Task, TaskFile, Trajectory
from m3bench.formats import write
from m3bench.hosting import Changes
from m3bench.reports.figures import with_figures
from m3bench.reports.page import TaskFacts, example_tasks, report_page
from m3bench.runs import RunFolder
from m3bench.submissions import About, leaderboard, refuse_copies, verification, write_submission
from tests.apps.audit.browsing import browser
from tests.apps.audit.samples import TownSuite, clock, session_of, tool
from tests.apps.audit.serving import TOKEN, served
from tests.apps.viewer.browsing import link
from tests.apps.viewer.samples import api_over, attempt_of, call, make_run
from tests.attacks.pages import FILES, PAYLOADS, TEXTS, Surf, marker
from tests.reports.study_samples import sample
from tests.submissions.bundles import RUN, verified

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ALL = "\n".join(TEXTS.values())
NAMES = ("picture", "script after a script", "address", "end of a string")
NAME = " ".join(TEXTS[name] for name in NAMES)
TASK = Task(
    id="evil/task",
    family=TEXTS["picture"],
    request=ALL,
    fuzzy_request=ALL,
    answer=ALL,
    role=ALL,
    rules=(ALL,),
    servers=("town", TEXTS["picture"]),
    files=(TaskFile(TEXTS["picture"] + ".svg", "image/svg+xml"),),
    references=(
        Reference(
            steps=(
                Step(tuple(call(f"town/{text}", {text: text}, text) for text in TEXTS.values())),
                Step((call("town/find", {"city": ALL}, ALL, outcome=Outcome.SERVER_FAULT),)),
            )
        ),
    ),
)


def hostile_run(path: Path) -> RunFolder:
    """A run in which everything that others decide would like to be a program."""
    tasks = [TASK, *(Task(id=TEXTS[name], family=TEXTS[name], request=TEXTS[name]) for name in NAMES)]
    attempt = attempt_of(TASK, *TASK.references[0].steps, Step((), plan=ALL), answer=ALL)
    attempt = msgspec.structs.replace(
        attempt, changes=Changes(added=tuple(FILES), changed=(TEXTS["picture"],)), workspace="workspaces/w"
    )
    others = [attempt_of(task, answer=task.request or "") for task in tasks[1:]]
    folder = make_run(path, tasks, [attempt, *others])
    workspace = folder.path / "workspaces" / "w"
    workspace.mkdir(parents=True)
    for name, data in FILES.items():
        (workspace / name).write_bytes(data)
    return folder


class Visits(msgspec.Struct):
    """What was seen in each place."""

    surfs: dict[str, Surf]
    headers: dict[str, dict[str, str]]
    exported: list[Path]


@pytest.fixture(scope="module")
def visits(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visits]:
    folder = tmp_path_factory.mktemp("pages")
    with browser() as chromium:
        found = Visits({}, {}, [])
        _visit_viewer(chromium, folder, found)
        _visit_export(chromium, folder, found)
        _visit_audit(chromium, folder, found)
        _visit_pairs(chromium, folder, found)
        _visit_report(chromium, folder, found)
        _visit_leaderboard(chromium, folder, found)
        yield found


def _visit_viewer(chromium: Browser, folder: Path, found: Visits) -> None:
    hostile_run(folder / "runs" / "evil")
    library, api = api_over(folder / "runs")
    with served(viewer_app(api, TOKEN)) as address:
        surf = found.surfs["viewer"] = Surf(chromium, address)
        page = surf.page
        for place in ("#/", "#/run/evil", link("evil", TASK.id)):
            page.goto(address + place)
            page.locator("h1").first.wait_for()
            page.wait_for_load_state("networkidle")
            surf.look()
        page.goto(address + link("evil", TASK.id, "steps"))
        page.locator("#steps .call").first.click()
        for _ in TEXTS:
            page.locator("#panel h3", has_text="Arguments").wait_for()
            surf.look(closely=False)
            page.keyboard.press("j")
        for name in FILES:
            _open_file(surf, found, address, name)
    library.close()


def _open_file(surf: Surf, found: Visits, address: str, name: str) -> None:
    """Open a file of the workspace as a page of its own."""
    url = f"{address}api/file?run=evil&task={quote(TASK.id)}&epoch=1&path={quote(name)}"
    found.headers[name] = surf.context.request.get(url).headers
    with contextlib.suppress(Exception):  # a download is no page
        surf.page.goto(url)
        surf.page.wait_for_load_state()
    if surf.page.title() == "owned":
        surf.owned().append(f"file {name}")
    surf.owned().extend(surf.page.evaluate("window.__owned ? ['file'] : []"))


def _visit_export(chromium: Browser, folder: Path, found: Visits) -> None:
    library, api = api_over(folder / "runs")
    for run in library.runs():
        run.refresh()
    out = folder / "export"
    export_viewer(library, api, out, revealed=True)
    library.close()
    surf = found.surfs["export"] = Surf(chromium, out.as_uri())
    found.exported = sorted(path for path in out.rglob("*") if path.is_file())
    pages = [path for path in found.exported if path.suffix == ".html"]
    for path in pages[:3] + [page for page in pages if "task" in page.read_text()][:3]:
        surf.page.goto(path.as_uri())
        surf.page.wait_for_load_state("networkidle")
        surf.look()
    scriptless = chromium.new_context(java_script_enabled=False).new_page()
    for path in pages:
        scriptless.goto(path.as_uri())
        surf.text += scriptless.locator("html").text_content() or ""


def _visit_audit(chromium: Browser, folder: Path, found: Visits) -> None:
    tools = [msgspec.structs.replace(tool("find", "city", city="string"), description=ALL)]
    (folder / "audit").mkdir()
    session = session_of(folder / "audit", TASK, tools=tools)
    with served(audit_app(session, TOKEN)) as address:
        surf = found.surfs["audit"] = Surf(chromium, address)
        surf.page.goto(address)
        surf.page.get_by_label("Your name").fill("<img src=x onerror=top.__owned=['name']>")
        surf.page.keyboard.press("Enter")
        surf.page.locator(".call-card").first.wait_for()
        surf.look()
        surf.page.keyboard.press("r")
        surf.page.keyboard.type(TEXTS["picture"])
        surf.page.keyboard.press("Enter")
        surf.page.locator("#verdict", has_text="Rejected").wait_for()
        surf.page.reload()
        surf.page.locator(".call-card").first.wait_for()
        surf.look()


def _visit_pairs(chromium: Browser, folder: Path, found: Visits) -> None:
    original = Trajectory(task_id=TASK.id, steps=TASK.references[0].steps[::-1])
    write(folder / "original.jsonl", [original], format="jsonl")
    pairs = load_pairs(TownSuite(TASK), folder / "original.jsonl")
    session = PairSession(pairs, Ledger(folder / "preferences.jsonl", Preference), clock(), seed=0)
    with served(pairs_app(session, TOKEN)) as address:
        surf = found.surfs["pairs"] = Surf(chromium, address)
        surf.page.goto(address)
        surf.page.get_by_label("Your name").fill("<img src=x onerror=top.__owned=['name']>")
        surf.page.keyboard.press("Enter")
        surf.page.locator("#choose-b").wait_for()
        surf.look()
        surf.page.keyboard.press("b")
        surf.page.locator("#choose-b[aria-pressed=true]").wait_for()
        surf.look()


def _visit_report(chromium: Browser, folder: Path, found: Visits) -> None:
    study = with_figures(sample(2, 2, name=NAME))
    study = msgspec.structs.replace(study, title=ALL, settings={ALL: ALL}, warnings=(ALL,))
    facts = {task.id: TaskFacts(ALL, None) for task in example_tasks(study)}
    path = folder / "report.html"
    path.write_text(report_page(study, facts), encoding="utf-8", errors="surrogatepass")
    _visit_file(chromium, path, found, "report")


def _visit_leaderboard(chromium: Browser, folder: Path, found: Visits) -> None:
    path = folder / "bundle.m3bench"
    about = About(system=ALL, by=ALL, url=TEXTS["address"], notes=ALL)
    created = datetime(2026, 11, 1, tzinfo=UTC)
    write_submission([RUN], path, about, created=created)
    broken = folder / f"{TEXTS['picture'].replace('/', '|')}.m3bench"
    broken.write_bytes(b"nothing")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verification, "KNOWING", frozenset())
        bundles = refuse_copies([verified(path, folder), verified(broken, folder)])
    front = leaderboard(bundles, title=ALL, created=created, settings={"by": ALL})
    page = folder / "site.html"
    page.write_text(report_page(front), encoding="utf-8", errors="surrogatepass")
    _visit_file(chromium, page, found, "leaderboard")


def _visit_file(chromium: Browser, path: Path, found: Visits, name: str) -> None:
    surf = found.surfs[name] = Surf(chromium, path.as_uri())
    surf.page.goto(path.as_uri())
    surf.look()


@pytest.mark.parametrize("place", ["viewer", "export", "audit", "pairs", "report", "leaderboard"])
@pytest.mark.parametrize("name", PAYLOADS)
def test_stored_scripts(name: str, place: str, visits: Visits) -> None:
    """A name, an answer or a result would like to be a program of the page that shows it."""
    surf = visits.surfs[place]
    assert marker(name) in surf.text, "it never reached the page"
    assert [part for part in surf.owned() if marker(name) in str(part)] == []


@pytest.mark.parametrize("place", ["viewer", "export", "audit", "pairs", "report", "leaderboard"])
def test_foreign_addresses(place: str, visits: Visits) -> None:
    """A text makes a page ask somebody else for something."""
    assert visits.surfs[place].strangers == []
    assert visits.surfs[place].owned() == []


@pytest.mark.parametrize("name", FILES)
def test_stored_files(name: str, visits: Visits) -> None:
    """A file that an agent left is opened in the browser as a page of its own."""
    headers = visits.headers[name]
    assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in headers["content-security-policy"]
    kind = headers["content-type"]
    if not kind.startswith(("image/", "audio/", "video/")):
        assert headers["content-disposition"].startswith("attachment")
        assert kind.startswith(("application/octet-stream", "application/json"))
    assert "svg" not in kind
    assert "sandbox" in headers["content-security-policy"]
    assert not [part for part in visits.surfs["viewer"].owned() if name in str(part)]


def test_exported_files(visits: Visits) -> None:
    """A web server would send a file of an export as a page or a script of the site."""
    pages = {path.with_suffix("").name for path in visits.exported if path.suffix == ".html"}
    for path in visits.exported:
        if path.suffix in (".html", ".js", ".css", ".svg"):
            assert path.parent.name != "media", path
            data = path.read_bytes()
            assert path.suffix != ".html" or b"Content-Security-Policy" in data
            assert path.suffix != ".html" or b"<script>" not in data
    assert pages
