from __future__ import annotations

import msgspec
import pytest

from m3bench.apps.audit import Toolshelf
from m3bench.apps.audit.editing.edits import Refused
from m3bench.core import Call
from m3bench.hosting import Tool
from tests.apps.audit.samples import TOOLS, TRIP, call

SHELF = Toolshelf(TOOLS)


def test_what_a_task_permits_is_what_its_servers_have() -> None:
    wide = msgspec.structs.replace(TRIP, servers=("town", "sea"))
    assert [tool.name for tool in SHELF.permitted(wide)] == [tool.name for tool in TOOLS]
    assert SHELF.unknown(wide) == ["sea"]
    assert SHELF.permitted(msgspec.structs.replace(TRIP, servers=("sea",))) == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("town/adress", "There is no tool town/adress; near it: town/address"),
        ("sea/find", r"sea/find is of no server that the task permits \(town\)"),
        ("find", "of no server that the task permits"),
        ("", "no name of a tool"),
        (" town/find", "no name of a tool"),
        ("town/find\x00", "no name of a tool"),
        ("town/" + "x" * 200, "no name of a tool"),
    ],
)
def test_what_is_not_permitted_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        SHELF.require(TRIP, name)


def test_tools_of_unknown_servers_are_taken_as_named() -> None:
    Toolshelf().require(TRIP, "town/anything")
    assert Toolshelf().doubts(TRIP, call("anything", a=1)) == []
    with pytest.raises(Refused):
        Toolshelf().require(TRIP, "sea/anything")


def test_arguments_are_held_against_the_schema() -> None:
    SHELF.require(TRIP, "town/find")
    assert SHELF.doubts(TRIP, call("find", city="Oslo")) == []
    (missing,) = SHELF.doubts(TRIP, call("find"))
    assert missing.startswith("town/find does not take these arguments:")
    assert "city" in missing
    assert SHELF.doubts(TRIP, Call("town/find", '{"city": "Oslo"}')) == []
    assert "JSON array" in SHELF.doubts(TRIP, Call("town/find", [1]))[0]
    assert "no tool town/fly" in SHELF.doubts(TRIP, call("fly"))[0]


def test_a_broken_schema_takes_anything() -> None:
    broken = Tool(server="town", name="find", input_schema={"type": 7})
    assert Toolshelf([broken]).doubts(TRIP, call("find", city=1)) == []
