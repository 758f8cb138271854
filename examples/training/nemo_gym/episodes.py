"""Play episodes on `app.py` over its paths, as an agent of NeMo Gym does, and print their rewards as JSON.

python episodes.py TASK EPISODES '[{"tool": NAME, "arguments": {…}}, …, {"answer": TEXT}]'
"""

# ruff: noqa: T201 - a program prints its results

from __future__ import annotations

import json
import sys
from typing import Any
from unittest.mock import MagicMock

from app import M3BenchConfig, M3BenchServer
from fastapi.testclient import TestClient
from nemo_gym.server_utils import ServerClient
from rows import rows


def response(text: str) -> dict[str, Any]:
    """A response of a model that says a text."""
    content = [{"type": "output_text", "text": text, "annotations": []}]
    message = {"id": "m", "type": "message", "role": "assistant", "status": "completed", "content": content}
    return {
        "id": "r", "object": "response", "created_at": 0, "model": "policy", "output": [message],
        "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
    }  # fmt: skip


def main() -> None:
    task, episodes, plan = sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3])
    config = M3BenchConfig(host="127.0.0.1", port=0, entrypoint="", name="m3bench")
    server = M3BenchServer(config=config, server_client=MagicMock(spec=ServerClient))
    row = next(row for row in rows(server._service) if row["task"] == task)
    app, rewards = server.setup_webserver(), []
    for seed in range(episodes):
        with TestClient(app) as client:
            client.post("/seed_session", json={**row, "seed": seed}).raise_for_status()
            for step in plan[:-1]:
                answer = client.post(f"/{step['tool']}", json=step["arguments"])
                assert answer.status_code == 200, answer.text
            verified = client.post("/verify", json={**row, "response": response(plan[-1]["answer"])})
            assert verified.status_code == 200, verified.text
            rewards.append(verified.json()["reward"])
    print(json.dumps(rewards))


if __name__ == "__main__":
    main()
