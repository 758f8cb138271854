"""What faulty servers leave in a workspace can be left twice, and has the effect that the kinds promise."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.hosting import OverQuota, Workspace
from m3bench.soak.faults import FILLING
from m3bench.soak.leftovers import LEFTOVERS


@pytest.mark.parametrize("kind", LEFTOVERS)
def test_leftovers(kind: str, tmp_path: Path) -> None:
    workspace = Workspace.create(tmp_path, {})
    for _ in range(2):  # two calls of one attempt
        LEFTOVERS[kind](workspace.path)
    if kind in FILLING:
        with pytest.raises(OverQuota):
            workspace.manifest()
    else:
        assert workspace.manifest().items
    workspace.remove()
    assert not workspace.path.exists()
