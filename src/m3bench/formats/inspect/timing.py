"""Times of the calls of a sample, and its usage."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from m3bench.core import Timing, Usage
from m3bench.formats.io import Cursor


@dataclass(frozen=True)
class ToolEvent:
    """Information about a call from the transcript that the messages do not have."""

    timing: Timing | None
    name: str | None
    """``server/tool``, if the call went through a bridge."""


@dataclass(frozen=True)
class ToolEvents:
    by_id: dict[str, ToolEvent]

    @classmethod
    def of(cls, sample: Cursor) -> ToolEvents:
        events = [event for event in _events(sample) if isinstance(event.get("id"), str)]
        began = _moment(sample["started_at"].value)
        return cls({event["id"]: ToolEvent(_timing(event, began), _bridged(event)) for event in events})


def _events(sample: Cursor) -> list[dict[str, Any]]:
    events = sample["events"].value
    if not isinstance(events, list):
        return []
    return [event for event in events if isinstance(event, dict) and event.get("event") == "tool"]


def _timing(event: dict[str, Any], began: datetime | None) -> Timing | None:
    start, end = _moment(event.get("timestamp")), _moment(event.get("completed"))
    if began is None or start is None or end is None:
        return None
    return Timing((start - began).total_seconds(), (end - began).total_seconds())


def _moment(value: Any) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _bridged(event: dict[str, Any]) -> str | None:
    metadata = event.get("metadata")
    bridge = metadata.get("bridge") if isinstance(metadata, dict) else None
    if not isinstance(bridge, dict) or not isinstance(bridge.get("server"), str):
        return None
    return f"{bridge['server']}/{bridge.get('tool')}"


def usage_from(sample: Cursor) -> Usage | None:
    """Return the usage of all models. Cache reads and writes count as input."""
    given = sample["model_usage"].value
    bills = [bill for bill in given.values() if isinstance(bill, dict)] if isinstance(given, dict) else []
    if not bills:
        return None
    cached = ("input_tokens", "input_tokens_cache_read", "input_tokens_cache_write")
    costs = [bill.get("total_cost") for bill in bills]
    known = [cost for cost in costs if isinstance(cost, float) or cost == 0]
    return Usage(
        sum(_count(bill.get(key)) for bill in bills for key in cached),
        sum(_count(bill.get("output_tokens")) for bill in bills),
        _requests(sample),
        sum(known) if len(known) == len(costs) else None,
    )


def _requests(sample: Cursor) -> int | None:
    events = sample["events"].value
    if not isinstance(events, list):
        return None
    requests = sum(isinstance(event, dict) and event.get("event") == "model" for event in events)
    return requests or None


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
