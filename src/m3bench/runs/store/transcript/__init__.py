"""Transcripts: every request to a model in an attempt, and every reply, each part stored once."""

from m3bench.runs.store.transcript.conversation import Conversation, openai_tool, read_conversation
from m3bench.runs.store.transcript.reader import (
    ReadExchange,
    TranscriptError,
    media_bytes,
    read_transcript,
    transcript_digests,
)
from m3bench.runs.store.transcript.writer import MadeExchange, write_transcript

__all__ = [
    "Conversation",
    "MadeExchange",
    "ReadExchange",
    "TranscriptError",
    "media_bytes",
    "openai_tool",
    "read_conversation",
    "read_transcript",
    "transcript_digests",
    "write_transcript",
]
