"""An agent of LangChain, run as a graph of LangGraph, with the gateway of m3bench as its MCP server."""

import asyncio
import base64
import mimetypes
import os
from pathlib import Path

from langchain.agents import create_agent
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools
from langchain_openai import ChatOpenAI

INSTRUCTIONS = "Solve the task with the tools. Hand in the final answer with the tool submit_answer, once."


def picture(name: str) -> dict[str, object]:
    path = Path(os.environ["M3BENCH_WORKSPACE"], name)
    kind = mimetypes.guess_type(name)[0] or "image/png"
    data = base64.b64encode(path.read_bytes()).decode()
    return {"type": "image_url", "image_url": {"url": f"data:{kind};base64,{data}"}}


async def main() -> None:
    names = os.environ["M3BENCH_IMAGES"].splitlines()
    text = "\n".join([os.environ["M3BENCH_REQUEST"], *(f"[file {name}]" for name in names)])
    content = [{"type": "text", "text": text}, *map(picture, names)]
    headers = {"Authorization": f"Bearer {os.environ['M3BENCH_GATEWAY_TOKEN']}"}
    server = {"transport": "streamable_http", "url": os.environ["M3BENCH_GATEWAY_URL"], "headers": headers}
    client = MultiServerMCPClient({"m3bench": server})
    # One session for all calls: without it, the client would open a new one for each call.
    async with client.session("m3bench") as session:
        tools = await load_mcp_tools(session)
        # Only the responses API takes pictures in the results of tools.
        model = ChatOpenAI(model=os.environ.get("MODEL", "gpt-5.1"), use_responses_api=True)
        agent = create_agent(model, tools, system_prompt=INSTRUCTIONS)
        state = await agent.ainvoke(
            {"messages": [{"role": "user", "content": content}]}, {"recursion_limit": 100}
        )
        print(state["messages"][-1].text)  # noqa: T201 - the answer


asyncio.run(main())
