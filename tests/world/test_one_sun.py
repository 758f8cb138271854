"""One sun for everybody: the weather, the street pictures and the cameras in space."""

from __future__ import annotations

import math
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from m3bench_world import World
from m3bench_world.sky import NUMBERS, elevation, hours_since_2000, season

NOON = datetime(2025, 6, 21, 12, 2, tzinfo=UTC)


def test_the_sun_stands_as_high_as_the_latitude_allows() -> None:
    assert elevation(51.48, 0.0, NOON) == pytest.approx(90 - 51.48 + 23.44, abs=0.02)
    assert elevation(-51.48, 180.0, NOON) < -60


@pytest.mark.parametrize("place", [(48.86, 2.35), (-33.87, 151.21), (64.15, -21.94)])
def test_it_is_at_the_horizon_at_sunrise(place: tuple[float, float]) -> None:
    day = World().sky.sun(*place, NOON.date())
    assert day.sunrise is not None
    assert elevation(*place, day.sunrise) == pytest.approx(-0.833, abs=0.3)


def test_the_camera_in_space_sees_the_same_declination() -> None:
    disc = (camera := World().space.disc_camera).pictures(camera.last_day)[0]
    x, y, z = disc.sun
    seen = math.asin(z / math.hypot(x, y, z))
    assert seen == pytest.approx(season(hours_since_2000(disc.at), NUMBERS).declination, abs=1e-4)


def test_the_sky_of_one_point_does_not_load_numpy() -> None:
    program = "import sys, m3bench_world.sky; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
