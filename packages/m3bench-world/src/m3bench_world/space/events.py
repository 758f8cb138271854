"""Solar events, with ids that contain their time and kind."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import msgspec

RECORDS_BEGIN = date(2010, 4, 1)


class Event(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    at: datetime
    """Start time; for a simulation, the completion time."""
    causes: tuple[str, ...] = ()
    """Ids of the events that caused it."""


class Flare(Event, frozen=True, kw_only=True):
    peak: datetime
    end: datetime
    class_type: str
    intensity: float
    """Peak flux in units of C1 (10⁻⁶ W/m²): M1 is 10, X1 is 100."""
    latitude: int
    longitude: int
    """Degrees from the centre of the disc, west positive."""
    region: int | None


class Ejection(Event, frozen=True, kw_only=True):
    """A coronal mass ejection."""

    latitude: int
    longitude: int
    half_angle: int
    speed: int
    """km/s, at 21.5 solar radii."""
    far_out: datetime
    """Time at 21.5 solar radii."""
    region: int | None
    off_angle: float
    """Degrees between its direction and Earth."""

    @property
    def hits_earth(self) -> bool:
        return self.off_angle <= self.half_angle

    @property
    def glances_earth(self) -> bool:
        return not self.hits_earth and self.off_angle <= self.half_angle + 12


class Shock(Event, frozen=True, kw_only=True):
    """The arrival of an ejection at Earth."""

    speed: int
    kp: float
    """Maximum disturbance."""


class Stream(Event, frozen=True, kw_only=True):
    """A high-speed stream of the solar wind, from a coronal hole that returns with the Sun's rotation."""

    speed: int
    hole: str
    kp: float


class Reading(msgspec.Struct, frozen=True):
    at: datetime
    kp: float


class Storm(Event, frozen=True, kw_only=True):
    readings: tuple[Reading, ...]


class ParticleEvent(Event, frozen=True, kw_only=True):
    instruments: tuple[str, ...]
    peak_flux: int
    """Protons above 10 MeV, in particle flux units."""


class Crossing(Event, frozen=True, kw_only=True):
    """A crossing of the magnetopause inside the geostationary orbit."""

    standoff: float
    """Distance of the magnetopause, in Earth radii."""


class Enhancement(Event, frozen=True, kw_only=True):
    """A radiation belt enhancement."""

    electron_flux: int
    """Electrons above 2 MeV, in particle flux units."""


class Impact(msgspec.Struct, frozen=True):
    location: str
    arrival: datetime
    is_glancing: bool


class Simulation(Event, frozen=True, kw_only=True):
    """A run of the solar wind model for one ejection."""

    number: int
    ejection: Ejection
    impacts: tuple[Impact, ...]
    hours: float
    """Expected duration of the disturbance at Earth; 0 where none is expected."""
    kp: tuple[int, int, int, int]
    """Expected Kp if the field's clock angle is 18, 90, 135, 180 degrees."""

    @property
    def at_earth(self) -> Impact | None:
        return next((impact for impact in self.impacts if impact.location == "Earth"), None)


class Bulletin(msgspec.Struct, frozen=True):
    """A message about space weather."""

    id: str
    kind: str
    at: datetime
    subject: str
    """Id of its event; empty for the weekly report."""
    body: str


def midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def event_id(kind: str, at: datetime, number: int = 1) -> str:
    return f"{at:%Y-%m-%dT%H:%M:00}-{kind}-{number:03d}"


def event_time(event: str) -> datetime:
    """Return the start time of the event with this id."""
    return datetime.fromisoformat(event[:19]).replace(tzinfo=UTC)


def short_time(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%MZ}"


def sun_location(latitude: int, longitude: int) -> str:
    """Return a location such as N17W04."""
    north = "N" if latitude >= 0 else "S"
    west = "W" if longitude >= 0 else "E"
    return f"{north}{abs(latitude):02d}{west}{abs(longitude):02d}"


def minutes(number: float) -> timedelta:
    return timedelta(minutes=round(number))
