"""The voices: one network, at other pitches and with other lengths of the vocal tract."""

from __future__ import annotations

import msgspec


class Voice(msgspec.Struct, frozen=True):
    name: str
    about: str
    pitch: float
    """The fundamental frequency, relative to the network's voice."""
    formants: float
    """The resonances, relative to the network's voice: below 1 for a longer vocal tract."""
    pace: float = 1.0


VOICES = {
    voice.name: voice
    for voice in (
        Voice("heart", "woman, medium pitch", 1.0, 1.0),
        Voice("clara", "woman, high pitch, quick", 1.18, 1.06, 1.06),
        Voice("ruth", "woman, low pitch, calm", 0.86, 0.95, 0.94),
        Voice("lena", "young woman, very high pitch", 1.3, 1.12),
        Voice("daniel", "man, medium pitch", 0.6, 0.86),
        Voice("george", "man, low pitch, calm", 0.53, 0.82, 0.94),
        Voice("oscar", "man, high pitch, quick", 0.68, 0.9, 1.06),
        Voice("toby", "boy", 0.95, 1.1),
    )
}
"""By name. The first is the network's own."""
