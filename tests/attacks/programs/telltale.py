"""An agent that calls all tools, and repeats all results in its answer and its output."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

OWN = ("M3BENCH_API_KEY", "CANARY_JUDGE_KEY", "CANARY_AGENT_KEY", "CANARY_DATABASE", "M3BENCH_GATEWAY_TOKEN")
CALLS = [
    *(("leaky__tell", {"how": how}) for how in ("plain", "hex", "HEX", "base64", "urlsafe", "split")),
    *(("leaky__structured", {"how": how}) for how in ("plain", "base64")),
    *(("leaky__fail", {"how": how}) for how in ("plain", "hex")),
    ("leaky__picture", {}),
    ("leaky__photo", {}),
    ("leaky__long", {}),
    ("leaky__keep", {"folder": os.environ["M3BENCH_WORKSPACE"]}),
    ("web__whoami", {}),
]


async def main() -> None:
    own = [os.environ.get(name, "") for name in OWN]
    headers = {"Authorization": f"Bearer {own[-1]}"} if own[-1] else {}
    seen = ["\n".join(own)]
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(os.environ["M3BENCH_GATEWAY_URL"], http_client=http)) as client,
    ):
        for name, arguments in CALLS:
            result = await client.call_tool(name, arguments)
            seen.append(result.model_dump_json())
        await client.call_tool("leaky__tell", {"how": "\n".join(own)})
        answer = "\n".join(part for part in seen if len(part) < 20_000)
        await client.call_tool("submit_answer", {"answer": answer})
    Path(sys.argv[1]).write_text(json.dumps({"seen": seen, "token": own[-1]}))
    for byte in answer[-3000:].encode():
        os.write(1 + byte % 2, bytes([byte]))
    for text in ("\n".join(own), own[-1]):
        os.write(1, text.encode())
        for byte in text.encode():
            os.write(2, bytes([byte]))


asyncio.run(main())
