"""Results of calls, for tests of plans."""

from __future__ import annotations

import json
from typing import Any

from m3bench.core import Result, Text
from m3bench.suites.plans import CallResult


def result(data: Any, index: int = 0) -> CallResult:
    """Return a result with a text, or with data as JSON."""
    text = data if isinstance(data, str) else json.dumps(data)
    return CallResult(index, "server/tool", Result((Text(text),)))
