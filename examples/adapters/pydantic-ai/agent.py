"""An agent of Pydantic AI, with the gateway of m3bench as its MCP server."""

import asyncio
import mimetypes
import os
from pathlib import Path

from pydantic_ai import Agent, BinaryContent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.usage import UsageLimits

INSTRUCTIONS = "Solve the task with the tools. Hand in the final answer with the tool submit_answer, once."


def picture(name: str) -> BinaryContent:
    path = Path(os.environ["M3BENCH_WORKSPACE"], name)
    return BinaryContent(path.read_bytes(), media_type=mimetypes.guess_type(name)[0] or "image/png")


async def main() -> None:
    names = os.environ["M3BENCH_IMAGES"].splitlines()
    text = "\n".join([os.environ["M3BENCH_REQUEST"], *(f"[file {name}]" for name in names)])
    headers = {"Authorization": f"Bearer {os.environ['M3BENCH_GATEWAY_TOKEN']}"}
    gateway = MCPToolset(os.environ["M3BENCH_GATEWAY_URL"], headers=headers)
    name = os.environ.get("MODEL", "gpt-5.1")
    model = name if ":" in name else f"openai-chat:{name}"
    agent = Agent(model, instructions=INSTRUCTIONS, toolsets=[gateway])
    async with agent:
        done = await agent.run([text, *map(picture, names)], usage_limits=UsageLimits(request_limit=50))
    print(done.output)  # noqa: T201 - the answer


asyncio.run(main())
