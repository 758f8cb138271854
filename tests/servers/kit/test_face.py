"""A second face of a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest

from m3bench.servers import Files, Server, ToolFailure
from m3bench.servers.kit import Answer, Proof, about, make_face
from m3bench_world import World
from m3bench_world.servers.context import ToolContext

original = Server("original", "Two tools.", sources=("arithmetic",), proof=Proof("double", {"number": 1}))


@original.tool
def double(number: Annotated[float, about("A number.")], times: int = 1) -> Answer:
    """Double a number several times."""
    return Answer(number * 2**times)


@original.tool(name="write-file", read_only=False)
def write_file() -> Answer:
    """Write a file."""
    return Answer("written")


def once(number: Annotated[float, about("Any number.")]) -> Answer:
    return double(number)


def context(folder: Path) -> ToolContext:
    return ToolContext(World(), Files(folder))


def test_a_face_has_the_tools_descriptions_and_flags_of_the_original(tmp_path: Path) -> None:
    face = make_face(original, "face")
    assert list(face.tools) == ["double", "write-file"]
    assert (face.name, face.purpose, face.proof) == ("face", original.purpose, original.proof)
    for name, tool in face.tools.items():
        assert tool.input_schema == original.tools[name].input_schema
        assert (tool.description, tool.read_only) == (
            original.tools[name].description,
            original.tools[name].read_only,
        )
    answer = face.call(context(tmp_path), "double", {"number": 3, "times": 2})
    assert (answer.data, answer.sources) == (12, ("arithmetic",))


def test_tools_can_be_left_out_and_replaced(tmp_path: Path) -> None:
    face = make_face(original, "face", "One tool.", tools=["double"], strict=True, overrides={"double": once})
    assert list(face.tools) == ["double"]
    assert face.tools["double"].description == "Double a number several times."
    assert list(face.tools["double"].input_schema["properties"]) == ["number"]
    assert face.call(context(tmp_path), "double", {"number": 3}).data == 6
    with pytest.raises(ToolFailure, match="times"):
        face.call(context(tmp_path), "double", {"number": 3, "times": 2})
    assert original.call(context(tmp_path), "double", {"number": 3, "times": 2, "more": 1}).data == 12


def test_a_tool_that_the_original_lacks_is_an_error() -> None:
    with pytest.raises(KeyError, match="triple"):
        make_face(original, "face", tools=["triple"])
