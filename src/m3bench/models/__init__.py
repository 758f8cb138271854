"""Chat models behind one interface, with retries, limits, a reply cache and prices."""

from m3bench.models.accepted import accepted_types, plain_type, with_accepted
from m3bench.models.clock import provider_time, work_clock
from m3bench.models.defaults import defaults_for
from m3bench.models.endpoint import ANY_KEY, PROVIDERS, endpoint_of
from m3bench.models.errors import (
    ModelError,
    ModelIncapable,
    ModelMisconfigured,
    ModelTimedOut,
    ModelUnavailable,
    RequestRefused,
    RequestTooLong,
)
from m3bench.models.media_kind import MediaKind
from m3bench.models.messages import (
    Assistant,
    Message,
    Reply,
    Request,
    Settings,
    System,
    ToolOffer,
    ToolReturn,
    ToolUse,
    User,
)
from m3bench.models.prices import price_of
from m3bench.models.protocol import ChatModel
from m3bench.models.providers import OpenModel, open_model, require_endpoint
from m3bench.models.ref import ModelRef
from m3bench.models.registry import MODELS, ModelFactory, plugin_of, register_model

__all__ = [
    "ANY_KEY",
    "MODELS",
    "PROVIDERS",
    "Assistant",
    "ChatModel",
    "MediaKind",
    "Message",
    "ModelError",
    "ModelFactory",
    "ModelIncapable",
    "ModelMisconfigured",
    "ModelRef",
    "ModelTimedOut",
    "ModelUnavailable",
    "OpenModel",
    "Reply",
    "Request",
    "RequestRefused",
    "RequestTooLong",
    "Settings",
    "System",
    "ToolOffer",
    "ToolReturn",
    "ToolUse",
    "User",
    "accepted_types",
    "defaults_for",
    "endpoint_of",
    "open_model",
    "plain_type",
    "plugin_of",
    "price_of",
    "provider_time",
    "register_model",
    "require_endpoint",
    "with_accepted",
    "work_clock",
]
