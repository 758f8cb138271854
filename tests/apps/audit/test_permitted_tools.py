from __future__ import annotations

import msgspec
import pytest

from m3bench.apps.audit import PermittedTools
from m3bench.apps.audit.edits import EditRefused
from m3bench.core import Call
from m3bench.hosting import Tool
from tests.apps.audit.samples import TOOLS, TRIP, call

PERMITTED = PermittedTools(TOOLS)


def test_what_a_task_permits_is_what_its_servers_have() -> None:
    wide = msgspec.structs.replace(TRIP, servers=("town", "sea"))
    assert [tool.name for tool in PERMITTED.permitted(wide)] == [tool.name for tool in TOOLS]
    assert PERMITTED.unknown(wide) == ["sea"]
    assert PERMITTED.permitted(msgspec.structs.replace(TRIP, servers=("sea",))) == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("town/adress", "There is no tool town/adress. Similar tools: town/address"),
        ("sea/find", r"sea/find is not on a server that the task permits \(town\)"),
        ("find", "not on a server that the task permits"),
        ("", "Invalid tool name"),
        (" town/find", "Invalid tool name"),
        ("town/find\x00", "Invalid tool name"),
        ("town/" + "x" * 200, "Invalid tool name"),
    ],
)
def test_what_is_not_permitted_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(EditRefused, match=sentence):
        PERMITTED.require_permitted(TRIP, name)


def test_tools_of_unknown_servers_are_taken_as_named() -> None:
    PermittedTools().require_permitted(TRIP, "town/anything")
    assert PermittedTools().call_problems(TRIP, call("anything", a=1)) == []
    with pytest.raises(EditRefused):
        PermittedTools().require_permitted(TRIP, "sea/anything")


def test_arguments_are_held_against_the_schema() -> None:
    PERMITTED.require_permitted(TRIP, "town/find")
    assert PERMITTED.call_problems(TRIP, call("find", city="Oslo")) == []
    (missing,) = PERMITTED.call_problems(TRIP, call("find"))
    assert missing.startswith("town/find does not take these arguments:")
    assert "city" in missing
    assert PERMITTED.call_problems(TRIP, Call("town/find", '{"city": "Oslo"}')) == []
    assert "JSON array" in PERMITTED.call_problems(TRIP, Call("town/find", [1]))[0]
    assert "no tool town/fly" in PERMITTED.call_problems(TRIP, call("fly"))[0]


def test_a_broken_schema_takes_anything() -> None:
    broken = Tool(server="town", name="find", input_schema={"type": 7})
    assert PermittedTools([broken]).call_problems(TRIP, call("find", city=1)) == []
