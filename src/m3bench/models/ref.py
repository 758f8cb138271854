"""Which model is meant, and how it is asked."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from m3bench.models.messages import Settings
from m3bench.models.options import ModelFacts


class MediaKind(StrEnum):
    """A kind of content that some models take and others do not."""

    PICTURES = "pictures"
    SOUND = "sound"
    FILM = "film"
    DOCUMENTS = "documents"


class ModelRef(msgspec.Struct, frozen=True, kw_only=True):
    """A model by name, with what belongs to it. Enough to open it."""

    name: str | None = None
    """As on the command line: `openai/gpt-5`. None where no model is named."""
    base_url: str | None = None
    settings: Settings = Settings()
    """What goes with every request."""
    cache: str | None = None
    """A folder of the model's replies."""
    text_only: bool = False
    """The model gets notes in the place of pictures."""
    accepts: tuple[MediaKind, ...] | None = None
    """The content that the model takes beside text. None: what is known of it."""
    context: int | None = None
    """Tokens of its context window. None: what is known of it."""
    headers: dict[str, str] = {}
    """Headers of every request. Values may name environment variables: ``${TEAM_KEY}``."""
    facts: ModelFacts | None = None
    """Prices and abilities that the user states of it."""
