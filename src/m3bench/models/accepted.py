"""Which pictures, sounds, films and documents a model takes."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from m3bench.models.defaults import ModelDefaults, defaults_for
from m3bench.models.endpoint import PROVIDERS, Wire
from m3bench.models.ref import MediaKind, ModelRef
from m3bench.models.registry import plugin_of

_PICTURES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_PDF = frozenset({"application/pdf"})


_TYPES: dict[Wire, dict[MediaKind, frozenset[str]]] = {
    "openai": {
        MediaKind.PICTURES: _PICTURES,
        MediaKind.SOUND: frozenset({"audio/wav", "audio/mpeg"}),
        MediaKind.DOCUMENTS: _PDF,
    },
    "anthropic": {MediaKind.PICTURES: _PICTURES, MediaKind.DOCUMENTS: _PDF},
    "google": {
        MediaKind.PICTURES: (_PICTURES - {"image/gif"}) | {"image/heic", "image/heif"},
        MediaKind.SOUND: frozenset(f"audio/{kind}" for kind in ("wav", "mpeg", "aiff", "aac", "ogg", "flac")),
        MediaKind.FILM: frozenset(
            f"video/{kind}" for kind in ("mp4", "mpeg", "quicktime", "x-flv", "webm", "x-ms-wmv", "3gpp")
        ),
        MediaKind.DOCUMENTS: _PDF,
    },
}
_FLAGS = {
    MediaKind.PICTURES: "pictures",
    MediaKind.SOUND: "audio",
    MediaKind.FILM: "video",
    MediaKind.DOCUMENTS: "documents",
}
_OTHER_NAMES = {
    "image/jpg": "image/jpeg",
    "audio/mp3": "audio/mpeg",
    "audio/x-wav": "audio/wav",
    "audio/wave": "audio/wav",
    "audio/vnd.wave": "audio/wav",
}
_LOCAL = "local"


def plain_type(media_type: str) -> str:
    """Return the usual name of a media type, without parameters."""
    name = media_type.partition(";")[0].strip().lower()
    return _OTHER_NAMES.get(name, name)


def types_of(wire: Wire, defaults: ModelDefaults) -> frozenset[str]:
    taken = (types for kind, types in _TYPES[wire].items() if getattr(defaults, _FLAGS[kind]))
    return frozenset().union(*taken)


def with_accepted(defaults: ModelDefaults, kinds: Iterable[MediaKind] | None) -> ModelDefaults:
    """Return the defaults of a model that takes exactly these kinds; None changes nothing."""
    if kinds is None:
        return defaults
    flags = {flag: kind in frozenset(kinds) for kind, flag in _FLAGS.items()}
    return msgspec.structs.replace(defaults, **flags)


def accepted_types(ref: ModelRef) -> frozenset[str] | None:
    """Return the media types that a model takes; None if all are passed to it, as to those of plugins."""
    name = ref.name or ""
    prefix = name.partition("/")[0]
    if ref.text_only or prefix == _LOCAL:
        return frozenset()
    if not name or plugin_of(name) is not None:
        return None
    wire: Wire = PROVIDERS[prefix].wire if prefix in PROVIDERS else "openai"
    return types_of(wire, with_accepted(defaults_for(name), ref.accepts))
