"""Transcripts: every request to a model in an attempt, and every reply, each part stored once."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.runs.store.transcript.conversation import Conversation, read_conversation
    from m3bench.runs.store.transcript.reader import (
        ReadExchange,
        TranscriptError,
        media_bytes,
        read_transcript,
        transcript_digests,
    )
    from m3bench.runs.store.transcript.writer import MadeExchange, write_transcript
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "Conversation",
    "MadeExchange",
    "ReadExchange",
    "TranscriptError",
    "media_bytes",
    "read_conversation",
    "read_transcript",
    "transcript_digests",
    "write_transcript",
]
