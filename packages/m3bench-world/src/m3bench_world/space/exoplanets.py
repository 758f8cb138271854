"""A catalogue of invented exoplanets, with consistent orbits, sizes and temperatures."""

from __future__ import annotations

import math
from random import Random

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.data import written

SYSTEMS = 2_400
_SURVEYS = (
    ("Halden", "Transit", 0.46, 2009),
    ("Orin", "Transit", 0.22, 2014),
    ("Vesper", "Transit", 0.14, 2018),
    ("HDX", "Radial Velocity", 0.12, 1996),
    ("Merak-L", "Microlensing", 0.04, 2004),
    ("Aster", "Imaging", 0.02, 2008),
)


class Planet(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the catalogue, with the usual column names."""

    pl_name: str
    hostname: str
    pl_letter: str
    discoverymethod: str
    disc_year: int
    sy_pnum: int
    pl_orbper: float
    """days"""
    pl_orbsmax: float
    """au"""
    pl_orbeccen: float
    pl_rade: float
    """Earth radii"""
    pl_bmasse: float
    """Earth masses"""
    pl_dens: float
    """g/cm³"""
    pl_insol: float
    """Earth's is 1"""
    pl_eqt: int
    """K"""
    st_spectype: str
    st_teff: int
    st_mass: float
    st_rad: float
    st_lum: float
    """log10 of solar luminosities"""
    sy_dist: float
    """parsecs"""
    sy_vmag: float
    ra: float
    dec: float


COLUMNS = Planet.__struct_fields__

ALIASES = written("space", "aliases", dict[str, str])
"""Alternative column names, such as those of older catalogues."""


class _Star(msgspec.Struct, frozen=True):
    name: str
    method: str
    since: int
    mass: float
    radius: float
    heat: int
    luminosity: float
    distance: float
    ra: float
    dec: float

    @property
    def kind(self) -> str:
        for letter, floor, ceiling in (("F", 6_000, 7_400), ("G", 5_300, 6_000), ("K", 3_900, 5_300)):
            if self.heat >= floor:
                place = min(9, max(0, int(10 * (ceiling - self.heat) / (ceiling - floor))))
                return f"{letter}{place} V"
        return f"M{min(9, max(0, int((3_900 - self.heat) / 170)))} V"


def catalogue(chance: Chance, last_year: int) -> list[Planet]:
    """Return all planets in the order of their hosts.

    They share one stream of draws, so all are made at once.
    """
    draw = chance.stream("exoplanets")
    planets: list[Planet] = []
    for number in range(1, SYSTEMS + 1):
        star = _star(draw, number)
        planets += _system(draw, star, last_year)
    return planets


def _star(draw: Random, number: int) -> _Star:
    pick = draw.random()
    within = (index for index in range(len(_SURVEYS)) if pick < sum(row[2] for row in _SURVEYS[: index + 1]))
    survey, method, _, since = _SURVEYS[next(within, 0)]
    mass = round(0.12 + 1.35 * draw.random() ** 0.8, 3)
    luminosity = mass**4 if mass > 0.43 else 0.23 * mass**2.3
    radius = round(mass**0.8, 3)
    heat = round(5_772 * (luminosity / radius**2) ** 0.25)
    distance = round(4 + 900 * draw.random() ** 2.2, 2)
    ra, dec = round(360 * draw.random(), 5), round(math.degrees(math.asin(2 * draw.random() - 1)), 5)
    name = f"{survey}-{number + 1_000 if method != 'Transit' else number}"
    return _Star(name, method, since, mass, radius, heat, luminosity, distance, ra, dec)


def _system(draw: Random, star: _Star, last_year: int) -> list[Planet]:
    number = 1
    while number < 7 and draw.random() < 0.36:
        number += 1
    close = star.method == "Transit"
    axis = (0.015 + 0.09 * draw.random()) if close else 0.05 * 10 ** (1.9 * draw.random())
    year = star.since + int((last_year - star.since + 1) * draw.random() ** 0.8)
    planets = []
    for index in range(number):
        letter = "bcdefgh"[index]
        found = min(year, last_year)
        planets.append(_planet(draw, star, letter=letter, axis=axis, number=number, year=found))
        axis *= 1.35 + 0.9 * draw.random()
        year += int(draw.random() * 2.2)
    return planets


def _planet(draw: Random, star: _Star, *, letter: str, axis: float, number: int, year: int) -> Planet:
    axis = round(axis, 4)
    period = 365.25636 * math.sqrt(axis**3 / star.mass)
    eccentricity = round(0.45 * draw.random() ** 3 if number > 1 else 0.75 * draw.random() ** 3, 3)
    radius = round(0.6 * 10 ** (1.4 * draw.random() ** 1.6), 3)
    if star.method in ("Imaging", "Microlensing"):
        radius = round(4 + 9 * draw.random(), 3)
    mass = round(_mass_of(radius, draw), 3)
    insolation = star.luminosity / axis**2
    return Planet(
        pl_name=f"{star.name} {letter}",
        hostname=star.name,
        pl_letter=letter,
        discoverymethod=star.method,
        disc_year=year,
        sy_pnum=number,
        pl_orbper=round(period, 5),
        pl_orbsmax=axis,
        pl_orbeccen=eccentricity,
        pl_rade=radius,
        pl_bmasse=mass,
        pl_dens=round(5.514 * mass / radius**3, 3),
        pl_insol=round(insolation, 4),
        pl_eqt=round(278.3 * insolation**0.25),
        st_spectype=star.kind,
        st_teff=star.heat,
        st_mass=star.mass,
        st_rad=star.radius,
        st_lum=round(math.log10(star.luminosity), 3),
        sy_dist=star.distance,
        sy_vmag=round(4.83 - 2.5 * math.log10(star.luminosity) + 5 * math.log10(star.distance / 10), 2),
        ra=star.ra,
        dec=star.dec,
    )


def _mass_of(radius: float, draw: Random) -> float:
    scatter = 0.75 + 0.5 * draw.random()
    if radius < 1.6:
        return math.pow(radius, 3.6) * scatter
    if radius < 9:
        return 2.7 * math.pow(radius, 1.3) * scatter
    return 80 * math.pow(10, 1.4 * draw.random()) * scatter
