"""Keep what the content makes, and compare it after a change of its structure.

    python scripts/golden.py --write                 # before: keep digests in tests/fixtures/golden.json
    python scripts/golden.py                         # after: make them again, and list what differs
    python scripts/golden.py --only verse --only drawings

It makes the first task of every family in three worlds, two drawings of every kind, and the proof call of
every bundled server. What needs servers or photographs that are not installed is listed: install them first
(`m3bench install servers`, `m3bench install photographs`). Two workers take about twenty minutes.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from typing import NamedTuple

import anyio
import msgspec
from PIL import Image

from m3bench.core import M3BenchError
from m3bench.curation import FamilyBuilder
from m3bench.hosting import Pool
from m3bench.hosting.catalog import put_samples
from m3bench.runs.serving import ServerSet
from m3bench.servers import SERVERS, Files, ToolFailure, load
from m3bench.suites import suite_generator
from m3bench_world import World
from m3bench_world.scenes import draw, kind_names
from m3bench_world.servers.context import ToolContext

KEPT = Path(__file__).resolve().parents[1] / "tests" / "fixtures" / "golden.json"
SUITES = ("m3", "m3-camera", "m3-photo", "verse", "cross", "omni")
SEEDS = (7, 8, 23)
DRAWINGS = (0, 1)
_DRAWS = 5
_NOT_MADE = "not made: "
_FRACTION = re.compile(r"-?\d+\.\d+")
"""Of positions and scores of networks, whose last digit depends on the processor."""

Digests = dict[str, str]


class Part(NamedTuple):
    """Digests that one worker makes."""

    name: str
    make: Callable[[], Digests]


def parts() -> Iterator[Part]:
    """Yield what can be made independently, the longest first."""
    for suite in reversed(SUITES):
        for seed in SEEDS:
            yield Part(suite, partial(task_digests, suite, seed))
    yield Part("drawings", drawing_digests)
    yield Part("proofs", proof_digests)


def task_digests(suite: str, seed: int) -> Digests:
    """Build the first task of every family in a world."""
    return anyio.run(_task_digests, suite, seed)


async def _task_digests(suite: str, seed: int) -> Digests:
    generator, world = suite_generator(suite), World(seed)
    digests = {}
    async with Pool(ahead=0) as pool:
        servers = ServerSet(pool, world)
        for family, size in generator.families.items():
            step = size if generator.has_scenarios else 1
            builder = FamilyBuilder(generator, family, world, servers)
            try:
                built = await builder.first(range(0, step * _DRAWS, step))
                digest = built.task.digest
            except M3BenchError as error:
                digest = f"{_NOT_MADE}{error.message}"
            digests[f"{suite}/{family}/{seed}"] = digest
    return digests


def drawing_digests() -> Digests:
    """Draw every kind of scene, and take the pixels."""
    world = World(SEEDS[0])
    return {
        f"drawings/{kind}/{number}": _drawn(world, kind, number)
        for kind in kind_names()
        for number in DRAWINGS
    }


def _drawn(world: World, kind: str, number: int) -> str:
    with Image.open(io.BytesIO(draw(world, kind, number).png)) as image:
        return hashlib.sha256(f"{image.mode} {image.size}".encode() + image.tobytes()).hexdigest()


def proof_digests() -> Digests:
    """Make the proof call of every bundled server."""
    return {f"proofs/{name}": _proof(name) for name in SERVERS}


def _proof(name: str) -> str:
    server = load(name)
    if server.proof is None:
        return f"{_NOT_MADE}it has no proof call"
    with tempfile.TemporaryDirectory() as folder:
        put_samples(server.proof.files, Path(folder))
        context = ToolContext(World(SEEDS[0]), Files(Path(folder)))
        try:
            answer = server.call(context, server.proof.tool, server.proof.arguments)
        except (M3BenchError, ToolFailure) as error:
            return f"{_NOT_MADE}{error}"
        text = _FRACTION.sub("~", answer.text.replace(folder, ""))
    media = [hashlib.sha256(picture.data).hexdigest() for picture in answer.pictures]
    return hashlib.sha256(msgspec.json.encode([text, media])).hexdigest()


def made(only: list[str], workers: int) -> Digests:
    """Make all digests, or those of some parts."""
    chosen = [part for part in parts() if not only or part.name in only]
    digests: Digests = {}
    with ProcessPoolExecutor(workers) as pool:
        waiting = {pool.submit(part.make): part.name for part in chosen}
        for count, future in enumerate(as_completed(waiting), 1):
            digests |= future.result()
            print(f"{count} of {len(chosen)}: {waiting[future]}", file=sys.stderr, flush=True)
    return digests


def differences(kept: Digests, digests: Digests, only: list[str]) -> list[str]:
    """Return a line for each digest that is not as it was."""
    wanted = {name: digest for name, digest in kept.items() if not only or name.partition("/")[0] in only}
    lines = [f"{name}: not made" for name in wanted if name not in digests]
    lines += [f"{name}: new" for name in digests if name not in wanted]
    return lines + [
        f"{name}: was {wanted[name]}, is {digest}"
        for name, digest in digests.items()
        if digest != wanted.get(name, digest)
    ]


def main() -> None:
    """Write or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--write", action="store_true", help="keep the digests, in place of earlier ones")
    parser.add_argument("--only", action="append", default=[], help="a suite, drawings or proofs; repeatable")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    kept: Digests = msgspec.json.decode(KEPT.read_bytes()) if KEPT.exists() else {}
    digests = made(options.only, options.workers)
    for name in sorted(name for name, digest in digests.items() if digest.startswith(_NOT_MADE)):
        print(f"{name}: {digests.pop(name)}")
    if options.write:
        KEPT.write_bytes(
            msgspec.json.format(msgspec.json.encode(dict(sorted((kept | digests).items()))), indent=1) + b"\n"
        )
        print(f"{len(digests)} digests written")
        return
    found = differences(kept, digests, options.only)
    print("\n".join(found) or f"{len(digests)} digests are as they were")
    raise SystemExit(bool(found))


if __name__ == "__main__":
    main()
