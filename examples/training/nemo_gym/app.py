"""m3bench as a resources server of NeMo Gym: each rollout is a session of `m3bench environment serve`.

`/seed_session` starts the episode of the task that the row names, every tool is a path of its own, and
`/verify` hands in the last text of the response and returns the reward. `rows.py` writes the rows.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from nemo_gym.base_resources_server import (
    BaseResourcesServerConfig,
    BaseSeedSessionResponse,
    BaseVerifyRequest,
    BaseVerifyResponse,
    SimpleResourcesServer,
)
from nemo_gym.server_utils import SESSION_ID_KEY
from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from client import Service, Session

MOST_TEXTS = 2
"""A missing form is asked for once; then the text is final."""


class M3BenchConfig(BaseResourcesServerConfig):
    """Where the service is. By default, environment variables tell."""

    service_url: str = ""
    service_token: str = ""


class SeedRequest(BaseModel):
    """A row: the task and its seed. Further fields are ignored."""

    model_config = ConfigDict(extra="allow")

    task: str
    seed: int = 0


class M3BenchVerifyResponse(BaseVerifyResponse):
    """The reward, with its parts."""

    components: dict[str, float | None] = Field(default_factory=dict)
    status: str = ""


class M3BenchServer(SimpleResourcesServer):
    """Keeps a session of the service for each rollout."""

    config: M3BenchConfig
    _service: Service = PrivateAttr()
    _sessions: dict[str, Session] = PrivateAttr(default_factory=dict)
    _ended: dict[str, dict[str, Any]] = PrivateAttr(default_factory=dict)
    """Rollouts whose episode ended in a call: a server failed, or too many calls were made."""

    def model_post_init(self, context: Any) -> None:
        """Prepare the connection to the service."""
        super().model_post_init(context)
        url = self.config.service_url or os.environ["M3BENCH_ENVIRONMENT_URL"]
        token = self.config.service_token or os.environ["M3BENCH_ENVIRONMENT_TOKEN"]
        self._service = Service(url, token)

    def setup_webserver(self) -> FastAPI:
        """Add the tools to the paths of every resources server."""
        app = super().setup_webserver()
        app.post("/{tool}")(self.call_tool)
        return app

    def seed_session(self, request: Request, body: SeedRequest) -> BaseSeedSessionResponse:
        """Start an episode."""
        rollout = request.session[SESSION_ID_KEY]
        session = self._sessions.get(rollout) or self._service.session()
        self._sessions[rollout] = session
        self._ended.pop(rollout, None)
        session.reset(body.task, body.seed)
        return BaseSeedSessionResponse()

    async def call_tool(self, request: Request, tool: str) -> Response:
        """Call a tool; return its result as text."""
        rollout = request.session[SESSION_ID_KEY]
        if rollout in self._ended or rollout not in self._sessions:
            return Response("The episode is over, or was never seeded.", 409)
        arguments = (await request.body()).decode("utf-8", "replace") or "{}"
        call = {"id": "", "type": "function", "function": {"name": tool, "arguments": arguments}}
        message = {"role": "assistant", "content": "", "tool_calls": [call]}
        result = await asyncio.to_thread(self._sessions[rollout].step, message)
        if result["done"]:
            self._ended[rollout] = result
        texts = [str(each["content"]) for each in result["observation"]["messages"] if each["role"] == "tool"]
        return Response("\n".join(texts), media_type="text/plain")

    async def verify(self, request: Request, body: BaseVerifyRequest) -> M3BenchVerifyResponse:
        """Hand in the answer, and return the reward. What a server failed is masked."""
        rollout = request.session[SESSION_ID_KEY]
        session = self._sessions.pop(rollout)
        result = self._ended.pop(rollout, None)
        for _ in range(MOST_TEXTS):
            if result is None or not result["done"]:
                result = await asyncio.to_thread(session.step, last_text(body) or "I have no answer.")
        await asyncio.to_thread(session.close)
        assert result is not None
        return M3BenchVerifyResponse(
            **body.model_dump(),
            reward=result["reward"] or 0.0,
            mask_sample=result["reward"] is None,
            components=result["info"].get("components") or {},
            status=result["info"].get("status") or "",
        )


def last_text(body: BaseVerifyRequest) -> str:
    """Return the text of the last message of a response."""
    for item in reversed(json.loads(body.response.model_dump_json())["output"]):
        if item.get("type") == "message":
            return "".join(part.get("text") or "" for part in item["content"])
    return ""


if __name__ == "__main__":
    M3BenchServer.run_webserver()
