"""Google Maps and National Parks."""

from __future__ import annotations

import pytest

from m3bench_suites.builders.cross.outdoors.maps_parks import suits


@pytest.mark.parametrize(
    ("is_open", "vehicles", "sites", "right"),
    [(True, True, 20, True), (False, True, 20, False), (True, False, 20, False), (True, True, 19, False)],
)
def test_campgrounds_for_motor_homes_are_open_and_large(
    is_open: bool, vehicles: bool, sites: int, right: bool
) -> None:
    camp = {
        "openNow": is_open,
        "accessibility": {"rvAllowed": vehicles},
        "campsites": {"totalSites": sites},
    }
    assert suits(camp) is right
