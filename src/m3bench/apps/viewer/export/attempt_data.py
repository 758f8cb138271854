"""Everything that the page of an attempt asks for, collected from the viewer's own answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from m3bench.apps.viewer.api import Parameters, ViewerApi
from m3bench.apps.viewer.export.media_files import MediaFiles
from m3bench.apps.viewer.export.names import answer_key, json_key
from m3bench.apps.viewer.export.sealed import is_sealed, outline
from m3bench.core import M3BenchError, UsageError
from m3bench.runs import Key

_MOST_CALLS = 300
_MOST_EXCHANGES = 200
_MOST_FILES = 100
_MOST_PIECES = 4
"""Further pieces of a long text. What follows them is left out."""
_DIGEST = re.compile(r"[0-9a-f]{64}")

View = dict[str, Any]


class AttemptData:
    """Answers and media of one attempt."""

    def __init__(self, api: ViewerApi, media: MediaFiles, run: str, key: Key) -> None:
        self._api, self._files, self._run, self._key = api, media, run, key
        self.answers: dict[str, View] = {}
        self.media: dict[str, str] = {}
        self.is_outline = False
        """Whether the task is sealed, so that only an outline was taken."""

    def collect(self, *, revealed: bool = False) -> None:
        """Ask for everything. Of a sealed task, only an outline is taken."""
        attempt = self._ask("attempt")
        if attempt is None:
            return
        attempt["tries"] = [one for one in attempt["tries"] if one["number"] == attempt["number"]]
        explanation = self._ask("explanation") or {}
        if is_sealed(self._key.task_id) and not revealed:
            self.answers, self.is_outline = outline(attempt, explanation), True
            return
        self._ask("origins")
        self._ask("judgements")
        self._ask("annotations")
        self._calls(attempt, explanation)
        self._transcript()
        self._task_pictures(attempt)
        self._workspace(attempt)
        for answer in list(self.answers.values()):
            self._take_media(answer)

    def _parameters(self, given: View) -> Parameters:
        here = {"run": self._run, "task": self._key.task_id, "epoch": str(self._key.epoch)}
        return Parameters({**here, **{name: str(value) for name, value in given.items()}})

    def _ask(self, what: str, **given: Any) -> View | None:
        """Keep an answer, or why there is none."""
        method = "render_file" if what == "rendered" else what
        try:
            found: View = getattr(self._api, method)(self._parameters(given))
        except M3BenchError as error:
            self.answers[answer_key(what, given)] = {"refused": True, "problem": error.message}
            return None
        self.answers[answer_key(what, given)] = found
        return found

    def _calls(self, attempt: View, explanation: View) -> None:
        reference = explanation.get("reference", 0)
        sides: list[tuple[View, list[View]]] = [({}, attempt["steps"])]
        if attempt["references"][reference : reference + 1]:
            sides.append(({"reference": reference}, attempt["references"][reference]["steps"]))
        for side, steps in sides:
            count = sum(len(step["calls"]) for step in steps)
            for number in range(min(count, _MOST_CALLS)):
                found = self._ask("call", call=number, **side)
                blocks = [*found["arguments"], *found["result"]] if found else []
                for block in blocks:
                    if block["kind"] == "text":
                        self._pieces(block, "text", call=number, part=block["part"], **side)

    def _pieces(self, first: View, what: str, **place: Any) -> None:
        following = first.get("next")
        for _ in range(_MOST_PIECES):
            if following is None:
                return
            found = self._ask(what, **{**place, "from": following})
            following = found["next"] if found else None

    def _transcript(self) -> None:
        start: int | None = 0
        while start is not None and start < _MOST_EXCHANGES:
            found = self._ask("transcript", **{"from": start})
            for exchange in found["exchanges"] if found else ():
                self._exchange(exchange)
            start = found["next"] if found else None

    def _exchange(self, exchange: View) -> None:
        parts = [(each["number"], each["blocks"]) for each in exchange["messages"]]
        parts += [(-1, exchange["reply"]["blocks"])] if exchange["reply"] else []
        parts += [(-2, exchange["tools"]["blocks"])]
        for message, blocks in parts:
            for block in blocks:
                if "text" in block:
                    place = {"exchange": exchange["number"], "message": message, "part": block["part"]}
                    self._pieces(block, "transcript_text", **place)

    def _task_pictures(self, attempt: View) -> None:
        task = attempt["task"]
        for index, name in enumerate(task["pictures"]):
            self._keep(["picture", self._run, task["id"], index], "picture", name, picture=index)
        for name in [*(file["name"] for file in task["files"]), *attempt["files"]["given"]]:
            if self._keep(["input", self._run, task["id"], name], "input", name, path=name):
                self._ask("rendered", path=name, given=1)

    def _workspace(self, attempt: View) -> None:
        found = attempt["files"]
        names = [*found["added"], *found["changed"]] if found["kept"] else []
        for name in names[:_MOST_FILES]:
            place = ["file", self._run, self._key.task_id, self._key.epoch, name]
            if self._keep(place, "file", name, path=name):
                self._ask("rendered", path=name)

    def _keep(self, place: list[Any], what: str, name: str, **given: Any) -> bool:
        try:
            path = self._files.put(getattr(self._api, what)(self._parameters(given)), name)
        except M3BenchError:  # an agent may leave links that lead out of the workspace, or to themselves
            return False
        if path is None:
            self.answers[answer_key("rendered", {key: given[key] for key in given if key == "path"})] = {
                "refused": True,
                "problem": "This file is too large for the export.",
            }
            return False
        self.media[json_key(place)] = path
        return True

    def _take_media(self, answer: View) -> None:
        for digest in sorted(set(_digests(answer))):
            try:
                path = self._files.put(self._api.blob(self._parameters({"digest": digest})))
            except UsageError:
                continue
            if path is not None:
                self.media[digest] = path


def _digests(value: Any) -> Iterator[str]:
    """Yield the hashes that the page would ask for."""
    if isinstance(value, list):
        for each in value:
            yield from _digests(each)
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name in ("digest", "picture") and isinstance(inner, str) and _DIGEST.fullmatch(inner):
                yield inner
            elif name == "pages" and isinstance(inner, list):
                yield from (each for each in inner if isinstance(each, str) and _DIGEST.fullmatch(each))
            elif isinstance(inner, list | dict):
                yield from _digests(inner)
