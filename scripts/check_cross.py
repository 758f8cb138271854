"""Build tasks of families of `cross`, verify them, and print what a reviewer looks at."""

from __future__ import annotations

import argparse

import anyio

from m3bench.curation import Verifier, build_family, find_structures
from m3bench.encoders import shared_encoder
from m3bench.forge.tasks.requests import faults
from m3bench.hosting import Pool
from m3bench.runs.serving import ServerSet
from m3bench.suites import StoredSuite, suite_generator
from m3bench.world import World


async def check(names: list[str], *, count: int | None, seed: int, verbose: bool, attack: bool) -> bool:
    """Build and verify families. Return whether all tasks are valid."""
    world, generator = World(seed), suite_generator("cross")
    valid = True
    async with Pool(ahead=0, sandbox=False) as pool:
        servers = ServerSet(pool, world)
        for name in names or list(generator.families):
            built = await build_family(generator, name, count or generator.families[name], world, servers)
            tasks = [each.task for each in built]
            suite = StoredSuite("cross", world, tasks)
            verifier = Verifier(suite, world, servers, shared_encoder("minilm"), attack=attack)
            for each in built:
                task = each.task
                verified = await verifier.verify(task)
                tools = [call.name for _, call in task.references[0].calls()]
                problems = [
                    *verified.problems,
                    *faults(task.request or "", task.fuzzy_request or "", tools, task.servers),
                    *(f"attack passes: {one}" for one in verified.attacked.attacks if one.passed),
                    *(f"rewrite fails: {one}" for one in verified.attacked.rewrites if not one.passed),
                ]
                valid = valid and not problems
                print(
                    f"{task.id}: {len(tools)} calls, {len(task.references[0].steps)} rounds, "
                    f"{', '.join(sorted(find_structures(task)))}; other world {task.extra.get('other_world')}; "
                    f"skipped {list(each.skipped)}"
                )
                for problem in problems:
                    print(f"  PROBLEM {problem}")
                if verbose:
                    print(task.request, task.fuzzy_request, task.extra["dependency_analysis"], sep="\n\n")
                    print(task.answer)
    return valid


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("family", nargs="*")
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("--attack", action="store_true")
    given = parser.parse_args()
    run = lambda: check(  # noqa: E731
        given.family, count=given.count, seed=given.seed, verbose=given.verbose, attack=given.attack
    )
    raise SystemExit(0 if anyio.run(run) else 1)
