"""QR Attraction: a code leads to a photograph, the photograph to a place, and the place to its air."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import NamedTuple

from m3bench.checks import (
    AnswerNames,
    AnswerNumber,
    ArgumentFromResult,
    CalledBefore,
    Check,
    Claim,
    Claims,
    Quantity,
    Tolerance,
)
from m3bench.suites.m3._shared import airs
from m3bench.suites.m3._shared.clocks import hours_claim
from m3bench.suites.m3._shared.outings import (
    WEEKDAYS,
    best_rated,
    fair_radius,
    hours_on,
    name_of,
    nearby,
    places_of,
)
from m3bench.suites.m3._shared.proofs import near_spot
from m3bench.suites.m3._shared.scenery import fitting, listed
from m3bench.suites.m3._shared.sights import Sight, geocoded, in_town, sight_of, spot_of
from m3bench.suites.m3.family import Family, Lot
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Solution, want

_PHOTO = "photo.png"
_SCAN = "pyzbar-mcp/scan_barcode"
_AIR = "google-air/current_conditions"
_FETCH = "linkimage-mcp/fetch_unsplash_image"
_RADII = (800, 1500, 3000, 6000)
_VENUES = {"cafe": "café", "museum": "museum", "restaurant": "restaurant", "park": "park"}
_EXTRAS = ((), ("forecast",), ("weather",), ("venue",), ("forecast", "weather"), ("weather", "venue"),
           ("forecast", "venue"), ("forecast", "weather", "venue"))  # fmt: skip


class Aim(NamedTuple):
    """What a task asks about the sight behind the code."""

    address: str
    sight: Sight
    gauge: str
    pollutant: str
    group: str
    extras: tuple[str, ...]
    hours: int
    venue: str
    radius: int
    weekday: str

    def wishes(self) -> list[str]:
        """What is to be told, each in a few words."""
        said = [
            f"the current {airs.INDEXES[self.gauge]} with its category and its dominant pollutant",
            f"the {airs.called(self.pollutant)} concentration",
            f"what is recommended for {airs.GROUPS[self.group]}",
        ]
        if "forecast" in self.extras:
            said.append(
                f"in which of the next {self.hours} hours the Universal AQI will be best (UTC) and its value"
            )
        if "weather" in self.extras:
            said.append("the temperature there now in °F and whether it is dry")
        if "venue" in self.extras:
            said.append(
                f"the best-rated {_VENUES[self.venue]} within {self.radius} m (of equals the one with more "
                f"reviews) and its opening hours on {self.weekday}"
            )
        return said

    def musings(self) -> list[str]:
        """The same as somebody would think aloud."""
        said = [
            (
                f"how good the air is right now by the {airs.INDEXES[self.gauge]}, what is worst in it, "
                f"how much {airs.called(self.pollutant)} there is"
            ),
            f"what that means for {airs.GROUPS[self.group]}",
        ]
        if "forecast" in self.extras:
            said.append(f"when in the coming {self.hours} hours it will be at its cleanest")
        if "weather" in self.extras:
            said.append("how warm it is (I think in Fahrenheit) and if I'd get wet")
        if "venue" in self.extras:
            said.append(
                f"which {_VENUES[self.venue]} within {self.radius} metres people like best and when I could "
                f"go there on a {self.weekday}"
            )
        return said


def make(lot: Lot) -> Blueprint:
    photo = fitting(lot, _PHOTO, "qr_sight", lambda scene: in_town(scene.facts["shown"]))
    aim = _aim(lot, photo.scene.facts["address"], sight_of(photo.scene.facts["shown"]))
    return Blueprint(
        id=lot.id,
        family=FAMILY.title,
        request=lot.phrased(*_REQUESTS, photo=photo.name, wishes=listed(aim.wishes())),
        fuzzy_request=lot.phrased(*_FUZZY, photo=photo.name, wishes=listed(aim.musings())),
        servers=("pyzbar-mcp", "linkimage-mcp", "google-maps", "google-air", *_more_servers(aim)),
        plans=(partial(_plan, aim),),
        pictures=(photo.picture,),
        level="L3" if aim.extras else "L2",
        extra={"modalities": ["text", "image"], "extras": list(aim.extras)},
        key_facts=(*aim.sight.key_facts, aim.sight.city, aim.address),
    )


_REQUESTS = (
    (
        "The notice in {photo} has a QR code for a photograph of a famous sight. Find out which sight "
        "it is and in which city, and tell me for exactly that spot: {wishes}."
    ),
    (
        "Follow the QR code in {photo} that leads to a picture of a place. Name the sight and its "
        "city. Then report {wishes}, all at the sight itself."
    ),
    (
        "{photo} shows a poster; one of its codes opens a photo of a landmark. I need the landmark, "
        "its city, and for the landmark's position {wishes}."
    ),
)
_FUZZY = (
    (
        "Saw this notice ({photo}) and wonder which place it's on about: there's some photo behind the "
        "code. I'd like to go and see it, so tell me {wishes}."
    ),
    "My club hung this up, see {photo}. Where would that take me, and could you find out {wishes}?",
    "Can you work out what sight the code in {photo} is for? Before I book anything: {wishes}.",
)


def _more_servers(aim: Aim) -> tuple[str, ...]:
    return ("weather",) if "weather" in aim.extras else ()


def _aim(lot: Lot, address: str, sight: Sight) -> Aim:
    extras = lot.pick(_EXTRAS, "extras")
    venue = lot.pick(tuple(_VENUES), "venue")
    radius = 0
    if "venue" in extras:
        try:
            radius = fair_radius(lot.world, sight.spot, venue, _RADII)
        except PlanError:
            extras = tuple(extra for extra in extras if extra != "venue")
    return Aim(
        address=address,
        sight=sight,
        gauge=lot.pick(tuple(airs.INDEXES), "index"),
        pollutant=lot.pick(("pm25", "pm10", "o3", "no2"), "pollutant"),
        group=lot.pick(tuple(airs.GROUPS), "group"),
        extras=extras,
        hours=lot.pick((6, 12, 24), "hours"),
        venue=venue,
        radius=radius,
        weekday=lot.pick(WEEKDAYS, "weekday"),
    )


def _plan(aim: Aim) -> Plan:
    (scan,) = yield [want(_SCAN, image_paths=_PHOTO)]
    codes = [code["data"] for result in scan.data["results"] for code in result["codes"]]
    if aim.address not in codes:
        raise PlanError("the scanner did not read the code that leads to the photograph.")
    (fetched,) = yield [want(_FETCH, scan, url=aim.address)]
    town = [want("weather/get_weather", fetched, location=aim.sight.town)] if "weather" in aim.extras else []
    place, *weather = yield [geocoded(aim.sight.address, fetched), *town]
    spot = spot_of(place)
    later = [airs.conditions(spot, place)]
    if "forecast" in aim.extras:
        later.append(want("google-air/forecast", place, lat=spot[0], lng=spot[1], hours=aim.hours))
    if "venue" in aim.extras:
        later.append(nearby(spot, aim.radius, aim.venue, place))
    now, *others = yield later
    told, claims = _air_told(aim, now)
    if weather:
        told, claims = told + _weather_told(weather[0]), (*claims, _warmth(weather[0]))
    if "forecast" in aim.extras:
        more, claim = _forecast_told(others.pop(0))
        told, claims = told + more, (*claims, claim)
    if "venue" in aim.extras:
        best = best_rated(places_of(others[0]))
        (details,) = yield [want("google-maps/place_details", others[0], place_id=best["id"])]
        told += f" The best-rated {_VENUES[aim.venue]} is {name_of(best)} ({best['rating']}); "
        hours = hours_on(details, aim.weekday)
        told += f"on {aim.weekday} its hours are: {hours}."
        favourite = Claim(f"{name_of(best)} is the best", all_of=(name_of(best),))
        claims = (*claims, favourite, hours_claim("its hours", hours))
    return Solution(answer=told, checks=_checks(aim, now, spot, claims))


def _air_told(aim: Aim, now: Found) -> tuple[str, tuple[Claim, ...]]:
    air = airs.air_of(now, aim.gauge)
    sight = aim.sight
    told = (
        f"The photograph behind the code shows {sight.name} in {sight.city}, {sight.country}. "
        f"The {airs.INDEXES[aim.gauge]} there is {air.aqi} ({air.category}); the dominant pollutant is "
        f"{airs.called(air.dominant)}, and {airs.amount_words(now, aim.pollutant)}. "
        f"For {airs.GROUPS[aim.group]}: {now.data['healthRecommendations'][aim.group]}"
    )
    claims = (
        Claim(f"it is {sight.name}", all_of=(sight.called,)),
        Claim(f"it is in {sight.city}", all_of=(sight.city_called,)),
        airs.aqi_claim(air, aim.gauge),
        airs.category_claim(air),
        airs.dominant_claim(air),
        airs.amount_claim(now, aim.pollutant),
    )
    return told, claims


def _weather_told(weather: Found) -> str:
    current = weather.data["current"]
    dry = "it is dry" if not current["precipitation_last_hour"] else "it is wet"
    return f" It is {current['temperature']} °F and {current['condition'].lower()}; {dry}."


def _warmth(weather: Found) -> Claim:
    warmth = weather.data["current"]["temperature"]
    return Claim(
        f"it is {warmth} °F", number=Quantity(warmth, Tolerance(absolute=0.6), ("°F", "F", "degrees"))
    )


def _forecast_told(forecast: Found) -> tuple[str, Claim]:
    hours = forecast.data["hours"]
    best = max(hour["uaqi"] for hour in hours)
    first = next(hour for hour in hours if hour["uaqi"] == best)
    moment = datetime.fromisoformat(first["dateTime"])
    told = f" The air will be best at {moment:%H:%M} UTC, with a Universal AQI of {best}."
    return told, Claim(
        f"the best Universal AQI to come is {best}", number=Quantity(float(best), Tolerance(absolute=1))
    )


def _checks(aim: Aim, now: Found, spot: tuple[float, float], claims: tuple[Claim, ...]) -> tuple[Check, ...]:
    air = airs.air_of(now, aim.gauge)
    return (
        AnswerNames(all_of=(aim.sight.called, aim.sight.city_called)),
        AnswerNumber(float(air.aqi), Tolerance(absolute=1), near=("AQI|index",)),
        Claims(claims, at_least=0.8),
        ArgumentFromResult(_FETCH, "url", _SCAN),
        CalledBefore(_FETCH, _AIR),
        near_spot(_AIR, spot),
    )


FAMILY = Family(
    number=14,
    name="qr_attraction",
    title="QR Attraction",
    goal="Follow a QR code to the photograph of a sight, find the place and tell how its air is.",
    make=make,
)
