"""The light of a photograph, so that what is put into it looks as if it had been there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageEnhance

_WHITE = 238.0
_FOLLOWED = 0.55
"""How far a thing follows the light of the view: it has a light of its own."""
_BRIGHT = 96
"""Percentile of the pixels that are taken for white."""


@dataclass(frozen=True)
class Light:
    """Gains of red, green and blue; where shadows fall, and how dark they are."""

    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    side: float = 0.5
    """How far a shadow falls to the right, in heights of the thing; negative to the left."""
    depth: float = 0.2
    """How far a shadow falls to the back, in heights of the thing."""
    shade: float = 0.45
    """Opacity of cast shadows: high in the sun, low under clouds."""
    saturation: float = 1.0

    def on(self, image: Image.Image, haze: tuple[tuple[int, int, int], float] | None = None) -> Image.Image:
        """Return an RGBA image in this light, and behind haze of a colour and a density."""
        levels = [min(255, round(level * gain)) for gain in self.gains for level in range(256)]
        lit = image.convert("RGB").point(levels)
        if self.saturation != 1:
            lit = ImageEnhance.Color(lit).enhance(self.saturation)
        if haze is not None:
            lit = Image.blend(lit, Image.new("RGB", lit.size, haze[0]), haze[1])
        lit.putalpha(image.getchannel("A"))
        return lit


def gains_of(view: Image.Image, followed: float = _FOLLOWED) -> tuple[float, float, float]:
    """Return the gains of the light in a photograph, from its bright pixels."""
    pixels = np.asarray(view.resize((80, 60), Image.Resampling.BOX), dtype=np.float64).reshape(-1, 3)
    white = np.percentile(pixels, _BRIGHT, axis=0).clip(40, 255)
    level = white.mean()
    # The tint is followed by less than the brightness: a green meadow is no green light.
    tint = (white / level) ** (followed / 2)
    gains = (level / _WHITE) ** followed * tint
    red, green, blue = (round(float(gain), 3) for gain in gains)
    return red, green, blue
