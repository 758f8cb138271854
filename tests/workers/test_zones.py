"""Time zones of points."""

from __future__ import annotations

import sys

import tzfpy

from m3bench.workers import zone_at


def test_zones_are_those_of_the_library() -> None:
    for lat, lng in ((48.85, 2.35), (-33.9, 151.2), (0.0, -150.0), (90.0, 0.0)):
        assert zone_at(lat, lng) == tzfpy.get_tz(lng, lat)


def test_a_point_is_looked_up_once() -> None:
    zone_at.cache_clear()
    assert zone_at(52.5, 13.4) == zone_at(52.5, 13.4) == "Europe/Berlin"
    assert zone_at.cache_info().misses == 1


def test_points_that_do_not_exist_have_no_zone() -> None:
    assert zone_at(1e9, sys.float_info.max) == (tzfpy.get_tz(sys.float_info.max, 1e9) or "")
