"""A fake provider: an HTTP server on this machine that answers from a script.

For tests, and to try a run without a key: `python -m m3bench.testing.provider --script FILE.json`.
"""

from m3bench.testing.provider.lines import (
    BreakOff,
    Drip,
    Empty,
    Endless,
    FailLater,
    Garbage,
    HangUp,
    Line,
    Misbehaviour,
    Reset,
    Script,
    Stall,
    Status,
    TooLong,
    rate_limit,
)
from m3bench.testing.provider.provider import FakeProvider
from m3bench.testing.provider.script_file import read_script
from m3bench.testing.provider.seen import SeenRequest

__all__ = [
    "BreakOff",
    "Drip",
    "Empty",
    "Endless",
    "FailLater",
    "FakeProvider",
    "Garbage",
    "HangUp",
    "Line",
    "Misbehaviour",
    "Reset",
    "Script",
    "SeenRequest",
    "Stall",
    "Status",
    "TooLong",
    "rate_limit",
    "read_script",
]
