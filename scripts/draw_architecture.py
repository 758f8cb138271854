"""Draw `docs/architecture.svg`: the rooms of the package and the imports between them.

    python scripts/draw_architecture.py           write the drawing
    python scripts/draw_architecture.py --check   exit with 1 if the drawing is out of date

A room is drawn above all rooms that it imports. An arrow that follows from others is left out.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

REPOSITORY = Path(__file__).resolve().parent.parent
SOURCE = REPOSITORY / "src" / "m3bench"
CONTENT = tuple(
    REPOSITORY / "packages" / name / "src" / name.replace("-", "_")
    for name in ("m3bench-suites", "m3bench-world")
)
"""Packages of other distributions. Each is one room."""
TARGET = REPOSITORY / "docs" / "architecture.svg"

BOX_WIDTH, BOX_HEIGHT = 132, 40
GAP, LAYER = 26, 96
"""Distances between the boxes of a layer, and between layers, in pixels."""
BEND_WIDTH = 20
"""Width of an arrow that passes through a layer, in pixels."""
MARGIN = 24
SWEEPS = 24

Graph = dict[str, set[str]]


class Node(NamedTuple):
    """A room in its layer, or the point where a long arrow passes through a layer."""

    name: str
    layer: int
    target: str = ""
    """The target of the passing arrow, empty for a room."""

    @property
    def width(self) -> int:
        return BEND_WIDTH if self.target else BOX_WIDTH


def main() -> None:
    text = drawing()
    if "--check" not in sys.argv:
        TARGET.write_text(text, encoding="utf-8")
        print(f"Wrote {TARGET.relative_to(REPOSITORY)}")
    elif not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
        sys.exit("docs/architecture.svg is out of date. Run: python scripts/draw_architecture.py")


def room_of(module: str) -> str:
    """Return the room of `m3bench.ROOM.…`, empty for the package itself. Content is a room of its own."""
    package, *parts = module.split(".")
    return "".join(parts[:1]) if package == SOURCE.name else package


def rooms() -> list[str]:
    """Return what is directly below the package, except `__init__` and `__main__`, and the content."""
    found = {path.relative_to(SOURCE).with_suffix("").parts[0] for path in SOURCE.rglob("*.py")}
    return sorted([*(room for room in found if not room.startswith("__")), *(each.name for each in CONTENT)])


def is_ours(module: str) -> bool:
    """Return whether a module is of one of our packages."""
    return module.split(".", maxsplit=1)[0] in {SOURCE.name, *(each.name for each in CONTENT)}


def statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield all statements, also inside others. Expressions are left out: they take most of the time."""
    for node in body:
        yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, part, ())
            yield from statements(inner if isinstance(inner, list) else ())


def imported_rooms(text: str) -> Iterator[str]:
    """Yield the rooms that a module imports, at the top level or inside functions."""
    for node in statements(ast.parse(text).body):
        if isinstance(node, ast.Import):
            yield from (room_of(each.name) for each in node.names if is_ours(each.name))
        elif isinstance(node, ast.ImportFrom) and is_ours(node.module or ""):
            names = [f"{node.module}.{each.name}" for each in node.names]
            yield from (room_of(name) for name in names)


def _package_of(path: Path) -> Path:
    return next(package for package in (SOURCE, *CONTENT) if path.is_relative_to(package))


@cache
def imports() -> Graph:
    """Return the rooms that each room imports."""
    graph: Graph = {room: set() for room in rooms()}
    for path in sorted(path for package in (SOURCE, *CONTENT) for path in package.rglob("*.py")):
        room = room_of(".".join(path.relative_to(_package_of(path).parent).with_suffix("").parts))
        if room in graph:
            graph[room] |= {each for each in imported_rooms(path.read_text("utf-8")) if each in graph} - {
                room
            }
    return graph


def layers_of(graph: Graph) -> dict[str, int]:
    """Return the length of the longest path down from each room."""

    @cache
    def depth(room: str) -> int:
        return max((depth(other) + 1 for other in graph[room]), default=0)

    return {room: depth(room) for room in sorted(graph)}


def transitive_reduction(graph: Graph) -> Graph:
    """Return the graph without arrows that follow from others."""

    @cache
    def below(room: str) -> frozenset[str]:
        return frozenset(graph[room]).union(*map(below, graph[room]))

    return {
        room: {other for other in others if not any(other in below(way) for way in others)}
        for room, others in graph.items()
    }


def chains(graph: Graph, layers: dict[str, int]) -> list[list[Node]]:
    """Return every arrow as its nodes, one in each layer."""
    return [
        [
            Node(room, layers[room]),
            *(Node(room, layer, other) for layer in range(layers[room] - 1, layers[other], -1)),
            Node(other, layers[other]),
        ]
        for room in sorted(graph)
        for other in sorted(graph[room])
    ]


def order_layers(layers: dict[str, int], ways: list[list[Node]]) -> list[list[Node]]:
    """Return the nodes of each layer from left to right, ordered to minimise crossings."""
    nodes = {Node(room, layer) for room, layer in layers.items()}.union(*ways)
    rows = [
        sorted(node for node in nodes if node.layer == layer) for layer in range(max(layers.values()) + 1)
    ]
    neighbours: dict[Node, set[Node]] = {node: set() for node in nodes}
    for way in ways:
        for upper, lower in pairwise(way):
            neighbours[upper].add(lower)
            neighbours[lower].add(upper)
    best, fewest = rows, crossings(rows, ways)
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        for layer in range(1, len(rows)) if down else range(len(rows) - 2, -1, -1):
            other = rows[layer - 1 if down else layer + 1]
            place = {node: index / max(len(other) - 1, 1) for index, node in enumerate(other)}
            rows = [*rows[:layer], by_neighbours(rows[layer], neighbours, place), *rows[layer + 1 :]]
        count = crossings(rows, ways)
        if count < fewest:
            best, fewest = rows, count
    return best


def by_neighbours(row: list[Node], neighbours: dict[Node, set[Node]], place: dict[Node, float]) -> list[Node]:
    """Sort a layer by the mean position of each node's neighbours."""

    def mean(index: int, node: Node) -> float:
        places = sorted(place[each] for each in neighbours[node] if each in place)
        return sum(places) / len(places) if places else index / max(len(row) - 1, 1)

    keys = {node: (mean(index, node), node) for index, node in enumerate(row)}
    return sorted(row, key=lambda node: keys[node])


def crossings(rows: list[list[Node]], ways: list[list[Node]]) -> int:
    """Count crossing arrows."""
    place = {node: index for row in rows for index, node in enumerate(row)}
    lines = sorted({pair for way in ways for pair in pairwise(way)})
    return sum(
        (place[a] - place[c]) * (place[b] - place[d]) < 0
        for index, (a, b) in enumerate(lines)
        for c, d in lines[index + 1 :]
        if a.layer == c.layer
    )


def positions(rows: list[list[Node]]) -> dict[Node, tuple[float, float]]:
    """Return the centre of every node. Layers are centred, the lowest at the bottom."""
    widths = [sum(node.width for node in row) + GAP * (len(row) - 1) for row in rows]
    found: dict[Node, tuple[float, float]] = {}
    for layer, row in enumerate(rows):
        x = MARGIN + (max(widths) - widths[layer]) / 2
        y = MARGIN + BOX_HEIGHT / 2 + (len(rows) - 1 - layer) * LAYER
        for node in row:
            found[node] = (x + node.width / 2, y)
            x += node.width + GAP
    return found


def drawing() -> str:
    """Return the drawing as SVG."""
    graph = imports()
    layers = layers_of(graph)
    ways = chains(transitive_reduction(graph), layers)
    places = positions(order_layers(layers, ways))
    width = max(x + node.width / 2 for node, (x, _) in places.items()) + MARGIN
    height = max(y for _, y in places.values()) + BOX_HEIGHT / 2 + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">',
        "<title>The packages of m3bench; arrows lead to the packages that each imports</title>",
        *STYLE,
        f'<rect class="ground" width="{width:g}" height="{height:g}"/>',
        *(arrow([places[node] for node in way]) for way in ways),
        *(box(node.name, places[node], graph[node.name]) for node in sorted(places) if not node.target),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


STYLE = (
    "<style>",
    ".ground{fill:#fff}.box{fill:#eef2ff;stroke:#4051b5;stroke-width:1.5}",
    "text{font-family:system-ui,sans-serif;text-anchor:middle;fill:#1e293b}",
    ".name{font-size:16px;font-weight:600}",
    ".arrow{fill:none;stroke:#64748b;stroke-width:1.4;marker-end:url(#tip)}",
    "</style>",
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"',
    ' orient="auto">',
    '<path d="M0 0 8 4 0 8Z" fill="#64748b"/></marker></defs>',
)


def arrow(points: list[tuple[float, float]]) -> str:
    """Return a smooth line from the bottom of the first box, through the bends, to the top of the last."""
    (x, y), (last_x, last_y) = points[0], points[-1]
    stops = [(x, y + BOX_HEIGHT / 2), *points[1:-1], (last_x, last_y - BOX_HEIGHT / 2)]
    path = f"M{stops[0][0]:g} {stops[0][1]:g}"
    for (from_x, from_y), (to_x, to_y) in pairwise(stops):
        middle = (from_y + to_y) / 2
        path += f"C{from_x:g} {middle:g} {to_x:g} {middle:g} {to_x:g} {to_y:g}"
    return f'<path class="arrow" d="{path}"/>'


def box(name: str, place: tuple[float, float], others: Iterable[str]) -> str:
    """Return the box of a room. Its tooltip lists its imports."""
    x, y = place
    about = f"{name} imports {', '.join(sorted(others)) or 'no other room'}"
    return (
        f"<g><title>{escape(about)}</title>"
        f'<rect class="box" x="{x - BOX_WIDTH / 2:g}" y="{y - BOX_HEIGHT / 2:g}" '
        f'width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="7"/>'
        f'<text class="name" x="{x:g}" y="{y + 5:g}">{escape(name)}</text></g>'
    )


if __name__ == "__main__":
    main()
