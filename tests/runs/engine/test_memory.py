"""A run gives back the memory that it has freed."""

from __future__ import annotations

import gc
import weakref

import pytest

from m3bench.runs.engine import memory


def test_cycles_are_collected_between_attempts_but_not_after_each(monkeypatch: pytest.MonkeyPatch) -> None:
    class Held:
        pass

    def make_cycle() -> weakref.ref[Held]:
        held = Held()
        held.itself = held  # type: ignore[attr-defined]
        return weakref.ref(held)

    now = [100.0]
    monkeypatch.setattr("m3bench.runs.engine.memory.time.monotonic", lambda: now[0])
    gc.disable()
    try:
        keeper = memory.MemoryKeeper()
        lost = make_cycle()
        keeper.release()
        assert lost() is not None
        now[0] += 5
        keeper.release()
        assert lost() is None
    finally:
        gc.enable()
