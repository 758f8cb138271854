"""Write runs as pages with relative links, which need no server."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from itertools import combinations
from pathlib import Path

import msgspec

from m3bench.apps.viewer.api import Parameters, ViewerApi
from m3bench.apps.viewer.export import plain
from m3bench.apps.viewer.export.attempt_data import AttemptData, json_key
from m3bench.apps.viewer.export.bundle import bundled_script, page_file
from m3bench.apps.viewer.export.markup import page
from m3bench.apps.viewer.export.media_files import MediaFiles
from m3bench.apps.viewer.index import Row, RunIndex
from m3bench.apps.viewer.library import Library
from m3bench.apps.viewer.listing import attempts_view, every_row, run_view
from m3bench.apps.viewer.values import View
from m3bench.core import UsageError
from m3bench.core.redaction import redactor
from m3bench.runs.pages import attempt_path, run_path

FORMAT = "m3bench-viewer-export-1"
_MARK = "export.json"
_ASSETS = ("theme.css", "base.css", "lists.css", "attempt.css", "values.css", "icon.svg")
_MOST_COMPARED = 10
"""Runs. Every two of them have a page; with more runs, none."""

Advance = Callable[[int], None]


class Exported(msgspec.Struct, frozen=True):
    """What was written."""

    runs: int
    pages: int
    bytes: int
    left_out: int
    """Files that are not in the export because of their size."""
    sealed: int
    """Attempts at sealed tasks, of which only an outline is exported."""


def export_viewer(
    library: Library,
    api: ViewerApi,
    folder: Path,
    *,
    revealed: bool = False,
    advance: Advance = lambda _: None,
) -> Exported:
    """Write the pages of all runs of a library.

    Args:
        library: The runs, read to their ends.
        api: Answers for the pages.
        folder: A new or empty folder, or one with an earlier export, which is written over.
        revealed: Export sealed tasks whole.
        advance: Is told how many attempts were written.

    Raises:
        UsageError: There are no runs, or the folder has other files in it.
    """
    return _Export(library, api, folder, revealed=revealed).write(advance)


def count_attempts(library: Library) -> int:
    """Return the number of attempts that an export writes."""
    return sum(row.facts is not None for run in library.runs() for row in run.rows())


class _Export:
    def __init__(self, library: Library, api: ViewerApi, folder: Path, *, revealed: bool) -> None:
        self._library, self._api, self._folder, self._revealed = library, api, folder, revealed
        self._runs = library.runs()
        self._media = MediaFiles(folder)
        self._pages = self._bytes = self._sealed = 0
        short = [run.folder.path.name for run in self._runs]
        self._names = {
            run.name: name if short.count(name) == 1 else run.name
            for run, name in zip(self._runs, short, strict=True)
        }

    def write(self, advance: Advance) -> Exported:
        if not self._runs:
            hint = "Make one: m3bench run smoke --agent reference"
            raise UsageError(f"There are no runs in {self._library.root}.", hint)
        self._begin()
        for name in _ASSETS:
            self._put(f"assets/{name}", page_file(name))
        self._put("assets/viewer.js", bundled_script().encode())
        means = {run.name: self._run(run, advance) for run in self._runs}
        self._comparisons()
        self._index(means)
        self._mark(complete=True)
        return Exported(
            len(self._runs), self._pages, self._bytes + self._media.bytes, self._media.left_out, self._sealed
        )

    def _begin(self) -> None:
        if self._folder.exists() and not self._folder.is_dir():
            raise UsageError(f"{self._folder} is a file.", "Name a folder.")
        if self._folder.is_dir() and any(self._folder.iterdir()) and not (self._folder / _MARK).is_file():
            hint = "Name a new folder, or one with an earlier export of the viewer."
            raise UsageError(f"{self._folder} is not empty.", hint)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._mark(complete=False)

    def _mark(self, *, complete: bool) -> None:
        ids = {run.name: run.manifest.id if run.manifest else "" for run in self._runs}
        runs = [
            {"name": name, "id": identity, "path": run_path(self._names[name])}
            for name, identity in ids.items()
        ]
        mark = redactor().value({"format": FORMAT, "complete": complete, "runs": runs})
        (self._folder / _MARK).write_bytes(json.dumps(mark, indent=1).encode() + b"\n")

    def _run(self, run: RunIndex, advance: Advance) -> float | None:
        """Write the pages of a run, and return its mean of six."""
        summary = _waited(partial(self._api.summary, Parameters({"run": run.name})))
        listed = run.rows()
        rows = zip(every_row(run), listed, strict=True)
        data: View = {
            "run": run_view(run),
            "rows": [{**view, "score": run.task_scores.get(row.key)} for view, row in rows],
            "choices": attempts_view(run, Parameters({}).attempt_filter)["choices"],
            "summary": summary,
            "pages": {json_key([run.name]): self._place(run), **self._attempt_pages(run, listed)},
        }
        data = redactor().value(data)
        paths = {(*row.key,): self._attempt_path(run, row) for row in listed if row.facts}
        places = {key: path.rpartition("/")[2] for key, path in paths.items()}
        body = plain.run_body(data["run"], data["summary"], data["rows"], places)
        self._page(self._place(run), run.name, {"kind": "attempts", "run": run.name}, data, body)
        for row in listed:
            if row.facts is not None:
                self._attempt(run, row)
                advance(1)
        mean: float | None = summary.get("mean")
        return mean

    def _attempt(self, run: RunIndex, row: Row) -> None:
        answers = AttemptData(self._api, self._media, run.name, row.key)
        answers.collect(revealed=self._revealed)
        self._sealed += answers.is_outline
        place = self._attempt_path(run, row).removesuffix(".html")
        pages = {json_key([run.name]): self._place(run), **self._attempt_pages(run, [row])}
        route = {"kind": "attempt", "run": run.name, "task": row.key.task_id, "epoch": row.key.epoch}
        data: View = redactor().value({"answers": answers.answers, "media": answers.media, "pages": pages})
        self._page(place, row.key.task_id, route, data, plain.attempt_body(run.name, data["answers"]))

    def _comparisons(self) -> None:
        if len(self._runs) > _MOST_COMPARED:
            return
        for a, b in combinations(self._runs, 2):
            asked = Parameters({"run": a.name, "other": b.name})
            comparison = _waited(partial(self._api.compare, asked))
            pages = {json_key([run.name]): self._place(run) for run in (a, b)}
            pages |= {**self._attempt_pages(a, a.rows()), **self._attempt_pages(b, b.rows())}
            place = self._comparison_place(a, b)
            pages[json_key([a.name, "", b.name])] = place
            route = {"kind": "compare", "run": a.name, "other": b.name}
            data: View = redactor().value({"compare": comparison, "pages": pages})
            self._page(place, f"{a.name} and {b.name}", route, data, plain.comparison_body(data["compare"]))

    def _index(self, means: dict[str, float | None]) -> None:
        runs = [run_view(run) for run in self._runs]
        pages = {json_key([run.name]): self._place(run) for run in self._runs}
        if len(self._runs) <= _MOST_COMPARED:
            for a, b in combinations(self._runs, 2):
                pages[json_key([a.name, "", b.name])] = self._comparison_place(a, b)
        data = {"runs": {"folder": self._library.root.name, "runs": runs}, "means": means, "pages": pages}
        places = {run.name: f"{self._place(run)}.html" for run in self._runs}
        self._page("index", "Runs", {"kind": "runs"}, data, plain.runs_body(runs, means, places))

    def _place(self, run: RunIndex) -> str:
        return f"{run_path(self._names[run.name])}index"

    def _attempt_path(self, run: RunIndex, row: Row) -> str:
        return attempt_path(self._names[run.name], row.key.task_id, row.key.epoch)

    def _attempt_pages(self, run: RunIndex, rows: Sequence[Row]) -> dict[str, str]:
        return {
            json_key([run.name, *row.key]): self._attempt_path(run, row).removesuffix(".html")
            for row in rows
            if row.facts is not None
        }

    def _comparison_place(self, a: RunIndex, b: RunIndex) -> str:
        first, second = (run_path(self._names[run.name]).split("/")[1] for run in (a, b))
        return f"compare/{first}/{second}"

    def _page(self, place: str, title: str, route: View, data: View, body: str) -> None:
        """Write a page and the script with its data."""
        root = "../" * place.count("/")
        name = place.rpartition("/")[2]
        written = json.dumps(route, sort_keys=True)
        markup = page(title, root, written, f"{name}.data.js", self._placeless(body, escape))
        self._put(f"{place}.html", redactor().document(markup.encode()))
        self._put(
            f"{place}.data.js",
            _script(place, self._placeless(json.dumps(data), lambda root: json.dumps(root)[1:-1])).encode(),
        )
        self._pages += 1

    def _placeless(self, text: str, written: Callable[[str], str]) -> str:
        """Return text without the places of the runs on this machine."""
        for root in self._library.roots:
            text = text.replace(f"{written(str(root))}/", "")
        return text

    def _put(self, path: str, data: bytes) -> None:
        target = self._folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        self._bytes += len(data)


_LOADER = """((name, found) => {
const store = window.m3benchExport ??= { pages: {}, media: {}, data: {} };
store.data[name] = found;
Object.assign(store.pages, found.pages);
Object.assign(store.media, found.media);
})"""


def _script(name: str, data: str) -> str:
    """Return a script with JSON as a string: nothing in it can be read as code."""
    return f"{_LOADER}({json.dumps(name)}, JSON.parse({json.dumps(data)}));\n"


def _waited(ask: Callable[[], View]) -> View:
    """Ask until the runs are scored."""
    while (answer := ask())["waiting"]:
        pass
    return answer
