"""The view along a street: a small world of boxes and trees, seen through a camera."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import msgspec

from m3bench_world import World
from m3bench_world.data import written
from m3bench_world.roads import RoadKind, RoadPoint
from m3bench_world.servers.google_maps.drawing.camera import Camera, Spot, View
from m3bench_world.servers.google_maps.drawing.sheet import FINE, Colour, mix
from m3bench_world.sky import elevation

if TYPE_CHECKING:
    from random import Random

    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

FAR = 320.0


class Block(msgspec.Struct, frozen=True):
    """A house: a box beside the street."""

    left: float
    right: float
    front: float
    back: float
    height: float
    colour: Colour
    floors: int
    roof: bool


def draw_scene(
    world: World, road: RoadPoint, view: View, size: tuple[int, int]
) -> tuple[Image, dict[str, Any]]:
    """Return the picture at twice its size, and a description of its content."""
    from PIL import Image, ImageDraw  # noqa: PLC0415 - only those who draw pay for it

    width, height = size[0] * FINE, size[1] * FINE
    sun = elevation(*road.point, world.now)
    canvas = Image.new("RGB", (width, height))
    scene = Scene(
        world, road, ImageDraw.Draw(canvas), Camera(view, road.bearing, width, height), sun, (width, height)
    )
    scene.paint()
    zone = world.atlas.timezone(*road.point)
    local = world.now.astimezone(ZoneInfo(zone)).strftime("%H:%M")
    light = "day" if sun > 6 else "dusk or dawn" if sun > -7 else "night"
    return canvas, {"localTime": local, "light": light, "surroundings": scene.surroundings}


class Scene:
    def __init__(
        self,
        world: World,
        road: RoadPoint,
        draw: ImageDraw,
        camera: Camera,
        sun: float,
        size: tuple[int, int],
    ) -> None:
        self._road = road
        self._draw = draw
        self._camera = camera
        self._sun = sun
        self._size = size
        self._lit = max(0.0, min(1.0, (sun + 8) / 16))
        self._chance: Random = world.chance.stream("street view", road.segment)
        self._lat = abs(road.point[0])
        self.density = self._density()

    def _density(self) -> float:
        """0 in the country, 1 in the middle of a great city."""
        if self._road.kind is not RoadKind.STREET:
            return 0.0 if self._road.kind <= RoadKind.TRUNK else 0.12
        if self._road.people == 0:
            return 0.04
        return max(0.15, min(1.0, (math.log10(max(1_000, self._road.people)) - 3) / 3.6))

    @property
    def surroundings(self) -> str:
        steps = ((0.05, "open country"), (0.2, "scattered houses"), (0.5, "small town"), (0.8, "town"))
        return next((name for most, name in steps if self.density < most), "city centre")

    def _shade(self, colour: Colour, light: float = 1.0) -> Colour:
        """A colour in the light of the hour."""
        dark: Colour = (colour[0] * 22 // 100, colour[1] * 24 // 100, colour[2] * 34 // 100)
        return mix((0, 0, 0), mix(dark, colour, self._lit), light)

    def _far(self, colour: Colour, away: float) -> Colour:
        """Haze takes the colour of what is far away."""
        return mix(colour, self._sky(0.0), min(0.75, max(0.0, away / FAR) ** 1.3))

    def paint(self) -> None:
        self._paint_sky()
        self._paint_ground()
        self._paint_road()
        self._paint_sides()

    # Sky and ground

    def _sky(self, up: float) -> Colour:
        """From the horizon (0) to above (1)."""
        day = mix((206, 226, 242), (84, 146, 214), up)
        dusk = mix((248, 178, 120), (74, 84, 138), up)
        night = mix((30, 38, 62), (8, 12, 28), up)
        if self._sun > 2:
            return mix(dusk, day, (self._sun - 2) / 8)
        return mix(night, dusk, (self._sun + 9) / 11)

    def _paint_sky(self) -> None:
        width, height = self._size
        horizon = self._camera.horizon()
        for y in range(0, height, 4):
            self._draw.rectangle((0, y, width, y + 4), fill=self._sky((horizon - y) / (0.9 * height)))
        if self._lit < 0.25:
            for _ in range(140):
                x, up = self._chance.random() * width, self._chance.random() * max(1.0, min(horizon, height))
                self._draw.ellipse((x, up, x + 2, up + 2), fill=(210, 214, 230))
        else:
            self._paint_clouds(width, horizon)

    def _paint_clouds(self, width: int, horizon: float) -> None:
        for _ in range(7):
            x, y = (
                self._chance.random() * width * 1.2 - 0.1 * width,
                horizon * (0.1 + 0.6 * self._chance.random()),
            )
            span = width * (0.05 + 0.07 * self._chance.random())
            for puff in range(6):
                across, reach = x + span * (puff - 2.5) * 0.42, span * (0.3 + 0.14 * math.sin(puff * 2.1 + x))
                colour = mix(self._sky(0.3), (255, 255, 255), 0.72 * self._lit)
                self._draw.ellipse(
                    (across - reach, y - reach * 0.36, across + reach, y + reach * 0.34), fill=colour
                )

    def _flat(self, left: float, right: float, back: float, front: float, colour: Colour) -> None:
        """A rectangle on the ground, in strips so that haze can grow with distance."""
        step = back
        while step < front:
            end = min(front, step + max(6.0, abs(step) * 0.5))
            strip = self._camera.polygon([(left, 0, step), (right, 0, step), (right, 0, end), (left, 0, end)])
            if strip:
                self._draw.polygon(strip, fill=self._far(self._shade(colour), (abs(step) + abs(end)) / 2))
            step = end

    def _soil(self) -> Colour:
        if self._lat > 66:
            return 228, 232, 236
        dry = max(0.0, 1 - abs(self._lat - 24) / 9)
        return mix((112, 142, 78), (196, 172, 124), dry)

    def _paint_ground(self) -> None:
        width, height = self._size
        horizon = self._camera.horizon()
        if horizon < height:
            self._draw.rectangle(
                (0, max(0.0, horizon), width, height), fill=self._far(self._shade(self._soil()), 200)
            )
        self._flat(-FAR, FAR, -60, FAR, self._soil())

    @property
    def _half(self) -> float:
        """Half the width of the road."""
        return {RoadKind.MOTORWAY: 11.0, RoadKind.TRUNK: 6.0}.get(self._road.kind, 4.2)

    def _paint_road(self) -> None:
        half = self._half
        for low, high in ((-FAR, 0.0), (0.0, FAR)):
            if self.density > 0.1:
                self._flat(-half - 3, half + 3, low, high, (176, 172, 164))
            self._flat(-half, half, low, high, (98, 98, 102))
        for edge in (-half + 0.35, half - 0.5):
            self._flat(edge, edge + 0.15, -60, FAR, (214, 214, 208))
        lanes = (-4.0, 0.0, 4.0) if self._road.kind is RoadKind.MOTORWAY else (0.0,)
        for start in range(-60, 200, 9):
            for lane in lanes:
                dash = [
                    (lane - 0.09, 0.01, start),
                    (lane + 0.09, 0.01, start),
                    (lane + 0.09, 0.01, start + 4),
                    (lane - 0.09, 0.01, start + 4),
                ]
                shape = self._camera.polygon([(x, y, float(z)) for x, y, z in dash])
                if shape:
                    self._draw.polygon(shape, fill=self._far(self._shade((232, 232, 226)), abs(start)))

    # Houses and trees

    def _paint_sides(self) -> None:
        things: list[tuple[float, Block | Spot]] = []
        for side in (-1.0, 1.0):
            things += self._houses(side)
            things += self._trees(side)
        things.sort(key=lambda thing: -thing[0])
        for away, thing in things:
            if isinstance(thing, Block):
                self._paint_house(thing, away)
            else:
                self._paint_tree(thing, away)

    def _houses(self, side: float) -> list[tuple[float, Block | Spot]]:
        along = -90.0
        found: list[tuple[float, Block | Spot]] = []
        draw = self._chance
        while along < 230:
            long = 9 + 12 * draw.random() + 10 * self.density * draw.random()
            gap = 1.5 + 40 * (1 - self.density) ** 3 * draw.random()
            tall = draw.random()
            here = draw.random() < 0.15 + 0.95 * self.density if self.density else False
            floors = max(
                1, round(1 + self.density * (1.5 + 4 * tall) + (14 * tall**4 if self.density > 0.8 else 0))
            )
            inner = self._half + 3.5 + 8 * (1 - self.density) + draw.random()
            deep = 10 + 6 * draw.random()
            left, right = sorted((side * inner, side * (inner + deep)))
            colour = draw.choice(_WALLS)
            if here:
                block = Block(
                    left, right, along, along + long, 0.8 + 3.1 * floors, colour, floors, self.density < 0.6
                )
                found.append((math.hypot((left + right) / 2, along + long / 2), block))
            along += long + gap
        return found

    def _trees(self, side: float) -> list[tuple[float, Block | Spot]]:
        found: list[tuple[float, Block | Spot]] = []
        dry = abs(self._lat - 24) < 6
        for along in range(-60, 200, 11):
            near = self._chance.random()
            if self._chance.random() < (0.3 if dry else 0.6 if self.density < 0.1 else 0.42):
                far_off = self._half + 1.8 + (near * 26 if self.density < 0.2 else near * 0.8)
                spot = (side * far_off, 3.2 + 4.2 * near, along + 5 * near)
                found.append((math.hypot(spot[0], spot[2]), spot))
        return found

    def _paint_house(self, block: Block, away: float) -> None:
        """The side to the street and the end that faces the camera, with windows and a roof."""
        inner = block.left if block.left > 0 else block.right
        end = block.front if block.front > 0 else block.back
        gable = [
            (block.left, 0.0, end),
            (block.right, 0.0, end),
            (block.right, block.height, end),
            (block.left, block.height, end),
        ]
        wall = [
            (inner, 0.0, block.front),
            (inner, 0.0, block.back),
            (inner, block.height, block.back),
            (inner, block.height, block.front),
        ]
        for corners, light in ((gable, 0.78), (wall, 0.94)):
            shape = self._camera.polygon(corners)
            if shape:
                self._draw.polygon(shape, fill=self._far(self._shade(block.colour, light), away))
        if block.roof:
            self._paint_roof(block, inner, away)
        if away < 130:
            self._paint_windows(block, inner, away)

    def _paint_roof(self, block: Block, inner: float, away: float) -> None:
        middle, top = (block.left + block.right) / 2, block.height + 2.8
        end = block.front if block.front > 0 else block.back
        slope = [
            (inner, block.height, block.front),
            (inner, block.height, block.back),
            (middle, top, block.back),
            (middle, top, block.front),
        ]
        gable = [(block.left, block.height, end), (block.right, block.height, end), (middle, top, end)]
        colour = (134, 84, 66) if block.colour[0] % 2 else (98, 92, 92)
        for corners, tone in ((gable, self._shade(block.colour, 0.78)), (slope, self._shade(colour))):
            shape = self._camera.polygon(corners)
            if shape:
                self._draw.polygon(shape, fill=self._far(tone, away))

    def _paint_windows(self, block: Block, inner: float, away: float) -> None:
        count = max(1, int((block.back - block.front) / 3.2))
        width = (block.back - block.front) / count
        for floor in range(block.floors):
            low = 1.1 + 3.1 * floor
            for number in range(count):
                start = block.front + width * (number + 0.28)
                door = floor == 0 and number == count // 2
                bottom, high = (0.0, 2.2) if door else (low, low + 1.6)
                lit = self._lit < 0.4 and self._chance.random() < 0.45
                glass = (250, 214, 130) if lit else self._shade((96, 70, 52) if door else (92, 112, 132))
                window = [
                    (inner, bottom, start),
                    (inner, bottom, start + width * 0.44),
                    (inner, high, start + width * 0.44),
                    (inner, high, start),
                ]
                shape = self._camera.polygon(window)
                if shape:
                    self._draw.polygon(shape, fill=self._far(glass, away))

    def _paint_tree(self, tree: Spot, away: float) -> None:
        x, tall, z = tree
        foot, top = self._camera.seen((x, 0.0, z)), self._camera.seen((x, tall, z))
        if min(foot[2], top[2]) < 2.5:
            return
        (fx, fy), (tx, ty) = self._camera.flat(foot), self._camera.flat(top)
        size = abs(fy - ty)
        trunk = max(1.0, size * 0.045)
        self._draw.polygon(
            ((fx - trunk, fy), (fx + trunk, fy), (tx + trunk / 2, ty), (tx - trunk / 2, ty)),
            fill=self._far(self._shade((92, 70, 50)), away),
        )
        leaf = mix((64, 104, 52), (120, 118, 60), (tall * 7) % 1 * 0.6)
        for across, up, wide, light in (
            (0, 0.62, 0.34, 0.8),
            (-0.16, 0.78, 0.24, 0.92),
            (0.15, 0.8, 0.25, 1.0),
            (0, 0.95, 0.23, 1.06),
        ):
            cx, cy, reach = fx + (tx - fx) * up + across * size, fy + (ty - fy) * up, wide * size
            colour = self._far(
                self._shade(mix(leaf, (255, 255, 255), max(0.0, light - 1)), min(1.0, light)), away
            )
            self._draw.ellipse((cx - reach, cy - reach * 0.8, cx + reach, cy + reach * 0.8), fill=colour)


_WALLS = written("servers/google_maps/drawing", "walls", tuple[tuple[int, int, int], ...])
