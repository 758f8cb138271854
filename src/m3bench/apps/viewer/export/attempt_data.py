"""Everything that the page of an attempt asks for, collected from the viewer's own answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from m3bench.apps.viewer.api import Parameters, ViewerApi
from m3bench.apps.viewer.export.media_files import MediaFiles
from m3bench.apps.viewer.values import View
from m3bench.core import M3BenchError, UsageError
from m3bench.runs import Key

_MOST_CALLS = 300
_MOST_EXCHANGES = 200
_MOST_FILES = 100
_MOST_PIECES = 4
"""Further pieces of a long text. What follows them is left out."""
_DIGEST = re.compile(r"[0-9a-f]{64}")


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
        attempt["tries"] = [made for made in attempt["tries"] if made["number"] == attempt["number"]]
        explanation = self._ask("explanation") or {}
        if is_sealed(self._key.task_id) and not revealed:
            self.answers, self.is_outline = outline(attempt, explanation), True
            return
        for what in ("origins", "judgements", "annotations"):
            self._ask(what)
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
        try:
            answer: View = getattr(self._api, what)(self._parameters(given))
        except M3BenchError as error:
            self.answers[answer_key(what, given)] = {"refused": True, "problem": error.message}
            return None
        self.answers[answer_key(what, given)] = answer
        return answer

    def _calls(self, attempt: View, explanation: View) -> None:
        reference = explanation.get("reference", 0)
        sides: list[tuple[View, list[View]]] = [({}, attempt["steps"])]
        if attempt["references"][reference : reference + 1]:
            sides.append(({"reference": reference}, attempt["references"][reference]["steps"]))
        for side, steps in sides:
            count = sum(len(step["calls"]) for step in steps)
            for number in range(min(count, _MOST_CALLS)):
                view = self._ask("call", call=number, **side)
                blocks = [*view["arguments"], *view["result"]] if view else []
                for block in blocks:
                    if block["kind"] == "text":
                        self._pieces(block, "text", call=number, part=block["part"], **side)

    def _pieces(self, first: View, what: str, **place: Any) -> None:
        following = first.get("next")
        for _ in range(_MOST_PIECES):
            if following is None:
                return
            answer = self._ask(what, **{**place, "from": following})
            following = answer["next"] if answer else None

    def _transcript(self) -> None:
        start: int | None = 0
        while start is not None and start < _MOST_EXCHANGES:
            answer = self._ask("transcript", **{"from": start})
            for exchange in answer["exchanges"] if answer else ():
                self._exchange(exchange)
            start = answer["next"] if answer else None

    def _exchange(self, exchange: View) -> None:
        parts = [(message["number"], message["blocks"]) for message in exchange["messages"]]
        parts += [(-1, exchange["reply"]["blocks"])] if exchange["reply"] else []
        parts += [(-2, exchange["tools"]["blocks"])]
        for number, block in ((number, block) for number, blocks in parts for block in blocks):
            if "text" in block:
                place = {"exchange": exchange["number"], "message": number, "part": block["part"]}
                self._pieces(block, "transcript_text", **place)

    def _task_pictures(self, attempt: View) -> None:
        task = attempt["task"]
        for index, name in enumerate(task["pictures"]):
            self._keep(["picture", self._run, task["id"], index], "picture", name, picture=index)
        for name in [*(file["name"] for file in task["files"]), *attempt["files"]["given"]]:
            if self._keep(["input", self._run, task["id"], name], "input", name, path=name):
                self._ask("rendered", path=name, given=1)

    def _workspace(self, attempt: View) -> None:
        files = attempt["files"]
        names = [*files["added"], *files["changed"]] if files["kept"] else []
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
            key = answer_key("rendered", {"path": given["path"]} if "path" in given else {})
            self.answers[key] = {"refused": True, "problem": "This file is too large for the export."}
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
        for item in value:
            yield from _digests(item)
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name == "pages" and isinstance(inner, list):
                yield from filter(_is_digest, inner)
            elif name in ("digest", "picture") and _is_digest(inner):
                yield inner
            else:
                yield from _digests(inner)


def _is_digest(value: Any) -> bool:
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def answer_key(what: str, given: Mapping[str, Any]) -> str:
    """Return the key of an answer: what was asked, and the parameters in order."""
    return f"{what}?{'&'.join(sorted(f'{name}={value}' for name, value in given.items()))}"


def json_key(parts: Sequence[Any]) -> str:
    """Return JSON as JavaScript writes it, for keys of several parts."""
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[\ud800-\udfff]", lambda surrogate: f"\\u{ord(surrogate[0]):04x}", text)


_PREFIX = "sealed/"
_WORD = "This task is sealed: its request, answers, arguments and results are not exported."


def is_sealed(task_id: str) -> bool:
    """Return whether a task is of a suite that `m3bench suite build --sealed` made."""
    return task_id.startswith(_PREFIX)


def outline(attempt: View, explanation: View) -> dict[str, View]:
    """Return answers with figures and names of tools alone."""
    shown = {
        **attempt,
        "task": _task(attempt["task"]),
        "reason": "",
        "answer": "(sealed)",
        "form": [],
        "steps": [
            {**step, "plan": "", "calls": [{**call, "arguments": "", "result": ""} for call in step["calls"]]}
            for step in attempt["steps"]
        ],
        "conversation": [],
        "references": [],
        "checks": _checks(attempt["checks"]),
        "files": {"added": [], "changed": [], "removed": [], "given": [], "kept": False},
    }
    empty: View = {"links": [], "values": [], "shares": {}, "trivial": 0}
    return {
        answer_key("attempt", {}): shown,
        answer_key("explanation", {}): _explanation(explanation),
        answer_key("origins", {}): empty,
        answer_key("judgements", {}): {"columns": [], "notes": []},
        answer_key("annotations", {}): {"person": None, "groups": [], "annotations": []},
        answer_key("transcript", {"from": 0}): {"exchanges": [], "count": 0, "next": None},
    }


def _task(task: View) -> View:
    kept = ("id", "family", "level", "difficulty", "kind", "turns", "time_sensitive", "camera")
    hidden = {name: type(value)() for name, value in task.items()}
    return {**hidden, **{name: task[name] for name in kept}, "request": _WORD}


def _checks(checks: View) -> View:
    verdicts = [{**verdict, "reason": "", "details": ""} for verdict in checks["verdicts"]]
    return {**checks, "points": [], "verdicts": verdicts}


def _explanation(explanation: View) -> View:
    if "metrics" not in explanation:
        return {"problem": explanation.get("problem", "It is not scored.")}
    metrics = [{**metric, "lost": [], "won": []} for metric in explanation["metrics"]]
    hidden: View = {"matches": [], "fields": [], "alone_reference": [], "alone_prediction": []}
    return {**explanation, "metrics": metrics, "notes": [_WORD], **hidden}
