"""States in whose parks tasks look around."""

from __future__ import annotations

import msgspec

MEANT = "units whose designation begins with 'National Park'"
"""Which parks count, for the meanings of fields."""


class Region(msgspec.Struct, frozen=True):
    """Some states."""

    states: str
    """In words."""
    codes: str
    """Postal codes with commas."""
    city: str
    """A city from which its parks can be reached by road."""


REGIONS = (
    Region("Utah and Colorado", "UT,CO", "Denver, Colorado"),
    Region("California and Nevada", "CA,NV", "Las Vegas, Nevada"),
    Region("Arizona, New Mexico and Utah", "AZ,NM,UT", "Albuquerque, New Mexico"),
    Region("Colorado, Wyoming, Montana and South Dakota", "CO,WY,MT,SD", "Cheyenne, Wyoming"),
    Region("Arizona, New Mexico, Texas and Colorado", "AZ,NM,TX,CO", "El Paso, Texas"),
    Region("Oregon, Washington and California", "OR,WA,CA", "Portland, Oregon"),
)
"""Regions with 8 to 11 national parks."""
WIDE_REGIONS = (
    Region("California, Arizona and Utah", "CA,AZ,UT", "Las Vegas, Nevada"),
    Region("Arizona, New Mexico, Utah and California", "AZ,NM,UT,CA", "Phoenix, Arizona"),
    Region("California, Nevada, Oregon and Washington", "CA,NV,OR,WA", "Sacramento, California"),
    Region("New Mexico, Texas, California and Colorado", "NM,TX,CA,CO", "El Paso, Texas"),
)
"""Regions with more than 25 units of all kinds."""
