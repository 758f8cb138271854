"""A cache of judgements, so that no judgement is paid for twice."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import msgspec

from m3bench.caching import read_entry
from m3bench.core import content_hash
from m3bench.core.redaction import redactor
from m3bench.judges.case import Case
from m3bench.judges.judgement import Judge, Judgement
from m3bench.models import ChatModel

FORMAT = "m3bench-judgement-1"
_MOST_BYTES = 256 * 2**20


class JudgementKey(msgspec.Struct, frozen=True):
    """What identifies a judgement."""

    prompt: str
    model: str
    input: str
    turn: int = 0

    @property
    def hash(self) -> str:
        return content_hash([FORMAT, self.prompt, self.model, self.input, self.turn])


class CacheCounts(msgspec.Struct):
    """Hits, misses and failed writes of a cache."""

    hits: int = 0
    misses: int = 0
    unwritten: int = 0
    """Judgements that could not be written."""
    problem: str | None = None
    """Why the last write failed."""


class JudgementCache:
    """A folder of judgements, one file each, named by the hash of the key.

    Files are written atomically, so several runs can share a folder. A file that is unreadable or belongs to
    another key counts as absent and is replaced. Only judgements with scores are kept, so that missing ones
    are asked for again.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.counts = CacheCounts()

    def path(self, key: JudgementKey) -> Path:
        return self.folder / key.hash[:2] / f"{key.hash}.json"

    def read(self, key: JudgementKey) -> Judgement | None:
        """Return the stored judgement, marked as cached, with 0 requests and a cost of 0; None if absent."""
        try:
            record = json.loads(read_entry(self.path(key), _MOST_BYTES, own=False) or b"null")
            if [record["format"], record["key"]] != [FORMAT, msgspec.to_builtins(key)]:
                return None
            judgement = msgspec.convert(record["judgement"], Judgement)
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        return _from_cache(judgement) if judgement.scores is not None else None

    def write(self, key: JudgementKey, judgement: Judgement) -> None:
        """Store a judgement. A failed write is counted and does not raise."""
        if judgement.scores is None:
            return
        try:
            self._put(self.path(key), _text(key, judgement))
        except OSError as error:
            self.counts.unwritten += 1
            self.counts.problem = f"{self.path(key)}: {error.strerror or type(error).__name__}"

    def _put(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
        try:
            draft.write_text(text, encoding="ascii")
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


class CachedJudge:
    """A judge that looks up judgements in a cache first, and stores new ones."""

    def __init__(self, judge: Judge, cache: JudgementCache) -> None:
        self._judge, self._cache = judge, cache

    @property
    def name(self) -> str:
        return self._judge.name

    @property
    def prompt(self) -> str:
        return self._judge.prompt

    async def judge(self, case: Case, model: ChatModel, *, turn: int = 0) -> Judgement:
        key = JudgementKey(self.prompt, model.name, case.digest, turn)
        known = self._cache.read(key)
        if known is not None:
            self._cache.counts.hits += 1
            return known
        judgement = await self._judge.judge(case, model, turn=turn)
        self._cache.counts.misses += 1
        self._cache.write(key, judgement)
        return judgement


def _from_cache(judgement: Judgement) -> Judgement:
    usage = msgspec.structs.replace(judgement.usage, requests=0, cost=0.0)
    return msgspec.structs.replace(judgement, usage=usage, cached=True)


def _text(key: JudgementKey, judgement: Judgement) -> str:
    # Not msgspec's encoder: models write lone surrogates, which have no UTF-8 form.
    record = {"format": FORMAT, "key": key, "judgement": redactor().value(judgement)}
    return json.dumps(msgspec.to_builtins(record), indent=1) + "\n"
