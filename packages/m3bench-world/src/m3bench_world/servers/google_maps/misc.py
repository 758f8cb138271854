"""Geolocation of the caller, and ping."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, about
from m3bench_world.atlas import move_point
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.google_maps.server import server

MOST_SIGNALS = 100


@server.tool
def geolocate_home(
    context: ToolContext,
    cellTowers: Annotated[
        list[dict[str, Any]] | None,
        about("Cell towers in sight, as objects with cellId, locationAreaCode and so on."),
    ] = None,
    wifiAccessPoints: Annotated[
        list[dict[str, Any]] | None,
        about("Access points in sight, as objects with macAddress and signalStrength."),
    ] = None,
    considerIp: Annotated[
        bool, about("Whether the network address may be used when no signal is given.")
    ] = True,
) -> Answer:
    """Estimate where the asker is: location (lat, lng) and accuracy in metres. Signals make it more exact;
    without any, the network address gives the town."""
    signals = [*(wifiAccessPoints or []), *(cellTowers or [])]
    if len(signals) > MOST_SIGNALS:
        raise BadArgument(
            "wifiAccessPoints", f"{len(signals)} signals are too many; the maximum is {MOST_SIGNALS}"
        )
    if not signals and not considerIp:
        raise BadArgument("considerIp", "with no towers and no access points it must be true")
    home = context.world.atlas.home()
    chance = context.world.chance
    accuracy = 30.0 if wifiAccessPoints else 900.0 if cellTowers else 5_000.0
    east, north = (
        chance.between(-0.5, 0.5, "geolocate", axis, accuracy) * accuracy for axis in ("east", "north")
    )
    lat, lng = move_point(home.lat, home.lng, east, north)
    data = {
        "location": {"lat": round(lat, 6), "lng": round(lng, 6)},
        "accuracy": accuracy,
        "place": home.label,
    }
    return Answer(data, sources=("geonames", "landmarks"))


@server.tool
def ping(context: ToolContext) -> Answer:
    """Check that the server answers. Returns its status, name, number of tools and the time."""
    now = context.world.now.isoformat(timespec="seconds")
    return Answer({"status": "ok", "server": server.name, "tools": len(server.tools), "time": now})
