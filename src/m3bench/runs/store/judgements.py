"""The records of `judgements.jsonl`: panels, judgements and their cost."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import product
from pathlib import Path
from typing import NamedTuple

import msgspec

from m3bench.core import NO_USAGE, Usage
from m3bench.judges import Judgement
from m3bench.runs.store.damage import Damage
from m3bench.runs.store.folder import JUDGEMENTS, RunFolder
from m3bench.runs.store.journal import read_records


class Panel(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag="panel", tag_field="kind"):
    """A judging session starts. The last panel of a prompt counts."""

    created: datetime
    judges: tuple[str, ...]
    prompts: tuple[str, ...]
    """Prompt names with hashes."""


class JudgementRecord(msgspec.Struct, frozen=True, kw_only=True, tag="judgement", tag_field="kind"):
    """One judgement. The last one of a key counts."""

    judgement: Judgement


class JudgeUsage(msgspec.Struct, frozen=True, kw_only=True, tag="spent", tag_field="kind"):
    """The usage of a judgement that was not finished."""

    judge: str
    usage: Usage
    prompt: str = ""
    """Name and hash, if known."""


JudgeRecord = Panel | JudgementRecord | JudgeUsage
FILE = JUDGEMENTS
JUDGE_DECODER: msgspec.json.Decoder[JudgeRecord] = msgspec.json.Decoder(JudgeRecord)


class JudgementKey(NamedTuple):
    """Identifies a judgement. No key is judged twice."""

    case: str
    input: str
    judge: str
    prompt: str
    turn: int


def key_of(judgement: Judgement) -> JudgementKey:
    return JudgementKey(judgement.case, judgement.input, judgement.judge, judgement.prompt, judgement.turn)


def judgements_file(folder: RunFolder) -> Path:
    return folder.path / JUDGEMENTS


def read_judge_records(path: Path, damages: list[Damage] | None = None) -> Iterator[JudgeRecord]:
    """Yield the records of a judgement file; see `read_records`."""
    return read_records(path, JUDGE_DECODER, damages)


def clean_judgement(judgement: Judgement) -> Judgement:
    """Replace lone surrogates, which models write and UTF-8 cannot encode."""
    try:
        msgspec.json.encode(judgement)
    except UnicodeEncodeError:
        plain = json.dumps(msgspec.to_builtins(judgement), ensure_ascii=False)
        return msgspec.json.decode(plain.encode("utf-8", "replace"), type=Judgement)
    return judgement


class History(msgspec.Struct, frozen=True):
    """All judgements of a run so far."""

    panels: tuple[Panel, ...]
    judgements: tuple[Judgement, ...]
    """The last judgement of each key, in order."""
    spent_by: dict[str, Usage]
    """Usage by judge. Cached judgements are free."""

    @property
    def spent(self) -> Usage:
        return sum(self.spent_by.values(), NO_USAGE)

    @property
    def done(self) -> set[JudgementKey]:
        """Keys of judgements with scores. The others are judged again."""
        return {key_of(judgement) for judgement in self.judgements if judgement.scores is not None}

    @property
    def last_panels(self) -> dict[str, Panel]:
        """The last panel of each prompt, by prompt name."""
        return {_name(prompt): panel for panel in self.panels for prompt in panel.prompts}

    def counted(self, name: str) -> list[Judgement]:
        """Return the judgements that count for a prompt: those of its last panel, with the same wording.

        If a judge read several versions of a case, such as with and without pictures, the last one counts.
        """
        panel = self.last_panels.get(name)
        if panel is None:
            return []
        prompts = [prompt for prompt in panel.prompts if _name(prompt) == name]
        wanted = set(product(panel.judges, prompts))
        last = {
            (judgement.case, judgement.judge, judgement.turn): judgement
            for judgement in self.judgements
            if (judgement.judge, judgement.prompt) in wanted
        }
        return list(last.values())


def read_history(path: Path, damages: list[Damage] | None = None) -> History:
    return history(read_judge_records(path, damages))


def history(records: Iterable[JudgeRecord]) -> History:
    panels: list[Panel] = []
    judgements: dict[JudgementKey, Judgement] = {}
    spent: dict[str, Usage] = defaultdict(lambda: NO_USAGE)
    for record in records:
        if isinstance(record, Panel):
            panels.append(record)
        elif isinstance(record, JudgementRecord):
            key = key_of(record.judgement)
            judgements.pop(key, None)
            judgements[key] = record.judgement
            if not record.judgement.cached:
                spent[record.judgement.judge] += record.judgement.usage
        else:
            spent[record.judge] += record.usage
    return History(tuple(panels), tuple(judgements.values()), dict(spent))


def _name(prompt: str) -> str:
    return prompt.partition("@")[0]
