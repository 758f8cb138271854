"""Fingerprints of code."""

from __future__ import annotations

from m3bench.caching.fingerprint import package_fingerprint


def test_a_library_that_is_not_installed_counts_and_is_no_error() -> None:
    """Pictures of a task are drawn where the library for films is missing."""
    without = package_fingerprint("m3bench.caching", ("no-such-library",))
    assert without == package_fingerprint("m3bench.caching", ("no-such-library",))
    assert (
        len(
            {
                without,
                package_fingerprint("m3bench.caching"),
                package_fingerprint("m3bench.caching", ("numpy",)),
            }
        )
        == 3
    )
