"""Air quality readings in answers and forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, PlanError, PlannedCall, call

if TYPE_CHECKING:
    from m3bench_world import World

POLLUTANTS = {
    "pm25": ("PM2.5", "µg/m³"),
    "pm10": ("PM10", "µg/m³"),
    "o3": ("ozone", "ppb"),
    "no2": ("nitrogen dioxide", "ppb"),
    "so2": ("sulphur dioxide", "ppb"),
    "co": ("carbon monoxide", "ppb"),
}
_SPELLINGS = {
    "pm25": ("PM25", "PM₂.₅", "fine particles", "fine particulate matter", "fine particulate matter (PM2.5)"),
    "pm10": ("PM₁₀", "coarse particles", "inhalable particles", "inhalable particles (PM10)"),
    "o3": ("O3", "O₃", "ozone (O3)"),
    "no2": ("NO2", "NO₂", "nitrogen dioxide (NO2)"),
    "so2": ("SO2", "SO₂", "sulfur dioxide", "sulphur dioxide (SO2)"),
    "co": ("CO", "carbon monoxide (CO)"),
}
INDEXES = {"uaqi": "Universal AQI", "usa_epa": "US AQI"}
GROUPS = {
    "generalPopulation": "people in general",
    "elderly": "older people",
    "lungDiseasePopulation": "people with lung disease",
    "heartDiseasePopulation": "people with heart disease",
    "athletes": "athletes",
}
"""Groups with clearly different recommendations."""
_ROUNDED = Tolerance(absolute=0.06, relative=0.01)


class Air(NamedTuple):
    """A reading of one index."""

    aqi: int
    category: str
    dominant: str


def conditions(spot: tuple[float, float], *uses: CallResult) -> PlannedCall:
    return call("google-air/current_conditions", *uses, lat=spot[0], lng=spot[1])


def air_of(result: CallResult, index: str) -> Air:
    for index_entry in result.data["indexes"]:
        if index_entry["code"] == index:
            return Air(index_entry["aqi"], index_entry["category"], index_entry["dominantPollutant"])
    raise PlanError(f"the air quality has no index {index}.")


def amount_of(result: CallResult, pollutant: str) -> float:
    """Return the concentration in the unit of `POLLUTANTS`."""
    amounts: list[dict[str, Any]] = result.data["pollutants"]
    return next(float(amount["concentration"]["value"]) for amount in amounts if amount["code"] == pollutant)


def describe_amount(result: CallResult, pollutant: str) -> str:
    name, unit = POLLUTANTS[pollutant]
    return f"the {name} concentration is {amount_of(result, pollutant):g} {unit}"


def pollutant_name(pollutant: str) -> str:
    return POLLUTANTS[pollutant][0]


def expected_aqi(air: Air) -> Expected:
    """Return the expected index. It may differ by one point a few steps away."""
    return Expected(air.aqi, tolerance=Tolerance(absolute=1))


def expected_category(air: Air) -> Expected:
    return Expected(air.category, also=(air.category.removesuffix(" air quality"),))


def expected_pollutant(code: str) -> Expected:
    return Expected(pollutant_name(code), also=_SPELLINGS[code])


def expected_amount(result: CallResult, pollutant: str) -> Expected:
    return Expected(amount_of(result, pollutant), tolerance=_ROUNDED)


def index_at(world: World, spot: tuple[float, float], index: str) -> int:
    """Return the current value of an index at a place."""
    reading = world.air.current(*spot)
    return reading.universal_aqi if index == "uaqi" else reading.us_aqi


class Limit(NamedTuple):
    """The worst acceptable value of an index."""

    gauge: str
    value: int

    def allows(self, aqi: int) -> bool:
        return aqi >= self.value if self.gauge == "uaqi" else aqi <= self.value

    @property
    def words(self) -> str:
        return f"{'at least' if self.gauge == 'uaqi' else 'at most'} {self.value}"


def limit_near(index: str, aqi: int, slack: int, *, kept: bool) -> Limit:
    """Return a limit that a value meets or misses by `slack` points."""
    better = 1 if index == "uaqi" else -1
    return Limit(index, aqi - better * slack if kept else aqi + better * slack)
