from __future__ import annotations

from pathlib import Path

from m3bench.core import Text
from m3bench.hosting import Pool, Tool, ToolListStore
from tests.hosting.processes import run, spec


def test_a_known_list_mounts_without_a_start_and_the_first_call_starts_it(tmp_path: Path) -> None:
    listings = ToolListStore(tmp_path / "listings")

    async def work() -> None:
        for known in (False, True):
            async with Pool(listings=listings) as pool, pool.lease([spec()], ahead=0) as lease:
                tools = {tool.name: tool for tool in await lease.host.tools()}
                (server,) = lease.host.servers
                assert server.starts == (0 if known else 1)
                reply = await lease.host.call(tools["echo"], {"text": "hello"})
                assert reply.content == (Text("hello"),)
                assert server.starts == 1

    run(work)


def test_lists_are_told_apart_and_damage_is_forgiven(tmp_path: Path) -> None:
    listings = ToolListStore(tmp_path)
    listing, other = listings.of(spec()), listings.of(spec(name="other"))
    listing.put([Tool(server="well", name="echo")])
    assert listing.get() == [Tool(server="well", name="echo")]
    assert other.get() is None
    for path in tmp_path.iterdir():
        path.write_text("[{")
    assert listing.get() is None
    (tmp_path / "file").write_text("in the way")
    ToolListStore(tmp_path / "file").of(spec()).put([])
