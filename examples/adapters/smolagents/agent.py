"""A tool-calling agent of smolagents, with the gateway of m3bench as its MCP server."""

import os
from pathlib import Path

from PIL import Image
from smolagents import MCPClient, OpenAIModel, Tool, ToolCallingAgent

INSTRUCTIONS = "Hand in the final answer with the tool submit_answer, once, and then with final_answer."


def mark_optional(tool: Tool) -> Tool:
    """smolagents demands every argument that is not marked, also those with a default."""
    for schema in tool.inputs.values():
        choices = schema.get("anyOf", ())
        if "default" in schema or any(choice.get("type") == "null" for choice in choices):
            schema["nullable"] = True
    return tool


def main() -> None:
    folder = Path(os.environ["M3BENCH_WORKSPACE"])
    names = os.environ["M3BENCH_IMAGES"].splitlines()
    text = "\n".join([os.environ["M3BENCH_REQUEST"], *(f"[file {name}]" for name in names)])
    server = {
        "url": os.environ["M3BENCH_GATEWAY_URL"],
        "transport": "streamable-http",
        "headers": {"Authorization": f"Bearer {os.environ['M3BENCH_GATEWAY_TOKEN']}"},
    }
    model = OpenAIModel(
        model_id=os.environ.get("MODEL", "gpt-5.1"),
        api_base=os.environ.get("OPENAI_BASE_URL"),
        api_key=os.environ["OPENAI_API_KEY"],
    )
    with MCPClient(server, structured_output=False) as tools:
        agent = ToolCallingAgent(
            tools=[mark_optional(tool) for tool in tools],
            model=model,
            instructions=INSTRUCTIONS,
            max_steps=50,
            verbosity_level=0,
        )
        print(agent.run(text, images=[Image.open(folder / name) for name in names] or None))  # noqa: T201 - the answer


main()
