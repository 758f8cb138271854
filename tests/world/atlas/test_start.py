"""A cold start: an address is found without numpy, which takes a third of the time to import."""

from __future__ import annotations

import subprocess
import sys

_PROGRAM = """
import sys
from m3bench_world import World
assert World().atlas.geocode("Paris, France")
print("numpy" in sys.modules)
"""


def test_an_address_is_found_without_numpy() -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
