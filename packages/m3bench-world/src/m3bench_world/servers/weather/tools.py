"""The one tool of the weather server."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

import msgspec

from m3bench.servers.kit import Answer, NotFound, Proof, Server, about, check_text
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from m3bench_world.sky import Daily, Weather, compass


class Units(msgspec.Struct, frozen=True):
    """Conversions from metric, and the names of the units."""

    name: str
    temperature: str
    speed: str
    amount: str
    distance: str
    pressure: str
    metric: bool

    @property
    def names(self) -> dict[str, str]:
        return {
            "system": self.name,
            "temperature": self.temperature,
            "wind": self.speed,
            "precipitation": self.amount,
            "visibility": self.distance,
            "pressure": self.pressure,
        }

    def degrees(self, celsius: float) -> float:
        return round(celsius if self.metric else celsius * 1.8 + 32, 1)

    def wind(self, kmh: float) -> float:
        return round(kmh if self.metric else kmh / 1.609344, 1)

    def water(self, mm: float) -> float:
        return mm if self.metric else round(mm / 25.4, 2)

    def far(self, km: float) -> float:
        return round(km if self.metric else km / 1.609344, 1)

    def weight(self, hpa: float) -> float:
        return hpa if self.metric else round(hpa * 0.02952998, 2)


METRIC = Units("metric", "°C", "km/h", "mm", "km", "hPa", metric=True)
US = Units("us", "°F", "mph", "inches", "miles", "inHg", metric=False)


FORECAST_DAYS = 7
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

server = Server(
    "weather",
    "Present weather and a seven-day forecast for any place.",
    sources=("weather", "geonames", "elevation", "timezones"),
    proof=Proof("get_weather", {"location": "Tokyo, Japan"}),
)


@server.tool
def get_weather(
    context: ToolContext,
    location: Annotated[
        str,
        about(
            "A town, airport, landmark or national park, best with its state or country ('Belmar, NJ', "
            "'Paris, FR'), or 'latitude,longitude'."
        ),
    ],
    units: Annotated[
        Literal["us", "metric"], about("'us': °F, mph, inches, miles; 'metric': °C, km/h, mm, km.")
    ] = "us",
) -> Answer:
    """The weather at a place now, and a forecast for today and the six days after it. Says which place was
    found for the location; times are local to it, with their offset from UTC."""
    wanted = check_text(location, "location")
    found = locate_place(context.world, wanted)
    return Answer(_report(context, *found, METRIC if units == "metric" else US))


def locate_place(world: World, wanted: str) -> tuple[float, float, str]:
    """Return latitude, longitude and name of a place. Raises `NotFound` with similar names."""
    found = _locate(world, wanted)
    if found is None:
        near = world.atlas.suggestions(wanted[:80])
        raise NotFound(f"no place called '{wanted[:80]}'; add a state or country, or pass 'lat,lng'", near)
    return found


def _locate(world: World, wanted: str) -> tuple[float, float, str] | None:
    """Locate a place or a national park. A park's full name takes precedence over a town."""
    if "national" in wanted.casefold():
        return _park(world, wanted) or world.atlas.locate(wanted)
    return world.atlas.locate(wanted) or _park(world, wanted)


def _park(world: World, wanted: str) -> tuple[float, float, str] | None:
    park = world.parks.named(wanted.partition(",")[0])
    return None if park is None else (park.lat, park.lng, f"{park.full_name}, {', '.join(park.states)}")


def _report(context: ToolContext, lat: float, lng: float, label: str, units: Units) -> dict[str, Any]:
    world = context.world
    name = world.atlas.timezone(lat, lng)
    zone = ZoneInfo(name)
    now = world.now.astimezone(zone)
    days = [world.sky.daily(lat, lng, now.date() + timedelta(days=day), zone) for day in range(FORECAST_DAYS)]
    return {
        "location": {
            "name": label,
            "latitude": round(lat, 4),
            "longitude": round(lng, 4),
            "elevation_m": round(world.atlas.elevation(lat, lng)),
            "timezone": name,
        },
        "local_time": _local(now),
        "units": units.names,
        "current": _current(world.sky.weather(lat, lng, world.now), units),
        "forecast": [_day(day, zone, units) for day in days],
    }


def _local(moment: datetime) -> str:
    return moment.isoformat(timespec="minutes")


def _current(weather: Weather, units: Units) -> dict[str, Any]:
    return {
        "condition": weather.condition,
        "is_day": weather.is_day,
        "temperature": units.degrees(weather.temperature_c),
        "feels_like": units.degrees(weather.feels_like_c),
        "dew_point": units.degrees(weather.dew_point_c),
        "humidity_percent": weather.humidity,
        "cloud_cover_percent": weather.cloud_cover,
        "precipitation_last_hour": units.water(weather.precipitation_mm),
        "precipitation_kind": weather.precipitation_kind,
        "wind_speed": units.wind(weather.wind_kmh),
        "wind_gust": units.wind(weather.gust_kmh),
        "wind_direction": compass(weather.wind_degrees),
        "wind_degrees": weather.wind_degrees,
        "pressure": units.weight(weather.pressure_hpa),
        "visibility": units.far(weather.visibility_km),
        "uv_index": weather.uv_index,
    }


def _day(day: Daily, zone: ZoneInfo, units: Units) -> dict[str, Any]:
    sun = day.sun
    return {
        "date": day.date.isoformat(),
        "weekday": WEEKDAYS[day.date.weekday()],
        "condition": day.condition,
        "high": units.degrees(day.high_c),
        "low": units.degrees(day.low_c),
        "precipitation_chance_percent": day.precipitation_chance,
        "precipitation_total": units.water(day.precipitation_mm),
        "precipitation_kind": day.precipitation_kind,
        "wind_max": units.wind(day.wind_max_kmh),
        "humidity_percent": day.humidity,
        "uv_index_max": day.uv_max,
        "sunrise": _local(sun.sunrise.astimezone(zone)) if sun.sunrise else f"none (polar {sun.polar})",
        "sunset": _local(sun.sunset.astimezone(zone)) if sun.sunset else f"none (polar {sun.polar})",
        "day_length_hours": sun.day_length_hours,
    }
