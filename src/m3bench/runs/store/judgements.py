"""What `judgements.jsonl` in a run folder holds: who judged, what was said, what it cost."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from m3bench.core import Usage
from m3bench.judges import Judgement
from m3bench.runs.budget import NOTHING
from m3bench.runs.store.damage import Damage
from m3bench.runs.store.folder import JUDGEMENTS, RunFolder
from m3bench.runs.store.journal import read_records

FILE = JUDGEMENTS


class Panel(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag="panel", tag_field="kind"):
    """A judging begins, or goes on. Of several panels for the same prompt the last counts."""

    created: datetime
    judges: tuple[str, ...]
    prompts: tuple[str, ...]
    """Names with hashes."""


class Judged(msgspec.Struct, frozen=True, kw_only=True, tag="judgement", tag_field="kind"):
    """One judgement. Of several with one key the last counts."""

    judgement: Judgement


class Spent(msgspec.Struct, frozen=True, kw_only=True, tag="spent", tag_field="kind"):
    """What a judgement that was broken off had cost."""

    judge: str
    usage: Usage
    prompt: str = ""
    """Name and hash, where that is known."""


JudgeRecord = Panel | Judged | Spent
JUDGE_DECODER: msgspec.json.Decoder[JudgeRecord] = msgspec.json.Decoder(JudgeRecord)


class JudgementKey(NamedTuple):
    """Which reading it is: the same prompt, case, model and turn are not judged twice."""

    case: str
    input: str
    judge: str
    prompt: str
    turn: int


def key_of(judgement: Judgement) -> JudgementKey:
    return JudgementKey(judgement.case, judgement.input, judgement.judge, judgement.prompt, judgement.turn)


def judgements_file(folder: RunFolder) -> Path:
    return folder.path / FILE


def read_judge_records(path: Path, damages: list[Damage] | None = None) -> Iterator[JudgeRecord]:
    """Every record that is whole. Damage goes to `damages`; without that list it is an error."""
    return read_records(path, JUDGE_DECODER, damages)


def recordable(judgement: Judgement) -> Judgement:
    """The judgement as JSON can hold it: half surrogate pairs, which models write, have no UTF-8 form."""
    try:
        msgspec.json.encode(judgement)
    except UnicodeEncodeError:
        plain = json.dumps(msgspec.to_builtins(judgement), ensure_ascii=False)
        return msgspec.json.decode(plain.encode("utf-8", "replace"), type=Judgement)
    return judgement


class History(msgspec.Struct, frozen=True):
    """Everything that was judged in a run so far."""

    panels: tuple[Panel, ...]
    judgements: tuple[Judgement, ...]
    """The last of each key, in the order in which they came."""
    spent_by: dict[str, Usage]
    """By judge. What the cache had cost nothing."""

    @property
    def spent(self) -> Usage:
        total = NOTHING
        for usage in self.spent_by.values():
            total += usage
        return total

    @property
    def done(self) -> set[JudgementKey]:
        """What need not be judged again. What is missing may yet come."""
        return {key_of(each) for each in self.judgements if each.scores is not None}

    @property
    def seats(self) -> dict[str, Panel]:
        """By the name of a prompt, the panel that last judged by it."""
        return {_name(prompt): panel for panel in self.panels for prompt in panel.prompts}

    def counted(self, name: str) -> list[Judgement]:
        """The judgements by the prompt of that name that count: those of the last panel, in its wording.

        Where a judge read a case in two states, such as with and without pictures, the last counts.
        """
        panel = self.seats.get(name)
        if panel is None:
            return []
        wanted = {
            (judge, prompt) for judge in panel.judges for prompt in panel.prompts if _name(prompt) == name
        }
        last = {
            (each.case, each.judge, each.turn): each
            for each in self.judgements
            if (each.judge, each.prompt) in wanted
        }
        return list(last.values())


def read_history(path: Path, damages: list[Damage] | None = None) -> History:
    return history(read_judge_records(path, damages))


def history(records: Iterable[JudgeRecord]) -> History:
    panels: list[Panel] = []
    judgements: dict[JudgementKey, Judgement] = {}
    spent: dict[str, Usage] = {}
    for record in records:
        if isinstance(record, Panel):
            panels.append(record)
        elif isinstance(record, Judged):
            key = key_of(record.judgement)
            judgements.pop(key, None)
            judgements[key] = record.judgement
            if not record.judgement.cached:
                _add(spent, record.judgement.judge, record.judgement.usage)
        else:
            _add(spent, record.judge, record.usage)
    return History(tuple(panels), tuple(judgements.values()), spent)


def _add(spent: dict[str, Usage], judge: str, usage: Usage) -> None:
    spent[judge] = spent.get(judge, NOTHING) + usage


def _name(prompt: str) -> str:
    return prompt.partition("@")[0]
