"""Shelves: what is known of tools is shared where they are the same, and nowhere else."""

from __future__ import annotations

import msgspec

from m3bench.hosting import Shelves, Tool
from m3bench.hosting.toolbox.tool_index import Shelf

MAPS = [Tool(server="maps", name=name) for name in ("geocode", "route")]
SKY = [Tool(server="sky", name="sunset", input_schema={"required": ["place"]})]


def test_the_same_tools_share_a_shelf() -> None:
    shelves = Shelves()
    assert shelves.of([*MAPS, *SKY]) is shelves.of((*MAPS, *SKY))


def test_other_tools_have_another() -> None:
    shelves = Shelves()
    assert len({id(shelves.of(tools)) for tools in (MAPS, SKY, [*MAPS, *SKY], [*SKY, *MAPS])}) == 4
    assert shelves.of(MAPS).tools == tuple(MAPS)


def test_a_server_that_lists_something_else_than_before_gets_a_new_one() -> None:
    shelves = Shelves()
    before = shelves.of(SKY)
    changed = [msgspec.structs.replace(SKY[0], input_schema={"required": ["day"]})]
    after = shelves.of(changed)
    assert after.tools == tuple(changed)
    assert (before.checker.check(SKY[0], {}), after.checker.check(changed[0], {})) == (
        '"place" is a required property',
        '"day" is a required property',
    )
    assert shelves.of(MAPS[:1]).tools != shelves.of(MAPS).tools


def test_only_so_many_are_kept_and_the_longest_unused_goes_first() -> None:
    shelves = Shelves()
    maps, sky = shelves.of(MAPS), shelves.of(SKY)
    for number in range(30):
        shelves.of([Tool(server=f"server-{number}", name="tool")])
    assert shelves.of(MAPS) is maps
    shelves.of([Tool(server="one-more", name="tool")])
    assert shelves.of(MAPS) is maps
    assert shelves.of(SKY) is not sky


def test_a_server_that_lists_a_name_twice_is_left_out() -> None:
    shelf = Shelf([*MAPS, *SKY, MAPS[0]])
    assert shelf.tools == tuple(SKY)
    assert shelf.repeated == {"maps": "lists more than one tool of the same name: geocode"}
    assert shelf.aliases.name("maps__geocode") is None
