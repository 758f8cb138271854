"""Media against their truth: `python benchmarks/media.py sound --seed 4242 --count 40`.

Each section is a module with `measure(seed, count)`, whose result has `faults`, and `report(result)`. Exits
with 1 if something differs from its truth.
"""

from __future__ import annotations

import argparse
import importlib
import secrets

SECTIONS = {"sound": ("media_sound", 40), "film": ("media_film", 20)}
"""Module and usual number of recordings or films of each section."""


def main() -> None:
    """Measure the named sections and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", choices=[[], *SECTIONS], help="sound, film; both by default")
    parser.add_argument("--seed", type=int, help="of the world; a fresh one by default")
    parser.add_argument("--count", type=int, help="recordings or films in each section")
    given = parser.parse_args()
    seed = secrets.randbelow(10**6) if given.seed is None else given.seed
    faults = 0
    for section in given.sections or SECTIONS:
        name, usual = SECTIONS[section]
        module = importlib.import_module(name)
        print(f"{section}, seed {seed}")
        result = module.measure(seed, given.count or usual)
        print(*module.report(result), sep="\n", flush=True)
        faults += len(result.faults)
    raise SystemExit(1 if faults else 0)


if __name__ == "__main__":
    main()
