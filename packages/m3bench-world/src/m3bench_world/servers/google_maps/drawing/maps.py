"""Static maps: land and sea, relief, towns, streets, roads and names, drawn from the world."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from m3bench_world import World
from m3bench_world.roads import RoadKind, RoadView, TownView, metres_between
from m3bench_world.servers.google_maps.drawing.ground import Ground
from m3bench_world.servers.google_maps.drawing.sheet import FINE, Colour, Labels, Sheet, mix
from m3bench_world.servers.google_maps.drawing.styles import STYLES

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

MAPTYPES = ("roadmap", "satellite", "terrain", "hybrid")
STREET_ZOOM = 12
POI_ZOOM = 15
MOST_GRIDS = 40
TOWN_REACH = 25_000
"""Metres: towns whose middle is farther outside of a map do not reach into it."""


class MapDrawing:
    """One map. After drawing, `labels` has the names that were written."""

    def __init__(self, world: World, sheet: Sheet, maptype: str) -> None:
        from PIL import Image, ImageDraw  # noqa: PLC0415 - only those who draw pay for it

        self._world = world
        self.sheet = sheet
        self._style = STYLES[maptype]
        self.canvas = Image.new("RGB", (sheet.width, sheet.height), self._style.sea)
        margin = max(120.0, TOWN_REACH / sheet.metres_per_pixel if sheet.zoom >= 7 else 0.0)
        self._towns = world.roads.towns(*sheet.box(margin), least=self._least_people())
        ground = Ground(world, sheet, self._style)
        relief = self._style.relief
        surface = ground.surface() if relief else Image.new("RGB", self.canvas.size, self._style.land)
        self._build_up(ImageDraw.Draw(surface))
        self.canvas.paste(surface, mask=ground.land())
        self.draw = ImageDraw.Draw(self.canvas)
        self.labels = Labels(self.draw, sheet)

    def everything(self) -> None:
        """All layers, from the ground up."""
        if self.sheet.zoom >= STREET_ZOOM:
            self._streets(self._reaching_in())
        roads = self._roads()
        if self._style.labelled:
            self._shields(roads)
            self._names(self._towns)
            if self.sheet.zoom >= POI_ZOOM:
                self._landmarks()

    def _least_people(self) -> int:
        steps = (
            3_000_000,
            3_000_000,
            2_000_000,
            1_500_000,
            800_000,
            400_000,
            150_000,
            60_000,
            25_000,
            8_000,
            1_000,
        )
        return steps[self.sheet.zoom] if self.sheet.zoom < len(steps) else 0

    def _reaching_in(self) -> list[TownView]:
        """Return the towns that extend into the sheet."""
        reach = math.hypot(self.sheet.width, self.sheet.height) / 2 * self.sheet.metres_per_pixel
        return [
            town
            for town in self._towns
            if metres_between(town.point, self.sheet.centre) < town.radius + reach
        ]

    def _build_up(self, draw: ImageDraw) -> None:
        """Patches with an uneven edge for towns."""
        for town in self._reaching_in()[:300] if self.sheet.zoom >= 7 else ():
            radius = 0.75 * town.radius / self.sheet.metres_per_pixel
            x, y = self.sheet.at(town.point)
            if radius > 6 * self.sheet.width:
                if math.hypot(x - self.sheet.width / 2, y - self.sheet.height / 2) < 0.95 * radius:
                    draw.rectangle((0, 0, *self.canvas.size), fill=self._style.town)
            elif radius >= 3:
                draw.polygon(self._edge(town, x, y, radius), fill=self._style.town)

    def _edge(self, town: TownView, x: float, y: float, radius: float) -> list[tuple[float, float]]:
        draw = self._world.chance.stream("town edge", town.name, town.population)
        swell = [0.75 + 0.45 * draw.random() for _ in range(12)]
        edge = []
        for index in range(36):
            share = index / 3 % 1
            reach = radius * (swell[index // 3] * (1 - share) + swell[(index // 3 + 1) % 12] * share)
            edge.append(
                (x + reach * math.cos(index * math.pi / 18), y + reach * math.sin(index * math.pi / 18))
            )
        return edge

    def _streets(self, towns: list[TownView]) -> None:
        """The grids of towns; each crossing belongs to the town whose middle is relatively nearest."""
        scale = self.sheet.metres_per_pixel
        grids = [
            Grid(self.sheet.at(town.point), town.turn, town.radius / scale) for town in towns[:MOST_GRIDS]
        ]
        every = {12: 640.0, 13: 320.0}.get(self.sheet.zoom, 160.0) / scale
        width = (2 if self.sheet.zoom < 14 else 4 if self.sheet.zoom < 16 else 12) * FINE // 2
        colour = mix(self._style.roads[3], self._style.town, 0.25 if self.sheet.zoom < 14 else 0.0)
        for grid in grids:
            rivals = [other for other in grids if other is not grid]
            for line in self._grid_lines(grid, rivals, every):
                self.draw.line(line, fill=colour, width=width)

    def _grid_lines(
        self, grid: Grid, rivals: list[Grid], every: float
    ) -> Iterator[list[tuple[float, float]]]:
        """Runs of crossings along the streets of a town that are on the sheet."""
        middle = grid.turned(self.sheet.width / 2, self.sheet.height / 2)
        reach = math.hypot(self.sheet.width, self.sheet.height) / 2 + every
        spans = [(math.floor((part - reach) / every), math.ceil((part + reach) / every)) for part in middle]
        most = int(grid.radius // every)
        columns, rows = (range(max(low, -most), min(high, most) + 1) for low, high in spans)
        mine = {
            (column, row): spot
            for column in columns
            for row in rows
            if (spot := grid.owned(column * every, row * every, rivals))
        }
        for column in columns:
            yield from _runs([mine.get((column, row)) for row in rows])
        for row in rows:
            yield from _runs([mine.get((column, row)) for column in columns])

    def _roads(self) -> list[RoadView]:
        zoom = self.sheet.zoom
        if zoom < 4:
            return []
        worst = RoadKind.MOTORWAY if zoom < 7 else RoadKind.TRUNK if zoom < 9 else RoadKind.PRIMARY
        margin = max(120.0, min(2_400.0, 60_000 / self.sheet.metres_per_pixel))
        worst = RoadKind.SECONDARY if zoom >= 10 else worst
        roads = list(self._world.roads.roads_in(*self.sheet.box(margin), worst, straight=zoom < 7))
        roads.sort(key=lambda road: (-road.kind, road.name))
        drawn = [(road, [self.sheet.at(point) for point in road.path]) for road in roads]
        for cased in (True, False):
            for road, spots in drawn:
                self._road(road.kind, spots, cased=cased)
        return roads

    def _road(self, kind: RoadKind, spots: list[tuple[float, float]], *, cased: bool) -> None:
        zoom = self.sheet.zoom
        if kind in (RoadKind.FERRY, RoadKind.SHUTTLE):
            if not cased and zoom >= 7:
                self._dashes(spots)
            return
        rank = 0 if kind is RoadKind.BRIDGE else min(int(kind), 3)
        width = (
            max(1.0, (zoom - 3.5) * (1.15, 0.85, 0.62, 0.42)[rank]) if zoom < 16 else (16, 14, 12, 10)[rank]
        )
        joint = "curve" if width > 5 else None
        if cased and zoom >= 8:
            self.draw.line(spots, fill=self._style.casing, width=round(width) + 2, joint=joint)
        elif not cased:
            self.draw.line(spots, fill=self._style.roads[rank], width=round(width), joint=joint)

    def _dashes(self, spots: list[tuple[float, float]]) -> None:
        colour = mix(self._style.sea, (40, 90, 150), 0.5)
        for (x0, y0), (x1, y1) in pairwise(spots):
            pieces = max(1, min(200, int(math.hypot(x1 - x0, y1 - y0) // 16)))
            for piece in range(pieces):
                a, b = piece / pieces, (piece + 0.5) / pieces
                line = (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a, x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)
                self.draw.line(line, fill=colour, width=FINE)

    def _names(self, towns: list[TownView]) -> None:
        for town in towns[:150]:
            spot = self.sheet.at(town.point)
            if not self.sheet.holds(spot):
                continue
            size = round((8.5 + 2.3 * max(0.0, math.log10(max(town.population, 1_000)) - 3.2)) * FINE)
            if self.sheet.zoom < 11:
                dot = 2 * FINE if town.population < 500_000 else 3 * FINE
                x, y = spot
                self.draw.ellipse(
                    (x - dot, y - dot, x + dot, y + dot),
                    fill=self._style.halo,
                    outline=self._style.ink,
                    width=2,
                )
            if len(self.labels.written) < 36:
                self.labels.write(spot, town.name, min(size, 19 * FINE), self._style.ink, self._style.halo)

    def _shields(self, roads: list[RoadView]) -> None:
        colours: dict[RoadKind, Colour] = {RoadKind.MOTORWAY: (46, 92, 168), RoadKind.TRUNK: (58, 130, 84)}
        shown: dict[str, int] = {}
        for road in reversed(roads):
            fill = colours.get(road.kind)
            name = (
                road.name.removeprefix("Expressway ").removesuffix(" Expressway").removeprefix("Autopista ")
            )
            spot = self.sheet.at(road.path[len(road.path) // 2])
            wanted = (
                fill
                and len(name) <= 8
                and shown.get(name, 0) < 2
                and len(shown) < 14
                and self.sheet.zoom >= 7
            )
            wanted = wanted and name.isascii() and self.sheet.holds(spot, -30)
            if wanted and fill and self.labels.shield(spot, name, fill, (255, 255, 255)):
                shown[name] = shown.get(name, 0) + 1

    def _landmarks(self) -> None:
        reach = 0.6 * max(self.canvas.size) * self.sheet.metres_per_pixel
        for landmark in self._world.atlas.landmarks_near(*self.sheet.centre, reach, limit=24, best=True):
            spot = self.sheet.at((landmark.lat, landmark.lng))
            if self.sheet.holds(spot, -10) and self.labels.write(
                spot,
                landmark.name,
                10 * FINE,
                (150, 72, 40) if not self._style.photo else self._style.ink,
                self._style.halo,
            ):
                x, y = spot
                self.draw.ellipse(
                    (x - 7, y - 7, x + 7, y + 7), fill=(214, 106, 62), outline=(255, 255, 255), width=2
                )


class Grid(msgspec.Struct, frozen=True):
    """The streets of a town in pixels."""

    middle: tuple[float, float]
    turn: float
    radius: float

    def turned(self, x: float, y: float) -> tuple[float, float]:
        """Pixels of the sheet in the frame of the town."""
        east, north = x - self.middle[0], self.middle[1] - y
        cosine, sine = math.cos(self.turn), math.sin(self.turn)
        return east * cosine + north * sine, north * cosine - east * sine

    def owned(self, x: float, y: float, rivals: list[Grid]) -> tuple[float, float] | None:
        """Return the position on the sheet of a point of the frame; None if it belongs to another town."""
        if x * x + y * y > self.radius * self.radius:
            return None
        cosine, sine = math.cos(self.turn), math.sin(self.turn)
        spot = self.middle[0] + x * cosine - y * sine, self.middle[1] - x * sine - y * cosine
        share = (x * x + y * y) / (self.radius * self.radius)
        for rival in rivals:
            dx, dy = spot[0] - rival.middle[0], spot[1] - rival.middle[1]
            if (dx * dx + dy * dy) / (rival.radius * rival.radius) < share:
                return None
        return spot


def _runs(spots: Sequence[tuple[float, float] | None]) -> Iterator[list[tuple[float, float]]]:
    """Unbroken stretches of at least two spots."""
    run: list[tuple[float, float]] = []
    for spot in [*spots, None]:
        if spot:
            run.append(spot)
            continue
        if len(run) > 1:
            yield run
        run = []
