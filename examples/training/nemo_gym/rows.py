"""Write the tasks of `m3bench environment serve` as rows of NeMo Gym: JSON lines.

python rows.py > tasks.jsonl
"""

# ruff: noqa: T201 - a program prints its results

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from client import Service


def rows(service: Service) -> Iterator[dict[str, Any]]:
    """Yield a row for each task: its messages and tools as a request of OpenAI's Responses API."""
    with service.session() as session:
        for task in service.tasks():
            first = session.reset(task["id"])
            tools = [{"type": "function", "strict": False, **tool["function"]} for tool in first["tools"]]
            messages = [{**message, "content": parts(message["content"])} for message in first["messages"]]
            yield {
                "task": task["id"],
                "seed": 0,
                "responses_create_params": {"input": messages, "tools": tools},
            }


def parts(content: Any) -> Any:
    """Return the content of a message as the Responses API writes it."""
    if isinstance(content, str):
        return content
    return [
        {"type": "input_image", "detail": "auto", "image_url": part["image_url"]["url"]}
        if part["type"] == "image_url"
        else {"type": "input_text", "text": part.get("text", f"[{part['type']}]")}
        for part in content
    ]


if __name__ == "__main__":
    found = Service(os.environ["M3BENCH_ENVIRONMENT_URL"], os.environ["M3BENCH_ENVIRONMENT_TOKEN"])
    for row in rows(found):
        print(json.dumps(row))
