"""The warden of a harness."""

from __future__ import annotations

from m3bench.hosting.process.harness import Harness
from m3bench.testing import child_processes


def test_a_dismissed_warden_ends_and_the_next_server_has_another() -> None:
    harness, before = Harness(), child_processes()
    harness.dismiss_warden()  # there is none yet
    harness.next_mark()
    (first,) = set(child_processes()) - set(before)
    harness.dismiss_warden()
    assert child_processes() == before
    harness.next_mark()
    (second,) = set(child_processes()) - set(before)
    assert second != first
    harness.dismiss_warden()
    assert child_processes() == before
