"""Sound and film: reading, writing, speaking and recognizing them, with the optional packages of
`m3bench[media]`."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.media.beats import find_beats
    from m3bench.media.levels import envelope, find_parts, find_silences, loudness, peak_level, rms_level
    from m3bench.media.mixing import (
        add_noise,
        cut,
        fade,
        gain,
        join,
        normalize,
        overlay,
        quantize,
        resample,
        silence,
        telephone,
        with_channels,
    )
    from m3bench.media.opening import BrokenMedia
    from m3bench.media.packages import MediaPackageMissing, require_package
    from m3bench.media.sound import CODECS, Sound, read_sound, write_sound
    from m3bench.media.speeds import change_rate, change_tempo
    from m3bench.media.tones import DTMF, Tone, find_tones, make_tone
    from m3bench.media.written import written_bytes
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "CODECS",
    "DTMF",
    "BrokenMedia",
    "MediaPackageMissing",
    "Sound",
    "Tone",
    "add_noise",
    "change_rate",
    "change_tempo",
    "cut",
    "envelope",
    "fade",
    "find_beats",
    "find_parts",
    "find_silences",
    "find_tones",
    "gain",
    "join",
    "loudness",
    "make_tone",
    "normalize",
    "overlay",
    "peak_level",
    "quantize",
    "read_sound",
    "require_package",
    "resample",
    "rms_level",
    "silence",
    "telephone",
    "with_channels",
    "write_sound",
    "written_bytes",
]
