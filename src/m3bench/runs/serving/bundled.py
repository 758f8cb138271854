"""The bundled servers as the harness sees them: in process for speed, or as commands that speak MCP."""

from __future__ import annotations

import functools
import logging
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio.to_thread
import msgspec

from m3bench.core import Content, Media, Text
from m3bench.hosting import (
    Environments,
    JoinedHost,
    Pool,
    Proof,
    Reply,
    Scope,
    ServerSpec,
    Tool,
    ToolHost,
    load_catalog,
    with_reported_outcome,
)
from m3bench.servers import MODULES, Answer, Files, ToolContext, ToolFailure, load
from m3bench.servers.kit import failure_of, meta_of
from m3bench.world import World

THIRD_PARTY = {"excel": "excel-mcp-server", "ppt": "office-powerpoint-mcp-server"}
"""Servers of M³-Bench that are the packages themselves: their name there → their name in the catalog."""

BUNDLED = tuple(sorted((*MODULES, *THIRD_PARTY), key=str.casefold))

PROOFS = {
    "Reddit-MCP-Server": Proof("search_hot_posts", {"subreddit": "books", "limit": 2}),
    "amazon": Proof("search_products", {"keywords": "water bottle", "n": 2}),
    "car-price": Proof("get_car_brands"),
    "dinox-mcp": Proof(
        "detect-all-objects", {"imageFileUri": "sample.png", "includeDescription": False}, ("sample.png",)
    ),
    "excel": Proof("create_workbook", {"filepath": "${WORKSPACE}/new.xlsx"}),
    "food_nutrition_mcp": Proof("get_nutrition", {"query": "2 medium apples"}),
    "google-air": Proof("current_conditions", {"lat": 48.8566, "lng": 2.3522}),
    "google-maps": Proof("geocode", {"address": "Paris, France"}),
    "healthcare-mcp": Proof("lookup_icd_code", {"code": "J30"}),
    "hugeicons-mcp": Proof("search_icons", {"query": "tree"}),
    "imagesorcery-mcp": Proof(
        "crop", {"input_path": "sample.png", "x1": 0, "y1": 0, "x2": 99, "y2": 50}, ("sample.png",)
    ),
    "linkimage-mcp": Proof("fetch_unsplash_image", {"url": "https://photos.example/landmarks/eiffel-tower"}),
    "math": Proof("mean", {"numbers": [1, 2, 6]}),
    "metmuseum-mcp": Proof("list-departments"),
    "nasa-mcp": Proof("get_solar_flare", {"start_date": "2025-01-03", "end_date": "2025-01-10"}),
    "nationalparks": Proof("getCampgrounds", {"parkCode": "yose"}),
    "nixos": Proof("nixos_search", {"query": "numpy"}),
    "ocr": Proof("perform_ocr", {"input_data": "sample.png"}, ("sample.png",)),
    "okx": Proof("get_price", {"instrument": "BTC-USDT"}),
    "openlibrary_mcp": Proof("get_book_info", {"title": "garden"}),
    "paper_search": Proof("search_arxiv", {"query": "ti:zebra"}),
    "ppt": Proof("create_presentation"),
    "pyzbar-mcp": Proof("scan_barcode", {"image_paths": "sample.png"}, ("sample.png",)),
    "tmdb": Proof("search_movies", {"query": "Inception"}),
    "weather": Proof("get_weather", {"location": "Tokyo, Japan"}),
    "wiki": Proof("summary", {"title": "Apple"}),
    "yahoo-finance": Proof("get_stock_info", {"ticker": "AAPL"}),
}
"""A call for each that shows that it works."""

_LOOKS_AT_PICTURES = frozenset({"dinox-mcp", "imagesorcery-mcp", "ocr", "pyzbar-mcp"})
"""Their calls are slow, and use nothing of the world."""
_LOCKS = {name: threading.Lock() for name in _LOOKS_AT_PICTURES}
_log = logging.getLogger(__name__)


class BundledHost:
    """Our own servers in this process. A `ToolHost`: one for each task, since files are the task's own."""

    def __init__(self, names: Iterable[str], world: World, workspace: Path) -> None:
        self._names = tuple(names)
        self._desk = ToolContext(world, Files(workspace))
        self.faults: dict[str, str] = {}

    async def tools(self) -> Sequence[Tool]:
        return [tool for name in self._names for tool in bundled_tools(name)]

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        try:
            answer = await self._answer(tool, arguments)
        except Exception as error:  # noqa: BLE001 - a bug in a server is its fault, as it is over stdio
            if not isinstance(error, ToolFailure):
                _log.debug("%s failed", tool.full_name, exc_info=True)
            said, meta = failure_of(error)
            return with_reported_outcome(Reply((Text(said),), is_error=True, meta=meta))
        return with_reported_outcome(Reply(_content(answer), meta=meta_of(answer)))

    async def _answer(self, tool: Tool, arguments: dict[str, Any]) -> Answer:
        server = load(tool.server)
        if tool.server not in _LOOKS_AT_PICTURES:
            return server.call(self._desk, tool.name, arguments)
        # Takes a second, mostly outside the interpreter: others go on meanwhile.
        return await anyio.to_thread.run_sync(
            _in_turn,
            tool.server,
            functools.partial(server.call, self._desk, tool.name, arguments),
            # Limits of time and Ctrl-C do not wait for what somebody's picture or PDF does to its reader.
            abandon_on_cancel=True,
        )


def _in_turn(server: str, call: Callable[[], Answer]) -> Answer:
    """One call of a server at a time: they were not written for several threads."""
    with _LOCKS[server]:
        return call()


@asynccontextmanager
async def bundled_lease(
    pool: Pool, world: World, names: Sequence[str] = BUNDLED, *, ahead: int | None = None
) -> AsyncIterator[tuple[Path, ToolHost]]:
    """A workspace, and over it the named servers: ours in process, the third-party ones as processes."""
    others = [third_party_spec(name) for name in names if name in THIRD_PARTY]
    async with pool.lease(others, ahead=ahead) as lease:
        ours = BundledHost([name for name in names if name in MODULES], world, lease.workspace)
        yield lease.workspace, JoinedHost([ours, lease.host])


def bundled_spec(name: str, world: World) -> ServerSpec:
    """The server as a command, with a workspace per task."""
    if name in THIRD_PARTY:
        return third_party_spec(name)
    seed, now = str(world.seed), world.now.isoformat()
    arguments = ("-m", "m3bench.servers", name, "--seed", seed, "--now", now, "--workspace", "${WORKSPACE}")
    return ServerSpec(name=name, command=sys.executable, args=arguments, scope=Scope.TASK, bundled=True)


def third_party_spec(name: str) -> ServerSpec:
    """A package of the catalog under the name that M³-Bench gives it."""
    spec = load_catalog().spec(THIRD_PARTY[name], Environments())
    return msgspec.structs.replace(spec, name=name)


@functools.cache
def perception_tools() -> frozenset[str]:
    """Full names of the tools of bundled servers that tell what a picture shows."""
    return frozenset(
        f"{name}/{definition.name}"
        for name in MODULES
        for definition in load(name).tools.values()
        if definition.perception
    )


@functools.cache
def bundled_tools(name: str) -> tuple[Tool, ...]:
    return tuple(
        Tool(
            server=name,
            name=definition.name,
            description=definition.description,
            input_schema=definition.input_schema,
            annotations={"readOnlyHint": definition.read_only, "openWorldHint": False},
        )
        for definition in load(name).tools.values()
    )


def _content(answer: Answer) -> tuple[Content, ...]:
    pictures = (Media(media_type=picture.media_type, data=picture.data) for picture in answer.pictures)
    return (Text(answer.text), *pictures)
