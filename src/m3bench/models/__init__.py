"""Any model behind one method, and what surrounds a request: retries, limits, a cache, prices."""

from m3bench.models.errors import (
    ModelError,
    ModelMisconfigured,
    ModelUnavailable,
    RequestRefused,
    RequestTooLong,
)
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
from m3bench.models.protocol import ChatModel
from m3bench.models.scripted import ScriptedModel

__all__ = [
    "Assistant",
    "ChatModel",
    "Message",
    "ModelError",
    "ModelMisconfigured",
    "ModelUnavailable",
    "Reply",
    "Request",
    "RequestRefused",
    "RequestTooLong",
    "ScriptedModel",
    "Settings",
    "System",
    "ToolOffer",
    "ToolReturn",
    "ToolUse",
    "User",
]
