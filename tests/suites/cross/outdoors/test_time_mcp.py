"""Time MCP alone."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from m3bench.core import Text
from m3bench.core.trajectory import Result
from m3bench.suites.plans import CallResult, PlanError
from m3bench_suites.builders.cross.outdoors.time_mcp import clock, shifted

CONVERTED = {
    "source": {"datetime": "2025-11-05T23:30:00+05:30"},
    "target": {"datetime": "2025-11-05T18:00:00+00:00"},
}


def test_a_local_time_of_any_day_is_shifted_to_another_zone() -> None:
    result = CallResult(0, "Time MCP/convert_time", Result((Text(json.dumps(CONVERTED)),)))
    there = shifted(result, datetime.fromisoformat("2025-11-07T23:30"))
    assert there == datetime.fromisoformat("2025-11-07T18:00")
    assert clock(there) == "18:00"
    with pytest.raises(PlanError, match="another time"):
        shifted(result, datetime.fromisoformat("2025-11-07T23:31"))
