"""The ground of a map: where land is, how high it is, and what it looks like from above."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from m3bench_world import World
from m3bench_world.roads import COLUMNS, PER_DEGREE, ROWS
from m3bench_world.servers.google_maps.drawing.sheet import Colour, Sheet, mix
from m3bench_world.servers.google_maps.drawing.styles import Style

if TYPE_CHECKING:
    from PIL.Image import Image

BANDS = 24
COARSE = 4
"""Coasts are computed on pixels larger by this factor, then smoothed."""
ROUGH_ZOOM = 7
ROUGH_TILE = 256
ROUGH_PER_DEGREE = 60
RELIEF_CELLS = 12


class Ground:
    def __init__(self, world: World, sheet: Sheet, style: Style) -> None:
        self._world = world
        self._sheet = sheet
        self._style = style

    def land(self) -> Image:
        """A mask with smooth coasts, made band by band since Mercator stretches with latitude."""
        from PIL import Image  # noqa: PLC0415

        sheet = self._sheet
        west, east = sheet.lng_at(0), sheet.lng_at(sheet.width)
        north, south = sheet.lat_at(0), sheet.lat_at(sheet.height)
        grid, first_row, first_column = self._raster(west, east, south, north)
        wide, high = max(1, sheet.width // COARSE), max(1, sheet.height // COARSE)
        columns = [(lng + 180) * PER_DEGREE - first_column for lng in (west, east)]
        mask = Image.new("L", (wide, high))
        step = max(1, math.ceil(high / BANDS))
        for top in range(0, high, step):
            rows = [
                (90 - sheet.lat_at(y * sheet.height / high)) * PER_DEGREE - first_row
                for y in (top, top + step)
            ]
            extent = (columns[0], rows[0], columns[1], rows[1])
            mask.paste(
                grid.transform((wide, step), Image.Transform.EXTENT, extent, Image.Resampling.BICUBIC),
                (0, top),
            )
        if sheet.zoom >= ROUGH_ZOOM:
            mask = self._roughened(mask)
        smooth = mask.resize((sheet.width, sheet.height), Image.Resampling.BICUBIC)
        return smooth.point([0 if value < 128 else 255 for value in range(256)])

    def _roughened(self, mask: Image) -> Image:
        """Coasts with bays and capes that are at the same places on every map."""
        from PIL import Image, ImageChops  # noqa: PLC0415

        sheet = self._sheet
        draw = self._world.chance.stream("coast")
        tile = Image.frombytes("L", (ROUGH_TILE, ROUGH_TILE), draw.randbytes(ROUGH_TILE * ROUGH_TILE))
        tile = tile.point([128 + (value - 128) * 5 // 8 for value in range(256)])
        left, right = ((sheet.lng_at(x) + 180) * ROUGH_PER_DEGREE for x in (0, sheet.width))
        top, bottom = ((90 - sheet.lat_at(y)) * ROUGH_PER_DEGREE for y in (0, sheet.height))
        first, start = math.floor(left) - 2, math.floor(top) - 2
        noise = Image.new("L", (math.ceil(right) - first + 3, math.ceil(bottom) - start + 3))
        for x in range(-(first % ROUGH_TILE), noise.width, ROUGH_TILE):
            for y in range(-(start % ROUGH_TILE), noise.height, ROUGH_TILE):
                noise.paste(tile, (x, y))
        extent = (left - first, top - start, right - first, bottom - start)
        fitted = noise.transform(mask.size, Image.Transform.EXTENT, extent, Image.Resampling.BICUBIC)
        return ImageChops.add(mask, fitted, 1, -128)

    def _raster(self, west: float, east: float, south: float, north: float) -> tuple[Image, int, int]:
        """The part of the land map that is needed, with the row and the column at which it begins."""
        from PIL import Image  # noqa: PLC0415

        first, last = math.floor((west + 180) * PER_DEGREE) - 3, math.ceil((east + 180) * PER_DEGREE) + 3
        top, bottom = (
            max(0, int((90 - north) * PER_DEGREE) - 3),
            min(ROWS, int((90 - south) * PER_DEGREE) + 4),
        )
        row = COLUMNS // 8
        bits = self._world.roads.land.bits[top * row : bottom * row]
        whole = Image.frombytes("1", (COLUMNS, bottom - top), bits)
        part = Image.new("L", (last - first, bottom - top))
        for copy in range(first // COLUMNS, last // COLUMNS + 1):
            offset = copy * COLUMNS - first
            left, right = max(0, -offset), min(COLUMNS, part.width - offset)
            if left < right:
                part.paste(whole.crop((left, 0, right, bottom - top)).convert("L"), (left + offset, 0))
        return part, top, first

    def surface(self) -> Image:
        """Colours by height, with slopes that face the north-west in the light."""
        from PIL import Image  # noqa: PLC0415

        count = RELIEF_CELLS
        heights = [[self._height(column, row) for column in range(count + 1)] for row in range(count + 1)]
        steepness = 0.02 * self._sheet.metres_per_pixel * self._sheet.width / count
        small = Image.new("RGB", (count, count))
        for row in range(count):
            for column in range(count):
                rise = heights[row + 1][column + 1] - heights[row][column]
                light = max(-1.0, min(1.0, rise / max(60.0, steepness)))
                small.putpixel((column, row), self._soil(heights[row][column], row, -light))
        smooth = small.resize(self._size, Image.Resampling.BICUBIC)
        return self._grained(smooth) if self._style.photo else smooth

    @property
    def _size(self) -> tuple[int, int]:
        return self._sheet.width, self._sheet.height

    def _height(self, column: int, row: int) -> float:
        lat = self._sheet.lat_at(row * self._sheet.height / RELIEF_CELLS)
        lng = self._sheet.lng_at(column * self._sheet.width / RELIEF_CELLS)
        return self._world.atlas.elevation(max(-89.0, min(89.0, lat)), (lng + 180) % 360 - 180)

    def _soil(self, height: float, row: int, light: float) -> Colour:
        lat = abs(self._sheet.lat_at(row * self._sheet.height / RELIEF_CELLS))
        if self._style.photo:
            dry = max(0.0, 1 - abs(lat - 24) / 11)
            base = mix(self._style.land, (168, 142, 98), 0.85 * dry)
            base = mix(base, (122, 104, 80), height / 2_800)
            white = max((height - 2_600) / 900, (lat - 66) / 8)
        else:
            base = mix(self._style.land, (222, 204, 160), height / 1_400)
            base = mix(base, (178, 150, 118), (height - 1_300) / 1_500)
            white = (height - 2_700) / 1_200
        base = mix(base, (246, 248, 250), white)
        return (
            mix(base, (255, 255, 255), 0.22 * light) if light > 0 else mix(base, (30, 34, 30), -0.3 * light)
        )

    def _grained(self, smooth: Image) -> Image:
        """Fields and woods, as seen from above: a mottle of several sizes."""
        from PIL import Image, ImageChops  # noqa: PLC0415

        draw = self._world.chance.stream(
            "ground", self._sheet.zoom, *(round(part, 2) for part in self._sheet.centre)
        )
        grained = smooth
        for cells, strength in ((20, 26), (90, 20), (300, 16)):
            noise = Image.frombytes("L", (cells, cells), draw.randbytes(cells * cells))
            noise = noise.point([128 + (value - 128) * strength // 128 for value in range(256)])
            wide = noise.resize(self._size, Image.Resampling.BICUBIC)
            grained = ImageChops.add(grained, Image.merge("RGB", (wide, wide, wide)), 1, -128)
        return grained
