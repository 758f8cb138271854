"""Papers as the hub states them, and as arXiv does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from m3bench.suites import CallResult, PlannedCall, call
from m3bench_suites.builders.cross.research._shared.names import ARXIV, HUB_PAPER


def both_sources(named: Mapping[str, Sequence[CallResult]]) -> list[PlannedCall]:
    """Return for each paper a call of the hub and one of arXiv.

    Args:
        named: arXiv ids, each with the results that name it.
    """
    return [
        asked
        for name, sources in named.items()
        for asked in (
            call(HUB_PAPER, *sources, arxiv_id=name),
            call(ARXIV, *sources, query=name, max_results=1),
        )
    ]


def compare(
    answers: Sequence[CallResult], names: Sequence[str], noted: str, stated: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a fact about each paper as the hub notes it, and as arXiv states it.

    Args:
        answers: The results of `both_sources`.
        names: The papers in order.
        noted: The name of the fact on the hub.
        stated: Its name in arXiv.
    """
    hub = {name: answer.data[noted] for name, answer in zip(names, answers[::2], strict=True)}
    archive = {name: answer.data[0][stated] for name, answer in zip(names, answers[1::2], strict=True)}
    return hub, archive
