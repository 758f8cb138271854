"""Chat models behind one interface, with retries, limits, a reply cache and prices."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names
from m3bench.models.user_models import user_models

if TYPE_CHECKING:
    from m3bench.models.accepted import accepted_types, plain_type, with_accepted
    from m3bench.models.clock import provider_time, work_clock
    from m3bench.models.defaults import defaults_for
    from m3bench.models.endings import is_cut, repeats_itself
    from m3bench.models.endpoint import ANY_KEY, PROVIDERS, endpoint_of
    from m3bench.models.errors import (
        ModelError,
        ModelIncapable,
        ModelMisconfigured,
        ModelTimedOut,
        ModelUnavailable,
        ReplyTooSlow,
        RequestRefused,
        RequestTooLong,
    )
    from m3bench.models.exchange import Exchange, current_exchange, note_exchange
    from m3bench.models.messages import (
        Assistant,
        ChatModel,
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
    from m3bench.models.options import (
        ModelFacts,
        ModelPrice,
        expand_headers,
        known_facts,
        learn_facts,
        parse_headers,
        parse_settings,
    )
    from m3bench.models.prices import price_of
    from m3bench.models.providers import OpenModel, open_model, require_endpoint
    from m3bench.models.ref import MediaKind, ModelRef
    from m3bench.models.registry import MODELS, ModelFactory, plugin_of, register_model
    from m3bench.models.user_models import MODELS_FILE, UserModel
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "ANY_KEY",
    "MODELS",
    "MODELS_FILE",
    "PROVIDERS",
    "Assistant",
    "ChatModel",
    "Exchange",
    "MediaKind",
    "Message",
    "ModelError",
    "ModelFactory",
    "ModelFacts",
    "ModelIncapable",
    "ModelMisconfigured",
    "ModelPrice",
    "ModelRef",
    "ModelTimedOut",
    "ModelUnavailable",
    "OpenModel",
    "Reply",
    "ReplyTooSlow",
    "Request",
    "RequestRefused",
    "RequestTooLong",
    "Settings",
    "System",
    "ToolOffer",
    "ToolReturn",
    "ToolUse",
    "User",
    "UserModel",
    "accepted_types",
    "current_exchange",
    "defaults_for",
    "endpoint_of",
    "expand_headers",
    "is_cut",
    "known_facts",
    "learn_facts",
    "note_exchange",
    "open_model",
    "parse_headers",
    "parse_settings",
    "plain_type",
    "plugin_of",
    "price_of",
    "provider_time",
    "register_model",
    "repeats_itself",
    "require_endpoint",
    "user_models",
    "with_accepted",
    "work_clock",
]
