"""Content for models: what a model does not take is described to it in other content."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.agents.content.fitting import ContentFitter, Describe, Description, MediaNote
    from m3bench.agents.content.tokens import PICTURE_TOKENS, media_tokens
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "PICTURE_TOKENS",
    "ContentFitter",
    "Describe",
    "Description",
    "MediaNote",
    "media_tokens",
]
