"""The table of applications is sound, and all of its servers work."""

from __future__ import annotations

import difflib
import keyword
import re
from pathlib import Path
from typing import Any

import pytest

from m3bench.hosting import load_catalog
from m3bench.runs.serving import bundled_servers
from m3bench.servers import LISTED, ON_REQUEST, SERVERS, bundled_schemas, collection_of, is_on_request, load
from m3bench_world import World
from m3bench_world.servers.synthetic.notation import applications
from m3bench_world.servers.synthetic.table import Application, Kind
from tests.servers.asking import InProcess

RESERVED = {
    "id",
    "limit",
    "offset",
    "query",
    "by",
    "archived",
    "include_archived",
    "records",
    "context",
    "self",
}
"""Names of other parameters of the tools and of their functions."""
WORLD = World()


def normalized(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower()).removesuffix("mcp").removesuffix("server").removesuffix("s")


def test_there_are_sixty_with_thousands_of_tools() -> None:
    tools = {name: len(server.tools) for name, server in ON_REQUEST.items()}
    assert (len(tools), sum(tools.values())) == (60, 2845)
    assert all(35 <= count <= 51 for count in tools.values())
    assert list(ON_REQUEST) == sorted(ON_REQUEST)


def test_no_name_is_or_resembles_that_of_another_server() -> None:
    others = [*bundled_servers(), *(entry.name for entry in load_catalog().entries), "user"]
    taken = {normalized(name) for name in others}
    assert [name for name in ON_REQUEST if normalized(name) in taken] == []
    assert [name for name in ON_REQUEST if difflib.get_close_matches(name, others, cutoff=0.8)] == []
    assert len({normalized(name) for name in ON_REQUEST}) == len(ON_REQUEST)


def test_no_list_of_servers_has_them_and_yet_they_load() -> None:
    assert not ON_REQUEST.keys() & {*SERVERS, *LISTED, *bundled_servers()}
    assert collection_of("crm") is None
    assert "crm/list_deals" not in bundled_schemas()
    assert is_on_request("crm")
    assert not is_on_request("math")
    assert load("crm") is ON_REQUEST["crm"]
    with pytest.raises(KeyError):
        ON_REQUEST["math"]


def test_a_registered_server_of_the_same_name_comes_first() -> None:
    SERVERS.register("crm", _renamed(load("crm")))
    try:
        assert not is_on_request("crm")
        assert load("crm").purpose == "Another one."
    finally:
        SERVERS.unregister("crm")
    assert is_on_request("crm")


def _renamed(server: Any) -> Any:
    other = type(server)("crm", "Another one.", sources=("arithmetic",))
    other.tools = dict(server.tools)
    return other


@pytest.mark.parametrize("application", applications().values(), ids=lambda each: each.name)
def test_names_in_the_table_are_sound(application: Application) -> None:
    kinds = [kind.name for kind in application.kinds]
    assert len(set(kinds)) == len(kinds) >= 5
    for kind in application.kinds:
        names = [field.name for field in kind.fields]
        assert len(set(names)) == len(names)
        assert not {*names} & RESERVED
        assert not any(map(keyword.iskeyword, names))
        assert kind.plural not in kinds


@pytest.mark.parametrize("name", ON_REQUEST)
def test_every_server_has_described_tools_and_a_proof_that_works(name: str, tmp_path: Path) -> None:
    server = ON_REQUEST[name]
    assert server.name == name
    assert server.proof is not None
    data = InProcess(name, tmp_path, WORLD)(server.proof.tool, **server.proof.arguments).data
    assert data["total"] >= 18
    for tool in server.tools.values():
        assert re.fullmatch(r"[a-z]+(_[a-z]+)+", tool.name)
        assert len(tool.description) > 25
        assert all(len(each["description"]) > 5 for each in tool.input_schema["properties"].values())
    assert list(tmp_path.iterdir()) == [], "reading leaves nothing behind"


def use_all_tools(ask: InProcess, kind: Kind) -> set[str]:
    """Call each tool of a kind as somebody would who works with its records."""
    called = set()

    def call(tool: str, **arguments: Any) -> Any:
        called.add(tool)
        return ask(tool, **arguments).data

    first = call(f"list_{kind.plural}", limit=1)[kind.plural][0]
    assert call(f"get_{kind.name}", id=first["id"]) == first
    assert call(f"search_{kind.plural}", query=first["id"])["total"] >= 1
    total = call(f"summarize_{kind.plural}")["total"]
    given = {name: value for name, value in first.items() if name not in ("id", "archived")}
    made = call(f"create_{kind.name}", **given)["created"]["id"]
    choices = {each.name: each.words for each in kind.of_type("choice")}  # type: ignore[arg-type]
    for action in kind.actions:
        other = next(each for each in choices[action.field] if each != action.value)
        ask(f"update_{kind.name}", id=made, **{action.field: other})
        assert call(f"{action.verb}_{kind.name}", id=made)["changed"] == {action.field: action.value}
    name, words = next(iter(choices.items()))
    now = call(f"get_{kind.name}", id=made)[name]
    other = next(word for word in words if word != now)
    assert call(f"update_{kind.name}", id=made, **{name: other})["changed"] == {name: other}
    if kind.actions:
        assert call(f"get_{kind.name}_history", id=made)["changes"][-1]["set"] == {name: other}
    assert call(f"summarize_{kind.plural}")["total"] == total + 1
    call(f"{'archive' if kind.is_archivable else 'delete'}_{kind.name}", id=made)
    assert call(f"summarize_{kind.plural}")["total"] == total
    return called


def work_with(application: Application, workspace: Path) -> None:
    ask = InProcess(application.name, workspace, WORLD)
    called = [use_all_tools(ask, kind) for kind in application.kinds]
    assert set().union(*called) == set(load(application.name).tools)


@pytest.mark.parametrize("name", ["crm", "ski-resort"])
def test_all_tools_of_two_servers_work(name: str, tmp_path: Path) -> None:
    work_with(applications()[name], tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("application", applications().values(), ids=lambda each: each.name)
def test_all_tools_of_all_servers_work(application: Application, tmp_path: Path) -> None:
    work_with(application, tmp_path)
