"""Record the answers of servers, and replay them without the servers."""

from m3bench.hosting.cassette.cassette import CassetteMissError, RecordingHost, ReplayHost
from m3bench.hosting.cassette.drift import Drift, compare
from m3bench.hosting.cassette.file import Cassette, CassetteWriter, read_cassette
from m3bench.hosting.cassette.placeholders import Placeholders

__all__ = [
    "Cassette",
    "CassetteMissError",
    "CassetteWriter",
    "Drift",
    "Placeholders",
    "RecordingHost",
    "ReplayHost",
    "compare",
    "read_cassette",
]
