"""Build and verify tasks in worlds that nobody has looked at.

    python scripts/fresh_seeds.py omni --seeds 20 --first 5001

In each world it takes a task of every family, or of every third with `--every 3`, and another one in the next
world. It prints a line for every task that could not be built or is not valid, and a line per world.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import anyio

from m3bench.core import UsageError
from m3bench.curation import FamilyBuilder, Verifier
from m3bench.encoders import load_encoder
from m3bench.hosting import Pool
from m3bench.runs.serving import ServerSet
from m3bench.suites import SuiteGenerator, suite_generator
from m3bench.suites.stored_suite import StoredSuite
from m3bench_world import World

_DRAWS = 5


async def main() -> None:
    options = _options()
    generator = suite_generator(options.suite)
    valid = total = 0
    for seed in range(options.first, options.first + options.seeds):
        began = time.monotonic()
        problems = await _try_world(generator, seed, list(_choices(generator, seed, options)))
        valid, total = valid + sum(not problem for problem in problems), total + len(problems)
        seconds = time.monotonic() - began
        print(f"seed {seed}: {valid} of {total} tasks valid so far ({seconds:.0f} s)", flush=True)
    if valid < total:
        raise SystemExit(1)


async def _try_world(
    generator: SuiteGenerator, seed: int, choices: list[tuple[str, list[int]]]
) -> list[list[str]]:
    """Return what is wrong with the tasks of one world."""
    world = World(seed)
    async with Pool(ahead=0) as pool:
        servers = ServerSet(pool, world)
        found = []
        for name, numbers in choices:
            problems = await _try_task(generator, name, numbers, world, servers)
            found.append(problems)
            for problem in problems:
                print(f"seed {seed}, {name} {numbers[0]}: {problem}", flush=True)
    return found


def _choices(
    generator: SuiteGenerator, seed: int, options: argparse.Namespace
) -> Iterator[tuple[str, list[int]]]:
    """Yield families with the numbers to try: the first, and those that replace it if a draw fails."""
    for index, (name, size) in enumerate(generator.families.items()):
        if (index + seed) % options.every == 0 and (not options.family or name in options.family):
            first = (seed // options.every + index) % size
            yield name, [first + size * draw for draw in range(_DRAWS)]


async def _try_task(
    generator: SuiteGenerator, name: str, numbers: list[int], world: World, servers: ServerSet
) -> list[str]:
    try:
        built = await FamilyBuilder(generator, name, world, servers).first(numbers)
    except UsageError as error:
        return [f"cannot be built: {error.message}"]
    suite = StoredSuite(generator.suite, world, [built.task])
    verifier = Verifier(suite, world, servers, load_encoder("hashing"))
    skipped = [f"draw failed: {reason}" for reason in built.skipped]
    for line in skipped:
        print(f"seed {world.seed}, {name} {numbers[0]}: {line}", flush=True)
    return list((await verifier.verify(built.task)).problems)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number from 1, got {text!r}")
    return int(text)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("suite")
    parser.add_argument("--seeds", type=_positive, default=20, help="number of worlds")
    parser.add_argument("--first", type=int, default=5001, help="the seed of the first")
    parser.add_argument("--every", type=_positive, default=1, help="take every Nth family in each world")
    parser.add_argument("--family", action="append", default=[], help="only this family; repeatable")
    return parser.parse_args()


if __name__ == "__main__":
    anyio.run(main)
