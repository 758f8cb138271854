"""The architecture: which room imports which, and that imports go through doors.

A room is a package right below `m3bench`; packages inside it are rooms within the room. The `__init__` of a
package is its door: other packages import what its `__all__` names, and nothing past it. The content,
`m3bench_world` and `m3bench_suites`, stands apart: the engine imports none of it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

import m3bench
from scripts.draw_architecture import CONTENT, is_ours, statements

SOURCE = Path(m3bench.__file__).parent
ARROWS = {
    "core": "",
    "confinement": "",
    "http_server": "core",
    "workers": "confinement",
    "caching": "",
    "media": "core caching workers",
    "worlds": "core",
    "records": "core workers",
    "encoders": "core caching",
    "examples": "",
    "statistics": "core",
    "formats": "core",
    "scoring": "core encoders statistics",
    "hosting": "core confinement encoders http_server",
    "models": "core caching",
    "models.local": "core hosting",
    "testing": "core models",
    "agents": "core hosting models",
    "sabotage": "core hosting media workers",
    "judges": "core caching models statistics",
    "rendering": "core caching confinement workers",
    "checks": "core judges statistics workers media records rendering",
    "servers": "core http_server workers worlds caching records",
    "suites": "core formats worlds checks caching media rendering",
    "runs": "core workers caching media encoders formats scoring hosting models agents judges checks records"
    " rendering sabotage servers suites worlds",
    "curation": "core encoders formats media scoring hosting agents checks sabotage servers suites worlds"
    " runs",
    "forge": "core encoders scoring hosting models agents judges",
    "forge.tasks": "core hosting models agents checks",
    "forge.scenarios": "core hosting models agents checks suites worlds",
    "forge.runner": "core encoders formats hosting models agents checks curation suites worlds runs",
    "soak": "core formats hosting models servers suites testing worlds runs",
    "reports": "core formats scoring hosting judges checks runs curation forge",
    "submissions": "core agents formats scoring curation suites worlds runs reports",
    "server_tests": "core encoders formats statistics hosting agents checks worlds runs forge reports",
    "apps": "core http_server formats scoring statistics hosting judges checks rendering suites runs reports",
    "integrations": "core encoders formats scoring hosting models agents checks sabotage servers suites"
    " worlds runs",
    "environment": "core http_server workers encoders scoring hosting models agents checks sabotage servers"
    " suites runs",
    "api": "core encoders formats scoring models agents servers suites worlds runs",
    "cli": "core caching encoders formats scoring hosting models agents judges checks servers suites worlds"
    " runs curation forge reports submissions server_tests environment apps soak integrations",
    "m3bench_world": "core http_server workers caching media records rendering servers worlds cli reports",
    "m3bench_suites": "core formats worlds checks caching media suites m3bench_world",
}
"""What each room may import; a room within a room has a line of its own where it may import more."""

CATALOGUES = (
    "m3bench_suites.builders.cross",
    "m3bench_suites.builders.m3",
    "m3bench_suites.builders.omni",
    "m3bench_suites.builders.verse",
    "m3bench_world.scenes.kinds",
    "m3bench_world.scenes.photographs.kinds",
    "m3bench_world.scenes.sprites",
)
"""Packages of many like modules, each found by its name. Their modules are public."""


class Import(NamedTuple):
    """One name that a module imports from ours."""

    importer: str
    source: str
    name: str

    def __str__(self) -> str:
        return f"{self.importer} imports {self.name} from {self.source}"


@cache
def modules() -> dict[str, Path]:
    """All modules of our packages by their dotted names; a package stands for its `__init__`."""
    packages = (SOURCE, *CONTENT)
    return {_dotted(path, package): path for package in packages for path in sorted(package.rglob("*.py"))}


def _dotted(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_package(module: str) -> bool:
    return module in modules() and modules()[module].name == "__init__.py"


def package_of(module: str) -> str:
    return module if is_package(module) else module.rpartition(".")[0]


def imports_of(module: str, text: str) -> Iterator[Import]:
    """All imports of our own modules, wherever in the text they stand."""
    for node in statements(ast.parse(text).body):
        if isinstance(node, ast.Import):
            yield from (Import(module, each.name, "*") for each in node.names if is_ours(each.name))
        elif isinstance(node, ast.ImportFrom) and is_ours(node.module or ""):
            for each in node.names:
                full = f"{node.module}.{each.name}"
                source = full if full in modules() and is_package(full) else node.module or ""
                yield Import(module, source, each.name)


@cache
def all_imports() -> tuple[Import, ...]:
    return tuple(
        found for module, path in modules().items() for found in imports_of(module, path.read_text("utf-8"))
    )


@cache
def public_names(package: str) -> frozenset[str]:
    """What the `__all__` of a package names."""
    for node in ast.parse(modules()[package].read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return frozenset(ast.literal_eval(node.value))
    return frozenset()


def room_of(module: str) -> str:
    """The room of a module, or the room within it that has arrows of its own."""
    package, *parts = module.split(".")
    if package != SOURCE.name:
        return package
    inner = ".".join(parts[:2])
    return inner if inner in ARROWS else parts[0] if parts else ""


def is_past_a_door(found: Import) -> bool:
    """Whether an import reaches into a package from outside, for something that its door does not name."""
    source, here = found.source, package_of(found.importer)
    if source not in modules():
        return False
    home = package_of(source)
    if here == "m3bench_world.cli" and home.startswith("m3bench.cli"):
        return False  # commands of the world are made of the same parts as those of the engine
    if here == home or here.startswith(f"{home}.") or home.startswith(CATALOGUES):
        return False
    if not is_package(source):
        return True
    # The own room's door is no way to what stands beside it.
    return found.name not in {*public_names(source), source.rpartition(".")[2], "*"}


def lazy_doors() -> list[str]:
    """Packages whose names are imported on first use."""
    return [name for name, path in modules().items() if "= lazy_names(__name__)" in path.read_text("utf-8")]


@pytest.mark.parametrize("package", lazy_doors())
def test_all_names_of_a_lazy_door_are_there(package: str) -> None:
    door = import_module(package)
    assert [name for name in public_names(package) if not hasattr(door, name)] == []


@pytest.mark.parametrize("package", lazy_doors())
def test_a_lazy_name_is_no_module(package: str) -> None:
    """Importing the module would take the place of the name."""
    body = ast.parse(modules()[package].read_text("utf-8")).body
    (lazy,) = (node for node in body if isinstance(node, ast.If))
    imports = [node for node in lazy.body if isinstance(node, ast.ImportFrom)]
    names = {alias.asname or alias.name for node in imports for alias in node.names}
    assert names
    assert not {f"{package}.{name}" for name in names} & set(modules())


def test_all_rooms_are_known() -> None:
    found = {room_of(name).split(".")[0] for name in modules()} - {"", "__main__"}
    assert found == {room.split(".")[0] for room in ARROWS}


def test_arrows_make_no_circle() -> None:
    outer = {room: ARROWS[room].split() for room in ARROWS if "." not in room}
    assert list(TopologicalSorter(outer).static_order())


@pytest.mark.parametrize("room", ARROWS)
def test_a_room_imports_only_what_it_may(room: str) -> None:
    allowed = {room, room.split(".", maxsplit=1)[0], *ARROWS[room].split()}
    against = [
        str(each)
        for each in all_imports()
        if room_of(each.importer) == room
        and each.source != "m3bench"
        and room_of(each.source).split(".")[0] not in allowed
    ]
    assert against == []


ENGINE = [name for name in modules() if name.split(".")[0] == SOURCE.name]


LISTED = ("m3bench.cli.verbs", "m3bench.cli.kinds.table")
"""They name commands and kinds that other packages bring, so that their absence can be explained."""


def test_the_engine_knows_no_content() -> None:
    """No import, and no name of a module in a text, but for the commands that the help lists."""
    content = re.compile(rf"\b(?:{'|'.join(each.name for each in CONTENT)})[.:]")
    assert [
        name for name in ENGINE if name not in LISTED and content.search(modules()[name].read_text("utf-8"))
    ] == []


def test_builders_are_imported_by_name_alone() -> None:
    """Running released tasks needs none of them; building and verifying finds them through entry points."""
    builders = "m3bench_suites.builders"
    outside = [each for each in all_imports() if not each.importer.startswith(builders)]
    assert [str(each) for each in outside if each.source.startswith(builders)] == []


def test_the_world_does_not_know_its_servers() -> None:
    servers, asking = (
        "m3bench_world.servers",
        ("m3bench_world.servers", "m3bench_world.lookup", "m3bench_world.cli"),
    )
    inside = [each for each in all_imports() if not each.importer.startswith(asking)]
    assert [str(each) for each in inside if each.source.startswith(servers)] == []


def test_no_import_goes_past_a_door() -> None:
    assert [str(each) for each in all_imports() if is_past_a_door(each)] == []


def test_a_deep_import_is_named() -> None:
    text = "def late():\n    from m3bench.hosting.gateway.token import new_token\n"
    (found,) = imports_of("m3bench.runs.session", text)
    assert is_past_a_door(found)
    assert str(found) == "m3bench.runs.session imports new_token from m3bench.hosting.gateway.token"


def test_what_a_door_does_not_name_is_private() -> None:
    text = "from m3bench.hosting.gateway import Assignment, hidden"
    assert [is_past_a_door(each) for each in imports_of("m3bench.runs.session", text)] == [False, True]


def bound_names(body: list[ast.stmt]) -> set[str]:
    """Return the names that statements bind, without those of functions and classes among them."""
    names: set[str] = set()
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(node.name)
            case ast.Import() | ast.ImportFrom():
                names.update((alias.asname or alias.name).partition(".")[0] for alias in node.names)
            case ast.If():
                names |= bound_names(node.body) | bound_names(node.orelse)
            case _:
                stored = (each for each in ast.walk(node) if isinstance(each, ast.Name))
                names.update(each.id for each in stored if isinstance(each.ctx, ast.Store))
    return names


def test_names_inside_functions_are_not_bound_by_the_module() -> None:
    module = ast.parse("from a import b\nif b:\n    import c.d\ndef e():\n    f = 1\ng: int = 2\n")
    assert bound_names(module.body) == {"b", "c", "e", "g"}


@pytest.mark.parametrize("package", [name for name in modules() if is_package(name)])
def test_a_door_names_only_what_exists(package: str) -> None:
    text = modules()[package].read_text("utf-8")
    names = bound_names(ast.parse(text).body)
    # A package with `__getattr__` loads names on demand: those must at least be strings in it.
    lazy = "__getattr__" in names
    # A module of the package needs no import: `from package import module` finds it.
    names |= {name for name in public_names(package) if f"{package}.{name}" in modules()}
    missing = {name for name in public_names(package) - names if not (lazy and text.count(f'"{name}"') > 1)}
    assert not missing, f"{package}: __all__ names what does not exist: {sorted(missing)}"


def test_rooms_within_a_room_have_doors_too() -> None:
    text = (
        "from m3bench.hosting.process.server_log import ServerLog\n"
        "from m3bench.hosting.spec import ServerSpec"
    )
    found = list(imports_of("m3bench.hosting.session.stdio", text))
    assert [is_past_a_door(each) for each in found] == [True, False]


def test_imports_are_seen_wherever_they_stand() -> None:
    text = (
        "import m3bench.core\nfrom m3bench import judges\ndef f():\n    from m3bench.models.errors import E"
    )
    assert [room_of(each.source) for each in imports_of("x", text)] == ["core", "judges", "models"]


@pytest.mark.parametrize("package", [name for name in modules() if is_package(name)])
def test_a_package_has_few_modules(package: str) -> None:
    """A person sees the architecture in the tree."""
    count = len(list(modules()[package].parent.glob("*.py")))
    assert count <= 20 or package.startswith(CATALOGUES)
