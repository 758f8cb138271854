"""What the air is like: the readings that tasks ask for, in words and as claims."""

from __future__ import annotations

from typing import Any, NamedTuple

from m3bench.checks import Claim, Quantity, Tolerance
from m3bench.suites.planning import Found, PlanError, Wanted, want

POLLUTANTS = {
    "pm25": ("PM2.5", "µg/m³"),
    "pm10": ("PM10", "µg/m³"),
    "o3": ("ozone", "ppb"),
    "no2": ("nitrogen dioxide", "ppb"),
    "so2": ("sulphur dioxide", "ppb"),
    "co": ("carbon monoxide", "ppb"),
}
_SPELLINGS = {
    "pm25": "PM2.5|PM25|PM₂.₅|fine particles|fine particulate matter",
    "pm10": "PM10|PM₁₀|coarse particles|inhalable particles",
    "o3": "ozone|O3|O₃",
    "no2": "NO2|NO₂|nitrogen dioxide",
    "so2": "SO2|SO₂|sulphur dioxide|sulfur dioxide",
    "co": "CO|carbon monoxide",
}
INDEXES = {"uaqi": "Universal AQI", "usa_epa": "US AQI"}
GROUPS = {
    "generalPopulation": "people in general",
    "elderly": "older people",
    "lungDiseasePopulation": "people with lung disease",
    "heartDiseasePopulation": "people with heart disease",
    "athletes": "athletes",
    "pregnantWomen": "pregnant women",
    "children": "children",
}
_ROUNDED = Tolerance(absolute=0.06, relative=0.01)


class Air(NamedTuple):
    """What one index says."""

    aqi: int
    category: str
    dominant: str


def conditions(spot: tuple[float, float], *uses: Found) -> Wanted:
    return want("google-air/current_conditions", *uses, lat=spot[0], lng=spot[1])


def air_of(found: Found, index: str) -> Air:
    for each in found.data["indexes"]:
        if each["code"] == index:
            return Air(each["aqi"], each["category"], each["dominantPollutant"])
    raise PlanError(f"the air quality has no index {index}.")


def amount_of(found: Found, pollutant: str) -> float:
    """In the unit of `POLLUTANTS`."""
    amounts: list[dict[str, Any]] = found.data["pollutants"]
    return next(float(each["concentration"]["value"]) for each in amounts if each["code"] == pollutant)


def amount_words(found: Found, pollutant: str) -> str:
    name, unit = POLLUTANTS[pollutant]
    return f"the {name} concentration is {amount_of(found, pollutant):g} {unit}"


def called(pollutant: str) -> str:
    return POLLUTANTS[pollutant][0]


def aqi_claim(air: Air, index: str, *near: str) -> Claim:
    return Claim(
        f"{INDEXES[index]} of {air.aqi}{' at ' + near[0].split('|')[0] if near else ''}",
        number=Quantity(float(air.aqi), Tolerance(absolute=1), near=near),
    )


def category_claim(air: Air) -> Claim:
    short = air.category.removesuffix(" air quality")
    return Claim(f"the category is {short}", any_of=(short,))


def dominant_claim(air: Air) -> Claim:
    return Claim(f"{called(air.dominant)} is dominant", any_of=(_SPELLINGS[air.dominant],))


def amount_claim(found: Found, pollutant: str, *near: str) -> Claim:
    value = amount_of(found, pollutant)
    where = f" at {near[0].split('|')[0]}" if near else ""
    return Claim(
        amount_words(found, pollutant) + where,
        number=Quantity(value, _ROUNDED, near=(_SPELLINGS[pollutant], *near)),
    )
