"""Places things in the way, so that enough of everything remains visible."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from m3bench_world.scenes.camera.geometry import Geometry
from m3bench_world.scenes.camera.occluders import OCCLUDERS, Occluder, Placed
from m3bench_world.scenes.camera.sight import Sight
from m3bench_world.scenes.painting import Dice

_COARSE = 4
_TRIES = 6
_CLOSER = 0.82
"""Each try reaches less far than the one before."""


class Cover:
    """What hides a photograph: a coarse picture to test places, and the drawings at those that were taken."""

    def __init__(self, sight: Sight, geometry: Geometry, glare: Image.Image | None) -> None:
        self._sight, self._geometry, self._glare = sight, geometry, glare
        width, height = geometry.size
        self._coarse = Image.new("L", (max(1, width // _COARSE), max(1, height // _COARSE)))
        self.placed: list[Placed] = []

    def try_place(self, occluder: Occluder, reach: float, dice: Dice) -> bool:
        """Put an occluder at an edge where it hides little enough. Returns whether there is such a place."""
        for _ in range(_TRIES):
            placed = _at_an_edge(occluder, self._geometry.size, reach, dice)
            cover = self._coarse.copy()
            placed.cover(ImageDraw.Draw(cover), _COARSE)
            if self._sight.enough(self._sight.shares(self._geometry, cover, self._with_glare(cover))):
                self._coarse = cover
                self.placed.append(placed)
                return True
            reach *= _CLOSER
        return False

    def _with_glare(self, cover: Image.Image) -> Image.Image:
        if self._glare is None:
            return cover
        return ImageChops.lighter(cover, self._glare.resize(cover.size, Image.Resampling.BILINEAR))

    def paint(self, picture: Image.Image, dice: Dice) -> tuple[Image.Image, Image.Image | None]:
        """Return the picture with everything in the way, and the mask of it."""
        if not self.placed:
            return picture, None
        hidden = Image.new("L", picture.size)
        for placed in self.placed:
            drawing, corner = placed.painted(picture.size, dice)
            soft = placed.occluder.soft * 100 * placed.scale
            if soft >= 0.5:
                drawing = drawing.filter(ImageFilter.BoxBlur(soft))
            picture.paste(drawing.convert("RGB"), corner, drawing.getchannel("A"))
            box = (*corner, corner[0] + drawing.width, corner[1] + drawing.height)
            hidden.paste(ImageChops.lighter(hidden.crop(box), drawing.getchannel("A")), corner)
        return picture, hidden


def choose_occluders(labels: set[str], count: int, dice: Dice, *, desk: bool) -> list[Occluder]:
    """Return what may be in the way. No hands where people are counted, no leaves where plants are.

    Pens lie on a desk, beside paper and screens.
    """
    fitting = [
        occluder
        for occluder in OCCLUDERS
        if not (occluder.of_person and "person" in labels)
        and (desk or occluder.name != "pen")
        and not (occluder.name == "leaves" and labels & {"tree", "potted plant", "lettuce", "broccoli"})
    ]
    return [dice.pick(fitting) for _ in range(count)]


def _at_an_edge(occluder: Occluder, size: tuple[int, int], reach: float, dice: Dice) -> Placed:
    width, height = size
    long = reach * min(size)
    lean = dice.between(-38, 38)
    side = dice.pick((0, 0, 90, 180, 270))
    along = dice.between(0.03, 0.97)
    x, y = {
        0: (along * width, height),
        90: (0, along * height),
        180: (along * width, 0),
        270: (width, along * height),
    }[side]
    return Placed(occluder, x, y, side + lean, long / 100)
