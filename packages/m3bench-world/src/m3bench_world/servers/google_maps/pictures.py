"""Static maps and street views."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_choice
from m3bench_world.roads import Point
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.google_maps.drawing import (
    FINE,
    MAPTYPES,
    MOST_MARKERS,
    MapDrawing,
    Sheet,
    View,
    draw_line,
    draw_marker,
    draw_scene,
    fit_view,
    read_markers,
    read_path,
    read_size,
    to_png,
)
from m3bench_world.servers.google_maps.server import server
from m3bench_world.servers.google_maps.waypoints import End, locate

SOURCES = ("geonames", "roads", "landmarks", "elevation")
DEFAULT_ZOOM = 12
COLOURS = {"roadmap": 128, "terrain": 0, "satellite": 128, "hybrid": 160}
FARTHEST_ZOOM = 20
FOLDER = "maps"


@server.tool(read_only=False)
def static_map(
    context: ToolContext,
    center: Annotated[
        str | None,
        about(
            "The middle of the map: an address, a place or 'lat,lng'. May be left out with markers or a path."
        ),
    ] = None,
    zoom: Annotated[
        int | None,
        about("0 (world) over 5 (country) and 10 (city) to 15 (streets) and 20; chosen to fit if left out."),
    ] = None,
    size: Annotated[str, about("Width and height such as 640x400, at most 640x640.")] = "640x640",
    markers: Annotated[
        list[str] | None,
        about(f"Pins such as 'color:red|label:A|48.86,2.35|Lyon, France'; up to {MOST_MARKERS} places."),
    ] = None,
    path: Annotated[
        str | None,
        about("A line such as 'color:0x0000ff80|weight:5|48.86,2.35|45.76,4.84', or 'enc:' and a polyline."),
    ] = None,
    scale: Annotated[int, about("1, or 2 for twice the pixels.")] = 2,
    maptype: Annotated[str, about("roadmap, satellite, terrain or hybrid.")] = "roadmap",
) -> Answer:
    """Draw a map as a PNG picture: coasts, roads with their numbers, towns with their names, your markers and
    your path. Also returns the centre, the zoom, the bounds and the names that are on the map, and writes the
    picture into the folder 'maps' of the workspace, so that other tools can work on the file."""
    width, height = read_size(size)
    kind = check_choice(maptype, "maptype", MAPTYPES)
    if scale not in (1, 2):
        raise BadArgument("scale", f"{scale} is not 1 or 2")
    if zoom is not None and not 0 <= zoom <= FARTHEST_ZOOM:
        raise BadArgument("zoom", f"{zoom} is not between 0 and {FARTHEST_ZOOM}")
    pins = read_markers(context.world, (markers or [])[:MOST_MARKERS])
    line = read_path(context.world, path) if path is not None and path.strip() else None
    middle = locate(context.world, center, "center") if center is not None and center.strip() else None
    shown = [pin.end.point for pin in pins] + (line.points if line else [])
    centre, level = _choose_frame(middle, zoom, shown, width, height)
    drawing = MapDrawing(context.world, Sheet(centre, level, width * FINE, height * FINE), kind)
    for pin in pins:
        x, y = drawing.sheet.at(pin.end.point)
        drawing.labels.reserve((x - 24, y - 72, x + 24, y + 4))
    drawing.everything()
    if line:
        draw_line(drawing, line)
    for pin in sorted(pins, key=lambda pin: -pin.end.point[0]):
        draw_marker(drawing, pin)
    data = _describe_map(drawing, kind, (width * scale, height * scale))
    data["markers"] = [
        {"label": pin.label, "location": _location(pin.end.point), "place": pin.end.label} for pin in pins
    ]
    drawn = to_png(drawing.canvas, width * scale, height * scale, colours=COLOURS[kind])
    written = context.files.write(f"{FOLDER}/{_file_name(data, path)}", drawn.data)
    return Answer(data | {"file": context.files.relative(written)}, pictures=(drawn,), sources=SOURCES)


def _file_name(described: dict[str, Any], path: str | None) -> str:
    """Return a file name that depends on the content of the map."""
    shown = json.dumps([described, path], sort_keys=True).encode()
    return f"map_{hashlib.sha256(shown).hexdigest()[:8]}.png"


def _choose_frame(
    middle: End | None, zoom: int | None, shown: list[Point], width: int, height: int
) -> tuple[Point, int]:
    """Return the centre and zoom, choosing them where they were not given."""
    if middle is None and not shown:
        raise BadArgument("center", "pass a center, markers or a path: there is nothing to show")
    fit_centre, fit_zoom = fit_view(shown, width, height) if shown else ((0.0, 0.0), DEFAULT_ZOOM)
    if middle is None:
        return fit_centre, fit_zoom if zoom is None else zoom
    if zoom is None and shown:
        mirrored = [(2 * middle.point[0] - lat, 2 * middle.point[1] - lng) for lat, lng in shown]
        zoom = fit_view([*shown, *mirrored], width, height)[1]
    return middle.point, DEFAULT_ZOOM if zoom is None else zoom


def _location(point: Point) -> dict[str, float]:
    return {"lat": round(point[0], 6), "lng": round(point[1], 6)}


def _describe_map(drawing: MapDrawing, maptype: str, pixels: tuple[int, int]) -> dict[str, Any]:
    sheet = drawing.sheet
    south, west, north, east = sheet.box()
    return {
        "center": _location(sheet.centre),
        "zoom": sheet.zoom,
        "maptype": maptype,
        "widthPx": pixels[0],
        "heightPx": pixels[1],
        "metersPerPixel": round(sheet.metres_per_pixel * sheet.width / pixels[0], 2),
        "bounds": {"southwest": _location((south, west)), "northeast": _location((north, east))},
        "namesShown": drawing.labels.written[:40],
    }


@server.tool
def street_view_image(
    context: ToolContext,
    location: Annotated[str, about("An address, a place or 'lat,lng'; the view is from the nearest road.")],
    size: Annotated[str, about("Width and height such as 640x400, at most 640x640.")] = "640x640",
    heading: Annotated[
        int | None,
        about("Where the camera looks: 0 north, 90 east, 180 south, 270 west; along the road if left out."),
    ] = None,
    pitch: Annotated[int | None, about("Up (to 90) or down (to -90); 0 is level.")] = None,
    fov: Annotated[int | None, about("Width of the view in degrees, 10 to 120; 90 if left out.")] = None,
) -> Answer:
    """Draw the view from a street as a PNG picture: sky at the local hour, houses as dense as the town,
    trees, the road. Also returns the road's name and where the camera stands."""
    width, height = read_size(size)
    end = locate(context.world, location, "location")
    road = context.world.roads.nearest_road(end.point)
    if road is None:
        raise NotFound(f"ZERO_RESULTS, no road and so no street view within 5 km of {end.label}")
    view = View(
        heading=(road.bearing if heading is None else float(heading % 360)),
        pitch=float(max(-90, min(90, pitch or 0))),
        fov=float(90 if fov is None else max(10, min(120, fov))),
    )
    canvas, seen = draw_scene(context.world, road, view, (width, height))
    data = {
        "location": _location(road.point),
        "place": end.label,
        "road": road.road,
        "roadHeading": round(road.bearing),
        "heading": round(view.heading),
        "pitch": round(view.pitch),
        "fov": round(view.fov),
        "widthPx": width,
        "heightPx": height,
        **seen,
    }
    return Answer(data, pictures=(to_png(canvas, width, height),), sources=SOURCES)
