"""Road kinds, travel modes and speeds."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class RoadKind(IntEnum):
    """Road kinds, in the order of the frozen table."""

    MOTORWAY = 0
    TRUNK = 1
    PRIMARY = 2
    SECONDARY = 3
    BRIDGE = 4
    """A long bridge or tunnel over the sea, with a toll."""
    FERRY = 5
    SHUTTLE = 6
    """A train that carries cars through a tunnel."""
    STREET = 7
    """Streets of towns and country lanes, which are not in the table."""


class Mode(StrEnum):
    DRIVE = "DRIVE"
    TWO_WHEELER = "TWO_WHEELER"
    BICYCLE = "BICYCLE"
    WALK = "WALK"
    TRANSIT = "TRANSIT"


MOTORISED = (Mode.DRIVE, Mode.TWO_WHEELER)

MOTORWAY_LIMITS = {
    code: limit
    for limit, codes in {
        140: "PL BG AE",
        130: "DE FR IT AT CZ SK HU SI HR RO LU DK UA LT RS BA MK AL ME GR MA DZ",
        120: "ES PT BE CH FI IE CN SA OM QA KW ZA KR AR MX CO CL TR IR NA BW",
        113: "GB IM JE GG",
        15: "US",
        110: "NL AU SE NO BR MY RU IN KE BY KZ",
        100: "CA NZ JP TW PH ID EG PE",
        90: "SG HK TH VN IL IS EE LV",
    }.items()
    for code in codes.split()
}
MILES = frozenset(("US", "GB", "LR", "MM", "PR", "IM", "JE", "GG"))
"""Countries with limits in miles per hour."""
TOLLED = {
    code: percent / 100
    for percent, codes in {
        85: "JP",
        80: "HR KR CN",
        75: "FR",
        70: "IT GR MY CL MA RS",
        60: "PT ID IN MX PH CO",
        50: "TW AR BR PE",
        40: "TR ZA VN",
        30: "ES",
        25: "PL NO",
        20: "IE TH",
        15: "RU",
        5: "AU US",
        4: "CA",
        3: "GB",
    }.items()
    for code in codes.split()
}
"""Share of motorways with a toll."""
_SLOW_COUNTRIES = (
    "AF AO BD BF BI BJ BO BT CD CF CG CI CM ER ET GA GH GM GN GW HT KE KG KH KM LA LR LS MG ML "
    "MM MN MR MW MZ NE NG NI NP PG PK RW SD SL SN SO SS SY TD TG TJ TL TZ UG YE ZM ZW IN ID PH "
    "VN LK EG "
)
SLOW = frozenset(_SLOW_COUNTRIES.split())
"""Countries where the same road takes longer."""

_LIMITS = {
    RoadKind.TRUNK: 100,
    RoadKind.PRIMARY: 80,
    RoadKind.SECONDARY: 70,
    RoadKind.BRIDGE: 80,
    RoadKind.FERRY: 30,
    RoadKind.SHUTTLE: 90,
    RoadKind.STREET: 50,
}
_ON_THE_MOVE = {
    RoadKind.MOTORWAY: 0.9,
    RoadKind.TRUNK: 0.84,
    RoadKind.PRIMARY: 0.8,
    RoadKind.SECONDARY: 0.74,
    RoadKind.BRIDGE: 0.95,
    RoadKind.FERRY: 1.0,
    RoadKind.SHUTTLE: 1.0,
}
BENDS = {
    RoadKind.MOTORWAY: (1.10, 1.14),
    RoadKind.TRUNK: (1.10, 1.20),
    RoadKind.PRIMARY: (1.12, 1.30),
    RoadKind.SECONDARY: (1.15, 1.40),
    RoadKind.BRIDGE: (1.10, 1.14),
    RoadKind.FERRY: (1.10, 1.12),
    RoadKind.SHUTTLE: (1.10, 1.11),
}
"""Length relative to the straight line, by kind."""
LEAST_BEND = 1.10
OLD_ROAD = 1.06
"""Relative length of the older road beside every motorway, for walkers, cyclists and those who avoid it."""
WAITS = {RoadKind.FERRY: 2_400.0, RoadKind.SHUTTLE: 1_800.0}
"""Seconds of waiting before a crossing."""
FASTEST = 35.0
"""Upper bound of car speed in m/s, which makes the A* search exact."""


def limit(kind: RoadKind, country: str) -> int:
    """Return the speed limit for cars in km/h, a whole number of mph where signs are in miles."""
    plain = MOTORWAY_LIMITS.get(country, 110) if kind is RoadKind.MOTORWAY else _LIMITS[kind]
    if country in MILES and kind not in (RoadKind.FERRY, RoadKind.SHUTTLE):
        return round(round(plain / 1.609344 / 5) * 5 * 1.609344)
    return plain


def car_speed(kind: RoadKind, country: str) -> float:
    """Return the speed without traffic, in m/s."""
    habit = 0.75 if country in SLOW and kind not in (RoadKind.FERRY, RoadKind.SHUTTLE) else 1.0
    return limit(kind, country) * _ON_THE_MOVE[kind] * habit / 3.6


WALKING = 4.8 / 3.6
CYCLING = 16.5 / 3.6
FASTEST_ON_FOOT = 30 / 3.6
"""Upper bound in m/s: ferries carry walkers and cyclists too."""
_RIDING = {
    RoadKind.MOTORWAY: 95.0,
    RoadKind.TRUNK: 70.0,
    RoadKind.PRIMARY: 45.0,
    RoadKind.SECONDARY: 32.0,
    RoadKind.BRIDGE: 80.0,
    RoadKind.FERRY: 30.0,
    RoadKind.SHUTTLE: 90.0,
}


def riding_speed(kind: RoadKind) -> float:
    """Return the speed in m/s of trains along major roads and buses along minor ones, with stops."""
    return _RIDING[kind] / 3.6
