"""An agent of Google's Agent Development Kit, with the gateway of m3bench as its MCP server."""

import asyncio
import mimetypes
import os
from pathlib import Path

from google.adk.agents import LlmAgent
from google.adk.runners import InMemoryRunner
from google.adk.tools.mcp_tool import McpToolset, StreamableHTTPConnectionParams
from google.genai import types

INSTRUCTIONS = "Solve the task with the tools. Hand in the final answer with the tool submit_answer, once."
APP = "m3bench"


def picture(name: str) -> types.Part:
    path = Path(os.environ["M3BENCH_WORKSPACE"], name)
    return types.Part.from_bytes(
        data=path.read_bytes(), mime_type=mimetypes.guess_type(name)[0] or "image/png"
    )


async def main() -> None:
    names = os.environ["M3BENCH_IMAGES"].splitlines()
    text = "\n".join([os.environ["M3BENCH_REQUEST"], *(f"[file {name}]" for name in names)])
    headers = {"Authorization": f"Bearer {os.environ['M3BENCH_GATEWAY_TOKEN']}"}
    gateway = McpToolset(
        connection_params=StreamableHTTPConnectionParams(
            url=os.environ["M3BENCH_GATEWAY_URL"], headers=headers, timeout=600
        )
    )
    agent = LlmAgent(
        name=APP,
        model=os.environ.get("MODEL", "gemini-2.5-pro"),
        # A function, because braces in a plain text would be read as variables.
        instruction=lambda _: INSTRUCTIONS,
        tools=[gateway],
    )
    runner = InMemoryRunner(agent, app_name=APP)
    session = await runner.session_service.create_session(app_name=APP, user_id=APP)
    message = types.Content(role="user", parts=[types.Part(text=text), *map(picture, names)])
    answer = ""
    async for event in runner.run_async(user_id=APP, session_id=session.id, new_message=message):
        if event.is_final_response() and event.content and event.content.parts:
            answer = "".join(part.text or "" for part in event.content.parts)
    await runner.close()
    print(answer)  # noqa: T201 - the answer


asyncio.run(main())
