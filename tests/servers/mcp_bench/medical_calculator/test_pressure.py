"""Blood pressure of children against the tables of the Fourth Report and of the CDC."""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import NormalDist

import pytest

from m3bench_world.servers.mcp_bench.medical_calculator.checking import height_curves
from m3bench_world.servers.mcp_bench.medical_calculator.pressure import expected, height_score

# Heights at the percentiles of the tables of the Fourth Report.
HEIGHTS = [NormalDist().inv_cdf(share) for share in (0.05, 0.10, 0.25, 0.50, 0.75, 0.90, 0.95)]


@pytest.mark.parametrize(
    ("sex", "kind", "share", "row"),
    [
        # Tables 3 and 4 of the report, ten years of age.
        ("male", "systolic", 0.50, [97, 98, 100, 102, 103, 105, 106]),
        ("male", "systolic", 0.95, [115, 116, 117, 119, 121, 122, 123]),
        ("female", "systolic", 0.50, [98, 99, 100, 102, 103, 104, 105]),
        ("female", "systolic", 0.90, [112, 112, 114, 115, 116, 118, 118]),
        ("male", "diastolic", 0.50, [58, 59, 60, 61, 61, 62, 63]),
        ("male", "diastolic", 0.95, [77, 78, 79, 80, 81, 81, 82]),
        ("female", "diastolic", 0.50, [59, 59, 59, 60, 61, 62, 62]),
    ],
)
def test_the_tables_of_the_fourth_report(sex: str, kind: str, share: float, row: list[int]) -> None:
    for z, printed in zip(HEIGHTS, row, strict=True):
        mean, spread = expected(kind, 10, z, sex)
        # The report cuts off or rounds; both are within one.
        assert mean + NormalDist().inv_cdf(share) * spread == pytest.approx(printed, abs=1.0)


def test_the_worked_example_of_the_fourth_report() -> None:
    """Appendix B: a boy of 12 years at the 90th percentile of height with a systolic pressure of 120."""
    mean, spread = expected("systolic", 12, 1.28, "male")
    assert mean == pytest.approx(109.46, abs=0.005)
    assert 100 * NormalDist().cdf((120 - mean) / spread) == pytest.approx(83.7, abs=0.1)


@pytest.mark.parametrize(
    ("sex", "months", "third", "fifth", "ninety_fifth"),
    [
        # Percentiles that the CDC publishes with its L, M and S (statage.csv).
        ("female", 36.5, 86.90307328, 87.80528157, 100.8275527),
        ("female", 99.5, 118.4923693, 119.7852171, 139.4184075),
        ("female", 150.5, 141.0884738, 142.8282787, 166.3618445),
        ("female", 204.5, 150.749138, 152.2763929, 173.5716411),
        ("male", 96.5, 117.4999879, 118.8052553, 137.8267001),
        ("male", 119.5, 126.3272131, 127.8131904, 149.4379538),
        ("male", 150.5, 138.5476617, 140.2831346, 165.5302497),
        ("male", 180.5, 154.6055622, 156.6565818, 182.4428851),
    ],
)
def test_percentiles_of_the_cdc(
    sex: str, months: float, third: float, fifth: float, ninety_fifth: float
) -> None:
    for height, share in ((third, 0.03), (fifth, 0.05), (ninety_fifth, 0.95)):
        assert height_score(months, height, sex) == pytest.approx(NormalDist().inv_cdf(share), abs=2e-3)


def test_the_curves_are_whole_and_smooth() -> None:
    for sex in ("male", "female"):
        rows = height_curves(sex)
        assert rows[0][0] <= 12
        assert rows[-1][0] >= 17 * 12 + 11
        assert all(later[0] > earlier[0] for earlier, later in pairwise(rows))
        steps = [later[2] - earlier[2] for earlier, later in pairwise(rows)]
        # Stature is measured 0.8 cm shorter than length, where one gives way to the other.
        assert sum(step < 0 for step in steps) == 1
        assert all(math.fabs(step) < 1.3 for step in steps)


def test_the_score_goes_on_between_the_rows() -> None:
    assert height_score(12.5, 76.11837536, "male") == pytest.approx(0, abs=1e-8)  # length, lenageinf.csv
    assert height_score(90.5, 122, "female") == pytest.approx(-0.51428, abs=1e-4)
    assert height_score(120, 138.6, "male") == pytest.approx(0, abs=0.01)
    ages = [height_score(months, 110, "female") for months in range(48, 84)]
    assert all(later < earlier for earlier, later in pairwise(ages))
