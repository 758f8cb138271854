"""National Parks alone."""

from __future__ import annotations

import pytest

from m3bench.suites.plans import PlanError
from m3bench_suites.builders.cross.outdoors.national_parks import open_sites, signed_miles


def test_miles_to_the_entrance_are_read() -> None:
    assert signed_miles({"directionsInfo": "From Moab, UT, follow the signs for 14 miles to"}) == 14
    assert signed_miles({"directionsInfo": "From Moab, UT, follow the signs for 1 mile to"}) == 1
    with pytest.raises(PlanError, match="Zion"):
        signed_miles({"directionsInfo": "Ask in town.", "name": "Zion"})


def test_only_open_campgrounds_count() -> None:
    camps = [
        {"openNow": True, "campsites": {"totalSites": 5}},
        {"openNow": False, "campsites": {"totalSites": 7}},
    ]
    assert open_sites(camps) == 5
