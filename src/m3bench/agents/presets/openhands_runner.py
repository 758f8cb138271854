"""Gives one prompt to an agent of the OpenHands SDK, as a program of its own in the environment of the SDK.

    python openhands_runner.py < job.json

Events are printed as JSON lines.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any

# The prices of models would be fetched from the network, when the library is imported.
os.environ.update(LITELLM_LOCAL_MODEL_COST_MAP="True", OPENHANDS_SUPPRESS_BANNER="1")

MAX_STEPS = 200


def say(**event: Any) -> None:
    sys.stdout.write(json.dumps(event, default=str) + "\n")
    sys.stdout.flush()


def main() -> None:
    sdk = importlib.import_module("openhands.sdk")
    job = json.load(sys.stdin)
    key = os.environ.get("LLM_API_KEY")
    llm = sdk.LLM(usage_id="agent", model=job["model"], base_url=job["base_url"], api_key=key)
    headers = {"Authorization": f"Bearer {os.environ['M3BENCH_GATEWAY_TOKEN']}"}
    server = {"url": os.environ["M3BENCH_GATEWAY_URL"], "headers": headers, "transport": "http"}
    # No terminal, no editor, no browser: what finishes the conversation is all that it has of its own.
    agent = sdk.Agent(
        llm=llm, tools=[], mcp_config={job["server"]: server}, include_default_tools=["FinishTool"]
    )

    def seen(event: Any) -> None:
        say(type="event", kind=type(event).__name__, event=event.model_dump(mode="json"))

    conversation = sdk.Conversation(
        agent=agent,
        workspace=str(Path.cwd()),
        callbacks=[seen],
        visualizer=None,
        max_iteration_per_run=MAX_STEPS,
    )
    pictures = [sdk.ImageContent(image_urls=[address]) for address in job["pictures"]]
    content = [sdk.TextContent(text=job["prompt"]), *pictures]
    try:
        conversation.send_message(sdk.Message(role="user", content=content))
        conversation.run()
    except Exception as error:  # noqa: BLE001 - whatever the library raises ends the attempt
        say(type="failed", problem=str(error)[-2000:], kind=type(error.__cause__ or error).__name__)
        sys.exit(1)
    used = conversation.conversation_stats.get_combined_metrics().get()
    say(type="result", status=conversation.state.execution_status.value, metrics=used)


if __name__ == "__main__":
    main()
