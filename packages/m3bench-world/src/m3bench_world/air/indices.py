"""Air quality indices, and advice by their values."""

from __future__ import annotations

import msgspec
import numpy as np

from m3bench_world.air.field import POLLUTANTS, Mixture
from m3bench_world.data import written
from m3bench_world.sky import Values

_INDEX = (0, 50, 51, 100, 101, 150, 151, 200, 201, 300, 301, 500)

BREAKPOINTS: dict[str, tuple[float, ...]] = {
    "pm25": (0, 9.0, 9.1, 35.4, 35.5, 55.4, 55.5, 125.4, 125.5, 225.4, 225.5, 325.4),
    "pm10": (0, 54, 55, 154, 155, 254, 255, 354, 355, 424, 425, 604),
    "o3": (0, 54, 55, 70, 71, 85, 86, 105, 106, 200, 405, 604),
    "no2": (0, 53, 54, 100, 101, 360, 361, 649, 650, 1249, 1250, 2049),
    "so2": (0, 35, 36, 75, 76, 185, 186, 304, 305, 604, 605, 1004),
    "co": (0, 4400, 4500, 9400, 9500, 12400, 12500, 15400, 15500, 30400, 30500, 50400),
}
"""Concentrations at which the index is 0, 50, 51, 100 …, in the units of `Mixture`. An hour's value stands
for the average over 1, 8 or 24 hours that the rule asks for."""

_STEP = {"pm25": 0.1, "pm10": 1.0, "o3": 1.0, "no2": 1.0, "so2": 1.0, "co": 100.0}
"""Precision to which concentrations are truncated first."""

_UNIVERSAL = (100, 80, 79, 60, 59, 40, 39, 20, 19, 0, 0, 0)


def us_index(pollutant: str, concentration: Values) -> Values:
    """Return the EPA index of one pollutant, an integer from 0 to 500."""
    step = _STEP[pollutant]
    cut = np.floor(concentration / step + 1e-6) * step
    return np.rint(np.interp(cut, BREAKPOINTS[pollutant], _INDEX)).astype(np.int64)


def us_indices(mixture: Mixture) -> Values:
    """Return one row for each of `POLLUTANTS`; the overall index is the maximum."""
    return np.stack([us_index(pollutant, mixture[pollutant]) for pollutant in POLLUTANTS])


def universal(us: Values) -> Values:
    """Return an index from 100 (cleanest) to 0, with 20 points per EPA category."""
    return np.rint(np.interp(us, _INDEX, _UNIVERSAL)).astype(np.int64)


class Category(msgspec.Struct, frozen=True):
    name: str
    low: int
    high: int
    colour: tuple[int, int, int]

    @property
    def hexadecimal(self) -> str:
        return "#{:02X}{:02X}{:02X}".format(*self.colour)


US_CATEGORIES = (
    Category("Good", 0, 50, (0, 228, 0)),
    Category("Moderate", 51, 100, (255, 255, 0)),
    Category("Unhealthy for sensitive groups", 101, 150, (255, 126, 0)),
    Category("Unhealthy", 151, 200, (255, 0, 0)),
    Category("Very unhealthy", 201, 300, (143, 63, 151)),
    Category("Hazardous", 301, 500, (126, 0, 35)),
)
UNIVERSAL_CATEGORIES = (
    Category("Excellent air quality", 80, 100, (0, 158, 58)),
    Category("Good air quality", 60, 79, (132, 207, 51)),
    Category("Moderate air quality", 40, 59, (255, 255, 0)),
    Category("Low air quality", 20, 39, (255, 140, 0)),
    Category("Poor air quality", 0, 19, (230, 0, 0)),
)


def rank(us: Values) -> Values:
    """Return the number of the US category, 0 to 5."""
    return np.searchsorted([category.high for category in US_CATEGORIES[:-1]], us)


def universal_category(index: int) -> Category:
    return next(category for category in UNIVERSAL_CATEGORIES if index >= category.low)


def us_category(index: int) -> Category:
    return next(category for category in US_CATEGORIES if index <= category.high)


_GENERAL = (
    "The air is clean: enjoy being outdoors.",
    "The air is fine for nearly everyone; unusually sensitive people may want shorter hard workouts outside.",
    "Most people can go on as usual; take a break indoors if your throat or eyes sting.",
    "Cut down on long or hard exercise outdoors, and air rooms when traffic is low.",
    "Stay indoors where you can, keep windows shut and move exercise inside.",
    "Avoid going out. Keep windows shut, run an air cleaner and wear a well-fitting mask if you must leave.",
)
_CAREFUL = (
    "{who} need no special care today.",
    "{who} can be active outdoors and should rest if {signs} appear.",
    "{who} should choose lighter activities and quiet streets, and watch for {signs}.",
    "{who} should avoid effort outdoors and keep medicines at hand in case of {signs}.",
    "{who} should stay indoors in clean air; ask for medical advice if {signs} appear.",
    "{who} should remain indoors, rest, and seek help at once if {signs} appear.",
)
_GROUPS = {
    "elderly": ("Older people", "tiredness or shortness of breath"),
    "lungDiseasePopulation": ("People with lung disease", "coughing or wheezing"),
    "heartDiseasePopulation": ("People with heart disease", "chest pain or palpitations"),
    "athletes": ("Athletes", "coughing or a tight chest"),
    "pregnantWomen": ("Pregnant women", "shortness of breath"),
    "children": ("Children", "coughing"),
}


def advice(rank: int) -> dict[str, str]:
    """Return advice by group of people for a US category from 0 (good) to 5 (hazardous)."""
    careful = {group: _CAREFUL[rank].format(who=who, signs=signs) for group, (who, signs) in _GROUPS.items()}
    return {"generalPopulation": _GENERAL[rank], **careful}


ABOUT_POLLUTANTS = written("air", "about_pollutants", dict[str, tuple[str, str, str, str]])
"""Pollutant → short name, full name, where it comes from, what it does."""
