"""Camera effects: brightness, colour cast, vignette, blur, noise."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageChops, ImageFilter

from m3bench_world.scenes.painting.look import Dice


@dataclass(frozen=True)
class Lens:
    """Camera effects; 0 has no effect (1 for `light`)."""

    light: float = 1.0
    warmth: float = 0.0
    vignette: float = 0.0
    blur: float = 0.0
    noise: float = 0.0

    @classmethod
    def drawn(cls, dice: Dice) -> Lens:
        """Draw a typical everyday camera."""
        return cls(
            light=dice.between(0.86, 1.1),
            warmth=dice.between(-0.06, 0.08),
            vignette=dice.between(0.0, 0.35),
            blur=dice.pick((0.0, 0.0, 0.35, 0.6)),
            noise=dice.pick((0.0, 0.0, 1.0, 2.0)),
        )

    @classmethod
    def clean(cls) -> Lens:
        """Return a lens without effects, for screens, slides and pages."""
        return cls()

    def develop(self, picture: Image.Image, dice: Dice) -> Image.Image:
        gains = [self.light * (1 + tint * self.warmth) for tint in (1.0, 0.15, -1.0)]
        picture = picture.point([min(255, round(level * gain)) for gain in gains for level in range(256)])
        if self.vignette:
            dark = _vignette(picture.size, self.vignette)
            picture = ImageChops.multiply(picture, Image.merge("RGB", [dark] * 3))
        if self.blur:
            picture = picture.filter(ImageFilter.BoxBlur(self.blur))
        return _add_noise(picture, self.noise, dice) if self.noise else picture


def _vignette(size: tuple[int, int], strength: float) -> Image.Image:
    levels = [round(255 * (1 - strength * max(0.0, (level - 110) / 145) ** 2)) for level in range(256)]
    return Image.radial_gradient("L").point(levels).resize(size, Image.Resampling.BILINEAR)


def _add_noise(picture: Image.Image, strength: float, dice: Dice) -> Image.Image:
    """Add brightness grain with the standard deviation `strength`."""
    pixels = picture.width * picture.height
    first, second = (Image.frombytes("L", picture.size, dice.noise(pixels)) for _ in range(2))
    steps = [round(128 + (level - 127.5) * strength / 52) for level in range(256)]
    grain = ImageChops.add(first, second, 2).point(steps)
    return ImageChops.add(picture, Image.merge("RGB", [grain] * 3), 1, -128)
