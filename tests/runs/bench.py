"""A provider that judges, over HTTP."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from m3bench.core import Usage
from m3bench.models import Reply
from m3bench.runs.store.judgements import FILE, JudgementRecord, key_of, read_judge_records
from m3bench.testing.provider import FakeProvider, SeenRequest
from tests.runs.jury import judgement_text, prompt_of

JUDGES = ("openai/gpt-4o-mini", "openai/gpt-4o", "openai/gpt-4.1", "openai/gpt-4.1-mini")
"""Names with a price."""
ONE_CASE = 2 * len(JUDGES)
USAGE = Usage(1000, 100, 1, None)


def arguments(run: Path, fake: FakeProvider, *more: str) -> list[str]:
    """Of the command line, without the program."""
    judges = ["--judges", ",".join(JUDGES), "--base-url", fake.url("openai")]
    return ["judge", "run", str(run), *judges, *more]


def answer(seen: SeenRequest, share: float = 0.5) -> Reply:
    return Reply(judgement_text(prompt_of(seen.conversation), share), usage=USAGE)


def judgements(run: Path) -> list[JudgementRecord]:
    return [record for record in read_judge_records(run / FILE) if isinstance(record, JudgementRecord)]


def keys(run: Path) -> Counter[object]:
    return Counter(key_of(judgement.judgement) for judgement in judgements(run))
