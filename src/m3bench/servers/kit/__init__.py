"""What the bundled servers are built from."""

from m3bench.core import Proof
from m3bench.servers.kit.answer import Answer, Picture
from m3bench.servers.kit.arguments import (
    LONGEST_TEXT,
    count,
    day,
    moment,
    one_of,
    point,
    start,
    within,
    words,
)
from m3bench.servers.kit.failures import BadArgument, NotFound, ToolFailure, Unavailable, all_failed
from m3bench.servers.kit.files import Files
from m3bench.servers.kit.meta import failure_of, meta_of
from m3bench.servers.kit.pictures import FORMATS, decoded, load_picture, save_picture, shown
from m3bench.servers.kit.server import Server, ToolContext, ToolDefinition, about

__all__ = [
    "FORMATS",
    "LONGEST_TEXT",
    "Answer",
    "BadArgument",
    "Files",
    "NotFound",
    "Picture",
    "Proof",
    "Server",
    "ToolContext",
    "ToolDefinition",
    "ToolFailure",
    "Unavailable",
    "about",
    "all_failed",
    "count",
    "day",
    "decoded",
    "failure_of",
    "load_picture",
    "meta_of",
    "moment",
    "one_of",
    "point",
    "save_picture",
    "shown",
    "start",
    "within",
    "words",
]
