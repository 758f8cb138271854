"""Content for models: what a model does not take is described to it in other content."""

from m3bench.agents.content.fitting import ContentFitter, Describe, Description, MediaNote
from m3bench.agents.content.tokens import PICTURE_TOKENS, media_tokens

__all__ = [
    "PICTURE_TOKENS",
    "ContentFitter",
    "Describe",
    "Description",
    "MediaNote",
    "media_tokens",
]
