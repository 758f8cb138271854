"""Shelves: what is known of tools is shared where they are the same, and nowhere else."""

from __future__ import annotations

import msgspec

from m3bench.hosting import Tool, ToolIndexCache
from m3bench.hosting.toolbox.tool_index import ToolIndex

MAPS = [Tool(server="maps", name=name) for name in ("geocode", "route")]
SKY = [Tool(server="sky", name="sunset", input_schema={"required": ["place"]})]


def test_the_same_tools_share_a_shelf() -> None:
    index_cache = ToolIndexCache()
    assert index_cache.of([*MAPS, *SKY]) is index_cache.of((*MAPS, *SKY))


def test_other_tools_have_another() -> None:
    index_cache = ToolIndexCache()
    assert len({id(index_cache.of(tools)) for tools in (MAPS, SKY, [*MAPS, *SKY], [*SKY, *MAPS])}) == 4
    assert index_cache.of(MAPS).tools == tuple(MAPS)


def test_a_server_that_lists_something_else_than_before_gets_a_new_one() -> None:
    index_cache = ToolIndexCache()
    before = index_cache.of(SKY)
    changed = [msgspec.structs.replace(SKY[0], input_schema={"required": ["day"]})]
    after = index_cache.of(changed)
    assert after.tools == tuple(changed)
    assert (before.checker.check(SKY[0], {}), after.checker.check(changed[0], {})) == (
        '"place" is missing',
        '"day" is missing',
    )
    assert index_cache.of(MAPS[:1]).tools != index_cache.of(MAPS).tools


def test_only_so_many_are_kept_and_the_longest_unused_goes_first() -> None:
    index_cache = ToolIndexCache()
    maps, sky = index_cache.of(MAPS), index_cache.of(SKY)
    for number in range(30):
        index_cache.of([Tool(server=f"server-{number}", name="tool")])
    assert index_cache.of(MAPS) is maps
    index_cache.of([Tool(server="one-more", name="tool")])
    assert index_cache.of(MAPS) is maps
    assert index_cache.of(SKY) is not sky


def test_a_server_that_lists_a_name_twice_is_left_out() -> None:
    tool_index = ToolIndex([*MAPS, *SKY, MAPS[0]])
    assert tool_index.tools == tuple(SKY)
    assert tool_index.repeated == {"maps": "lists more than one tool named: geocode"}
    assert tool_index.aliases.name("maps__geocode") is None
