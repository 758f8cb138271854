"""Sound and film: reading, writing, speaking and recognizing them, with the optional packages of
`m3bench[media]`."""

from m3bench.media.packages import MediaPackageMissing, require_package
from m3bench.media.sound import BrokenMedia, Sound, read_sound, write_sound

__all__ = [
    "BrokenMedia",
    "MediaPackageMissing",
    "Sound",
    "read_sound",
    "require_package",
    "write_sound",
]
