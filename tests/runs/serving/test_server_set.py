"""Servers of a configuration beside bundled ones, and in their place."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from m3bench.core import Call, UsageError
from m3bench.hosting import Pool, ServerSpec, Toolbox
from m3bench.runs.serving.bundled import thread_of
from m3bench.runs.serving.server_set import ServerSet
from m3bench.servers import load
from m3bench_world import World

pytestmark = pytest.mark.anyio


def live(name: str, seed: int) -> ServerSpec:
    """A real server process under any name: weather of another world."""
    arguments = ("-m", "m3bench.servers", "weather", "--seed", str(seed))
    return ServerSpec(name=name, command=sys.executable, args=arguments)


async def test_a_name_that_is_taken_is_refused() -> None:
    async with Pool(ahead=0) as pool:
        with pytest.raises(UsageError, match="A bundled server is also called weather") as caught:
            ServerSet(pool, World(7), [live("weather", 9)])
    assert "--live" in str(caught.value.hint)


@pytest.mark.slow
async def test_a_live_server_takes_the_place_of_the_bundled_one(tmp_path: Path) -> None:
    call = Call("weather/get_weather", {"location": "Lisbon"})
    async with Pool(tmp_path, ahead=0) as pool:
        said = []
        for specs in ([], [live("weather", 9)]):
            server_set = ServerSet(pool, World(7), specs, replacing=True)
            async with server_set.lease(("weather", "math")) as (_, host):
                (done,) = await (await Toolbox.mount(host)).run([call])
                assert done.result is not None
                said.append(done.result.text)
        assert server_set.names == ServerSet(pool, World(7)).names
        assert server_set.records(["weather"])["weather"].spec is not None
    assert said[0] != said[1]


async def test_work_in_the_world_runs_in_the_thread_of_its_servers() -> None:
    world = World(7)
    async with Pool(ahead=0) as pool:
        server_set = ServerSet(pool, world)
        threads = [await server_set.run_in_world(threading.get_ident) for _ in range(2)]
        threads.append(await thread_of(load("weather"), world).run(threading.get_ident, 5))
    assert len(set(threads)) == 1
    assert threads[0] != threading.get_ident()
