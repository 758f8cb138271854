"""A server of one's own over stdio: breads by kind, with what is in them; and a till that nobody may try."""

from __future__ import annotations

import json

from mcp.server import MCPServer
from mcp.types import ToolAnnotations

server = MCPServer("bakery")
READS = ToolAnnotations(read_only_hint=True)
BREADS = {
    "BR-7731-K": ("Rye loaf", "rye", 480, 650),
    "BR-2290-P": ("Dark rye loaf", "rye", 520, 900),
    "BR-5012-X": ("Spelt roll", "spelt", 95, 70),
}


@server.tool(annotations=READS)
def search_breads(flour: str) -> str:
    """Search breads by flour, such as 'rye' or 'spelt'. Gives the bread_id and the name of each."""
    breads = [{"bread_id": key, "name": bread[0]} for key, bread in BREADS.items() if bread[1] == flour]
    return json.dumps({"total": len(breads), "breads": breads})


@server.tool(annotations=READS)
def get_bread(bread_id: str) -> str:
    """Everything about one bread: price in cents and weight in grams."""
    if bread_id not in BREADS:
        raise ValueError(f"no bread {bread_id!r}")
    _, _, price, weight = BREADS[bread_id]
    return json.dumps({"price_cents": price, "weight_g": weight})


@server.tool()
def order_bread(bread_id: str) -> str:
    """Order a bread."""
    raise SystemExit(f"{bread_id} was ordered, which nobody wanted")


if __name__ == "__main__":
    server.run()
