"""An agent of the OpenAI Agents SDK, with the gateway of m3bench as its MCP server."""

import asyncio
import base64
import mimetypes
import os
from pathlib import Path

from agents import Agent, Runner, set_tracing_disabled
from agents.mcp import MCPServerStreamableHttp

INSTRUCTIONS = "Solve the task with the tools. Hand in the final answer with the tool submit_answer, once."


def picture(name: str) -> dict[str, str]:
    path = Path(os.environ["M3BENCH_WORKSPACE"], name)
    kind = mimetypes.guess_type(name)[0] or "image/png"
    data = base64.b64encode(path.read_bytes()).decode()
    return {"type": "input_image", "detail": "auto", "image_url": f"data:{kind};base64,{data}"}


async def main() -> None:
    set_tracing_disabled(disabled=True)
    names = os.environ["M3BENCH_IMAGES"].splitlines()
    text = "\n".join([os.environ["M3BENCH_REQUEST"], *(f"[file {name}]" for name in names)])
    content = [{"type": "input_text", "text": text}, *map(picture, names)]
    headers = {"Authorization": f"Bearer {os.environ['M3BENCH_GATEWAY_TOKEN']}"}
    async with MCPServerStreamableHttp(
        params={"url": os.environ["M3BENCH_GATEWAY_URL"], "headers": headers, "timeout": 600},
        client_session_timeout_seconds=600,
        cache_tools_list=True,
    ) as gateway:
        agent = Agent(
            name="m3bench",
            instructions=INSTRUCTIONS,
            model=os.environ.get("MODEL", "gpt-5.1"),
            mcp_servers=[gateway],
        )
        done = await Runner.run(agent, [{"role": "user", "content": content}], max_turns=50)
        print(done.final_output)  # noqa: T201 - the answer


asyncio.run(main())
