"""What the page may ask for, answered from the runs of a library."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from m3bench.apps.viewer import attempt as views
from m3bench.apps.viewer import listing
from m3bench.apps.viewer.explaining import Explainer, origins_view
from m3bench.apps.viewer.facts import Facts
from m3bench.apps.viewer.growing import within
from m3bench.apps.viewer.index import RunIndex
from m3bench.apps.viewer.judging import Judgements
from m3bench.apps.viewer.library import Library
from m3bench.apps.viewer.listing import View, Wanted
from m3bench.apps.viewer.rendering import LARGEST, rendered
from m3bench.apps.viewer.values import KeptBytes
from m3bench.core import UsageError
from m3bench.formats.io import open_regular
from m3bench.runs import Assets, Key, run_assets
from m3bench.runs.store import BlobError, Blobs
from m3bench.scoring import Scorer

_READING_SECONDS = 0.12
"""How long one answer may go on reading journals; the page asks again for the rest."""
_LOOKING_SECONDS = 1.0
"""The same for an attempt that was asked for by its address and is not known yet."""
_SCORING_SECONDS = 0.5
_DIGEST = re.compile(r"[0-9a-f]{64}")
_LONGEST_QUERY = 500


class Asked:
    """The parameters of a question. What is missing or makes no sense is as good as not said."""

    def __init__(self, parameters: Mapping[str, str]) -> None:
        self._parameters = parameters

    def text(self, name: str) -> str:
        return self._parameters.get(name, "")

    def number(self, name: str) -> int | None:
        found = self.text(name)
        return int(found) if re.fullmatch(r"-?[0-9]{1,12}", found) else None

    @property
    def key(self) -> Key:
        return Key(self.text("task"), self.number("epoch") or 1)

    @property
    def wanted(self) -> Wanted:
        return Wanted(
            query=self.text("query")[:_LONGEST_QUERY],
            status=self.text("status"),
            outcome=self.text("outcome"),
            family=self.text("family"),
            checks=self.text("checks"),
            page=self.number("page") or 0,
        )


class ViewDesk:
    """Answers questions; each may come from a thread of its own."""

    def __init__(self, library: Library, make_scorer: Callable[[], Scorer]) -> None:
        self._library = library
        self._explainer = Explainer(make_scorer)
        self._judgements = Judgements()
        self._kept = KeptBytes()
        self._assets: dict[str, Assets] = {}
        # Drawing is not made for several threads.
        self._drawing = threading.Lock()

    def runs(self, _: Asked) -> View:
        runs = self._library.runs()
        return {"folder": self._library.root.name, "runs": [listing.run_view(run) for run in runs]}

    def runs_version(self, _: Asked) -> str:
        done = within(_READING_SECONDS)
        runs = self._library.runs()
        for run in runs:
            run.refresh(done)
            if done():
                break
        return str(hash(tuple((run.name, run.version) for run in runs)))

    def attempts(self, asked: Asked) -> View:
        return listing.attempts_view(self._run(asked), asked.wanted)

    def run_version(self, asked: Asked) -> str:
        run = self._run(asked)
        run.refresh(within(_READING_SECONDS))
        return run.version

    def scores(self, asked: Asked) -> View:
        """Of the same page of the same list."""
        run = self._run(asked)
        rows = listing.page_rows(run, asked.wanted)[1]
        return self._explainer.scores(run, rows, within(_SCORING_SECONDS))

    def attempt(self, asked: Asked) -> View:
        return views.attempt_view(*self._found(asked))

    def attempt_version(self, asked: Asked) -> str:
        run = self._run(asked)
        run.refresh(within(_READING_SECONDS))
        places = [facts.place for facts in run.tries(asked.key)]
        return f"{run.version.partition('-')[0]}-{places}-{run.version.rpartition('-')[2]}"

    def neighbours(self, asked: Asked) -> View:
        return listing.neighbours(self._run(asked), asked.wanted, asked.key)

    def call(self, asked: Asked) -> View:
        run, facts = self._found(asked)
        call = views.call_of(run, facts, asked.number("reference"), asked.number("call") or 0)
        return views.call_view(call, self._kept)

    def text(self, asked: Asked) -> View:
        run, facts = self._found(asked)
        call = views.call_of(run, facts, asked.number("reference"), asked.number("call") or 0)
        return views.more_text(call, asked.number("part") or 0, max(0, asked.number("from") or 0))

    def explanation(self, asked: Asked) -> View:
        return self._explainer.explanation(*self._found(asked))

    def origins(self, asked: Asked) -> View:
        run, facts = self._found(asked)
        return origins_view(run.record(facts).trajectory, run.task(facts.key.task_id))

    def judgements(self, asked: Asked) -> View:
        run, facts = self._found(asked)
        return self._judgements.view(run, run.record(facts))

    def record(self, asked: Asked) -> View:
        return views.raw_view(*self._found(asked), max(0, asked.number("from") or 0))

    def rendered(self, asked: Asked) -> View:
        """A file of the attempt, or bytes by their hash, as the page can show them."""
        if asked.text("digest"):
            return rendered(self.blob(asked), asked.text("type"), self._kept)
        return rendered(self.file(asked), asked.text("path"), self._kept)

    def picture(self, asked: Asked) -> bytes:
        """A picture of the task."""
        run, index = self._run(asked), asked.number("picture")
        task = run.task(asked.text("task"))
        if index is None or not 0 <= index < len(task.images):
            raise UsageError("There is no such picture.")
        with self._drawing:
            return self._drawn(run, task.id, task.images[index])

    def blob(self, asked: Asked) -> bytes:
        """Bytes by their hash, from the run folder or from inside of a record that was shown."""
        digest = asked.text("digest")
        if not _DIGEST.fullmatch(digest):
            raise UsageError("That is no hash.")
        kept = self._kept.get(digest)
        return _blob(self._run(asked).folder.blobs, digest) if kept is None else kept

    def file(self, asked: Asked) -> bytes:
        """A file that the attempt left in its workspace."""
        run, facts = self._found(asked)
        return _bounded(views.file_path(run, run.record(facts), asked.text("path")))

    def _run(self, asked: Asked) -> RunIndex:
        return self._library.run(asked.text("run"))

    def _found(self, asked: Asked) -> tuple[RunIndex, Facts]:
        run = self._run(asked)
        if not run.tries(asked.key):
            run.refresh(within(_LOOKING_SECONDS))
        return run, run.chosen(asked.key, asked.number("try"))

    def _drawn(self, run: RunIndex, task_id: str, name: str) -> bytes:
        try:
            if run.name not in self._assets:
                self._assets[run.name] = run_assets(run.folder.path)
            asset = self._assets[run.name](task_id).get(name)
        except (KeyError, OSError) as error:
            raise UsageError(f"The picture cannot be had: {type(error).__name__}.") from None
        if asset is None:
            raise UsageError("The picture is not there.")
        return asset if isinstance(asset, bytes) else _bounded(asset)


def _blob(blobs: Blobs, digest: str) -> bytes:
    try:
        data = blobs.get(digest, LARGEST)
    except BlobError as error:
        raise UsageError(f"The blob {digest[:12]}… cannot be shown: {error.problem}.") from None
    return _within(data)


def _bounded(path: Path) -> bytes:
    try:
        with open_regular(path) as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise UsageError(f"It cannot be read: {error.strerror}.") from None
    return _within(data)


def _within(data: bytes) -> bytes:
    if len(data) > LARGEST:
        raise UsageError(f"It is larger than {LARGEST // 2**20} MiB.", "Look at it in the run folder.")
    return data
