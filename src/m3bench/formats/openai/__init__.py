"""OpenAI chat messages with tool calls."""

from m3bench.formats.openai import chat, names
from m3bench.formats.openai.content import address_of, media_at, result_to, text_and_parts
from m3bench.formats.openai.names import name_from, name_to
from m3bench.formats.openai.reader import arguments_from
from m3bench.formats.openai.writer import ATTACHMENTS, OTHERS, messages_of

__all__ = [
    "ATTACHMENTS",
    "OTHERS",
    "address_of",
    "arguments_from",
    "chat",
    "media_at",
    "messages_of",
    "name_from",
    "name_to",
    "names",
    "result_to",
    "text_and_parts",
]
