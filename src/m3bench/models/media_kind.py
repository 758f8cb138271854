"""Kinds of content beside text."""

from __future__ import annotations

from enum import StrEnum


class MediaKind(StrEnum):
    """A kind of content that some models take and others do not."""

    PICTURES = "pictures"
    SOUND = "sound"
    FILM = "film"
    DOCUMENTS = "documents"
