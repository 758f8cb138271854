"""Building blocks of the bundled servers."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.core import Proof
    from m3bench.servers.kit.answer import Answer, Attachment, Picture
    from m3bench.servers.kit.arguments import (
        LONGEST_TEXT,
        check_choice,
        check_limit,
        check_offset,
        check_point,
        check_range,
        check_text,
        parse_date,
        parse_time,
    )
    from m3bench.servers.kit.face import make_face
    from m3bench.servers.kit.failures import BadArgument, NotFound, ToolFailure, Unavailable, combine_failures
    from m3bench.servers.kit.files import Files
    from m3bench.servers.kit.interaction import (
        CallClient,
        Elicited,
        call_client,
        confirm,
        elicit,
        report_progress,
        with_progress,
    )
    from m3bench.servers.kit.meta import answer_meta, failure_meta
    from m3bench.servers.kit.network_lock import NETWORK_LOCK, network_turn, unload_networks, unloadable
    from m3bench.servers.kit.offers import PromptDefinition, ResourceDefinition, ResourceEntry
    from m3bench.servers.kit.pictures import (
        FORMATS,
        decode_picture,
        encode_picture,
        flatten,
        load_picture,
        opened_picture,
        save_picture,
        to_picture,
    )
    from m3bench.servers.kit.server import Server, ToolContext, ToolDefinition, about
    from m3bench.servers.kit.vision_cache import cached_result
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "FORMATS",
    "LONGEST_TEXT",
    "NETWORK_LOCK",
    "Answer",
    "Attachment",
    "BadArgument",
    "CallClient",
    "Elicited",
    "Files",
    "NotFound",
    "Picture",
    "PromptDefinition",
    "Proof",
    "ResourceDefinition",
    "ResourceEntry",
    "Server",
    "ToolContext",
    "ToolDefinition",
    "ToolFailure",
    "Unavailable",
    "about",
    "answer_meta",
    "cached_result",
    "call_client",
    "check_choice",
    "check_limit",
    "check_offset",
    "check_point",
    "check_range",
    "check_text",
    "combine_failures",
    "confirm",
    "decode_picture",
    "elicit",
    "encode_picture",
    "failure_meta",
    "flatten",
    "load_picture",
    "make_face",
    "network_turn",
    "opened_picture",
    "parse_date",
    "parse_time",
    "report_progress",
    "save_picture",
    "to_picture",
    "unload_networks",
    "unloadable",
    "with_progress",
]
