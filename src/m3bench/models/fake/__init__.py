"""A provider without models: an HTTP server on this machine that answers from a script.

For tests, and for trying a run without a key: `python -m m3bench.models.fake --script FILE.json`.
"""

from m3bench.models.fake.lines import (
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
from m3bench.models.fake.provider import FakeProvider
from m3bench.models.fake.scriptfile import read_script
from m3bench.models.fake.seen import Seen

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
    "Seen",
    "Stall",
    "Status",
    "TooLong",
    "rate_limit",
    "read_script",
]
