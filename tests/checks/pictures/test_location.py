"""Crops are located by convolution, with the same numbers as SciPy's."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.signal import fftconvolve

from m3bench.checks.pictures.location import convolve, overlaps

sides = st.integers(1, 40)


@given(sides, sides, sides, sides, st.integers(0, 2**32 - 1))
def test_a_convolution_is_that_of_scipy_to_the_bit(
    high: int, wide: int, more_high: int, more_wide: int, seed: int
) -> None:
    dice = np.random.default_rng(seed)
    kernel = dice.normal(size=(high, wide)).astype(np.float32)
    values = dice.normal(size=(high + more_high - 1, wide + more_wide - 1)).astype(np.float32)
    wanted = fftconvolve(values, kernel, mode="valid")
    found = convolve(values, kernel)
    assert found.dtype == wanted.dtype
    assert np.array_equal(found, wanted)


def test_a_crop_is_found_where_it_was_cut() -> None:
    source = np.random.default_rng(1).integers(0, 256, (120, 160)).astype(np.float32)
    crop = np.repeat(source[30:80, 40:100, None], 3, axis=2)
    assert overlaps(crop, source, [(40, 30, 100, 80), (0, 0, 20, 20)]) == [1.0, 0.0]


def test_checks_do_not_import_the_large_signal_module() -> None:
    code = "import sys, m3bench.checks.pictures.location; print('scipy.signal' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
