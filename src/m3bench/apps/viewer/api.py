"""The requests of the viewer page, answered from the runs of a library."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from m3bench.apps.viewer import attempt as views
from m3bench.apps.viewer import listing
from m3bench.apps.viewer.annotations import AnnotationBody, annotations_view, save_annotations
from m3bench.apps.viewer.explanations import Explainer, origins_view
from m3bench.apps.viewer.facts import Facts
from m3bench.apps.viewer.growing_file import within
from m3bench.apps.viewer.index import RunIndex
from m3bench.apps.viewer.judgements import Judgements
from m3bench.apps.viewer.library import Library
from m3bench.apps.viewer.listing import AttemptFilter
from m3bench.apps.viewer.rendering import LARGEST, render_file
from m3bench.apps.viewer.summary import Summaries
from m3bench.apps.viewer.transcripts import Transcripts
from m3bench.apps.viewer.values import BytesCache, View, part_text, piece
from m3bench.core import Call, UsageError
from m3bench.formats.io import open_regular
from m3bench.runs import Assets, Key, run_assets
from m3bench.runs.store import BlobError, Blobs
from m3bench.scoring import Scorer

_READING_SECONDS = 0.12
"""How long one request may read journals. The page requests the rest later."""
_SEARCH_SECONDS = 1.0
"""The same for a requested attempt that is not indexed yet."""
_SCORING_SECONDS = 0.5
_DIGEST = re.compile(r"[0-9a-f]{64}")
_LONGEST_QUERY = 500


class Parameters:
    """The parameters of a request. Missing and invalid ones have defaults."""

    def __init__(self, parameters: Mapping[str, str]) -> None:
        self._parameters = parameters

    def text(self, name: str) -> str:
        return self._parameters.get(name, "")

    def number(self, name: str) -> int | None:
        text = self.text(name)
        return int(text) if re.fullmatch(r"-?[0-9]{1,12}", text) else None

    def index(self, name: str) -> int:
        """Return a number from 0."""
        return max(0, self.number(name) or 0)

    @property
    def key(self) -> Key:
        return Key(self.text("task"), self.number("epoch") or 1)

    @property
    def attempt_filter(self) -> AttemptFilter:
        texts = {name: self.text(name) for name in ("status", "outcome", "family", "checks", "sort")}
        return AttemptFilter(
            query=self.text("query")[:_LONGEST_QUERY], page=self.number("page") or 0, **texts
        )


class ViewerApi:
    """Answers the requests of the page. Safe to use from several threads."""

    def __init__(
        self, library: Library, make_scorer: Callable[[], Scorer], person: str | None = None
    ) -> None:
        """`person` is who annotates; None if nobody does."""
        self._library, self._person = library, person
        self._annotating = threading.Lock()
        self._explainer, self._summaries = Explainer(make_scorer), Summaries(library, make_scorer)
        self._judgements, self._transcripts, self._bytes = Judgements(), Transcripts(), BytesCache()
        self._assets: dict[str, Assets] = {}
        # Drawing is not thread-safe.
        self._drawing = threading.Lock()

    def runs(self, _: Parameters) -> View:
        runs = self._library.runs()
        return {"folder": self._library.root.name, "runs": [listing.run_view(run) for run in runs]}

    def runs_version(self, _: Parameters) -> str:
        done = within(_READING_SECONDS)
        runs = self._library.runs()
        for run in sorted(runs, key=lambda run: (run.opened, run.is_read)):
            run.refresh(done)
            if done():
                break
        return str(hash(tuple((run.name, run.version, run.opened) for run in runs)))

    def attempts(self, params: Parameters) -> View:
        return listing.attempts_view(self._run(params), params.attempt_filter)

    def run_version(self, params: Parameters) -> str:
        run = self._run(params)
        run.refresh(within(_READING_SECONDS))
        return f"{run.version}-{len(run.task_scores)}"

    def scores(self, params: Parameters) -> View:
        """Return the scores of a page of the list of attempts."""
        run = self._run(params)
        rows = listing.page_rows(run, params.attempt_filter)[1]
        return self._explainer.scores(run, rows, within(_SCORING_SECONDS))

    def summary(self, params: Parameters) -> View:
        return self._summaries.summary(params.text("run"))

    def means(self, params: Parameters) -> View:
        return self._summaries.means(params.text("runs"))

    def compare(self, params: Parameters) -> View:
        return self._summaries.compare(params.text("run"), params.text("other"))

    def attempt(self, params: Parameters) -> View:
        return views.attempt_view(*self._find(params))

    def attempt_version(self, params: Parameters) -> str:
        run = self._run(params)
        run.refresh(within(_READING_SECONDS))
        places = [facts.place for facts in run.tries(params.key)]
        return f"{run.version.partition('-')[0]}-{places}-{run.version.rpartition('-')[2]}"

    def neighbours(self, params: Parameters) -> View:
        return listing.neighbours(self._run(params), params.attempt_filter, params.key)

    def call(self, params: Parameters) -> View:
        return views.call_view(self._call(params), self._bytes)

    def text(self, params: Parameters) -> View:
        """Return the next piece of a long text."""
        return piece(part_text(self._call(params), params.number("part") or 0), params.index("from"))

    def explanation(self, params: Parameters) -> View:
        return self._explainer.explanation(*self._find(params))

    def origins(self, params: Parameters) -> View:
        run, facts = self._find(params)
        return origins_view(run.record(facts).trajectory, run.task(facts.key.task_id))

    def judgements(self, params: Parameters) -> View:
        run, facts = self._find(params)
        return self._judgements.view(run, run.record(facts))

    def record(self, params: Parameters) -> View:
        run, facts = self._find(params)
        return piece(run.raw(facts).decode("utf-8", "replace"), params.index("from"))

    def transcript(self, params: Parameters) -> View:
        """Return what models were asked and replied, from a request on."""
        run, facts = self._find(params)
        return self._transcripts.view(run.folder.blobs, run.record(facts), params.index("from"))

    def transcript_prefix(self, params: Parameters) -> View:
        run, facts = self._find(params)
        number = params.number("exchange") or 0
        return self._transcripts.prefix(run.folder.blobs, run.record(facts), number)

    def transcript_text(self, params: Parameters) -> View:
        run, facts = self._find(params)
        exchange, message, part = (params.number(name) or 0 for name in ("exchange", "message", "part"))
        place = exchange, message, part
        return self._transcripts.text(run.folder.blobs, run.record(facts), place, params.index("from"))

    def annotations(self, params: Parameters) -> View:
        run, facts = self._find(params)
        return annotations_view(run.folder.path, facts.key, self._person)

    def annotate(self, body: AnnotationBody) -> None:
        """Keep what the person notes about an attempt."""
        run = self._library.run(body.run)
        key = _find_try(run, Key(body.task, body.epoch), None).key
        with self._annotating:
            save_annotations(run.folder.path, key, self._person, body.errors)

    def rendered(self, params: Parameters) -> View:
        """Render a file of the attempt or of the task, or bytes by their hash, for the page."""
        if params.text("digest") and not params.text("given"):
            return render_file(self.blob(params), params.text("type"), self._bytes)
        read = self.input if params.text("given") else self.file
        return render_file(read(params), params.text("path"), self._bytes)

    def picture(self, params: Parameters) -> bytes:
        """Return a picture of the task."""
        run, index = self._run(params), params.number("picture")
        task = run.task(params.text("task"))
        if index is None or not 0 <= index < len(task.images):
            raise UsageError("There is no such picture.")
        with self._drawing:
            return self._asset(run, task.id, task.images[index])

    def input(self, params: Parameters) -> bytes:
        """Return a file of the task, as it was before the attempt."""
        run, name = self._run(params), params.text("path")
        task = run.task(params.text("task"))
        if name not in (*task.images, *(file.name for file in task.files)):
            raise UsageError("The task has no such file.")
        with self._drawing:
            return self._asset(run, task.id, name)

    def blob(self, params: Parameters) -> bytes:
        """Return bytes by their hash, from the run folder or from a record that was shown."""
        digest = params.text("digest")
        if not _DIGEST.fullmatch(digest):
            raise UsageError("Invalid hash.")
        cached = self._bytes.get(digest)
        return _blob(self._run(params).folder.blobs, digest) if cached is None else cached

    def file(self, params: Parameters) -> bytes:
        """Return a file that the attempt left in its workspace."""
        run, facts = self._find(params)
        return _read_file(views.file_path(run, run.record(facts), params.text("path")))

    def _run(self, params: Parameters) -> RunIndex:
        return self._library.run(params.text("run"))

    def _find(self, params: Parameters) -> tuple[RunIndex, Facts]:
        run = self._run(params)
        return run, _find_try(run, params.key, params.number("try"))

    def _call(self, params: Parameters) -> Call:
        run, facts = self._find(params)
        return views.call_of(run, facts, params.number("reference"), params.number("call") or 0)

    def _asset(self, run: RunIndex, task_id: str, name: str) -> bytes:
        try:
            if run.name not in self._assets:
                self._assets[run.name] = run_assets(run.folder.path)
            asset = self._assets[run.name](task_id).get(name)
        except (KeyError, OSError) as error:
            raise UsageError(f"The file cannot be loaded: {type(error).__name__}.") from None
        if asset is None:
            raise UsageError("The file does not exist.")
        return asset if isinstance(asset, bytes) else _read_file(asset)


def _find_try(run: RunIndex, key: Key, number: int | None) -> Facts:
    if not run.tries(key):
        run.refresh(within(_SEARCH_SECONDS))
    return run.find_try(key, number)


def _blob(blobs: Blobs, digest: str) -> bytes:
    try:
        data = blobs.get(digest, LARGEST)
    except BlobError as error:
        raise UsageError(f"Blob {digest[:12]}… cannot be shown: {error.problem}.") from None
    return _check_size(data)


def _read_file(path: Path) -> bytes:
    try:
        with open_regular(path) as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise UsageError(f"The file cannot be read: {error.strerror}.") from None
    return _check_size(data)


def _check_size(data: bytes) -> bytes:
    if len(data) > LARGEST:
        raise UsageError(f"The file is larger than {LARGEST // 2**20} MiB.", "Open it in the run folder.")
    return data
