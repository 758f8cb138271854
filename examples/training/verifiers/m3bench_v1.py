"""m3bench as a taskset of verifiers: its tasks, and a harness that plays the episodes of
`m3bench environment serve`.

Every request to the model goes through verifiers, which records it. Tools are called by the service.

    export M3BENCH_ENVIRONMENT_URL=http://127.0.0.1:8000 M3BENCH_ENVIRONMENT_TOKEN=…
    eval m3bench-v1 --model MODEL --client.base-url URL -r 4
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import verifiers.v1 as vf

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from client import Service

__all__ = ["M3BenchHarness", "M3BenchTaskset"]
REPLY_SECONDS = 600


def service() -> Service:
    return Service(os.environ["M3BENCH_ENVIRONMENT_URL"], os.environ["M3BENCH_ENVIRONMENT_TOKEN"])


class M3BenchData(vf.TaskData):
    """A task by its id."""

    task: str
    seed: int = 0


class M3BenchTask(vf.Task[M3BenchData]):
    """Its reward is the sum of the rewards of the episode."""

    @vf.reward(weight=1.0)
    async def m3bench(self, trace: vf.Trace) -> float:
        """Return the reward of the episode."""
        return float(trace.info["m3bench"]["reward"])


class M3BenchConfig(vf.TasksetConfig):
    """Which tasks to use."""

    families: tuple[str, ...] = ()
    """Only these families. Empty for all."""


class M3BenchTaskset(vf.Taskset[M3BenchTask, M3BenchConfig]):
    """The tasks of the service."""

    def load(self) -> Iterator[M3BenchTask]:
        """Yield the tasks in the order of the suite."""
        for task in service().tasks():
            if not self.config.families or task["family"] in self.config.families:
                # The harness gets the messages from the service; verifiers wants a prompt in any case.
                data = M3BenchData(id=task["id"], name=task["id"], prompt=task["id"], task=task["id"])
                yield M3BenchTask(data, self.config.task)


class M3BenchHarness(vf.Harness[vf.HarnessConfig]):
    """Passes messages between the model and the service, in this process."""

    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(  # noqa: PLR0917 - as verifiers calls it
        self,
        ctx: Any,
        trace: vf.Trace,
        runtime: Any,  # noqa: ARG002
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],  # noqa: ARG002
        data: vf.TaskData,  # noqa: ARG002
    ) -> Any:
        """Play one episode."""
        task = trace.task.data
        session = await asyncio.to_thread(service().session)
        headers = {"Authorization": f"Bearer {secret}"}
        address = endpoint.rstrip("/")
        async with httpx.AsyncClient(base_url=address, headers=headers, timeout=REPLY_SECONDS) as model:
            try:
                first = await asyncio.to_thread(session.reset, task.task, task.seed)
                trace.info["m3bench"] = await play(session, first, model, ctx.model)
            finally:
                await asyncio.to_thread(session.close)
        return vf.ProgramResult(0, "", "")


async def play(session: Any, first: dict[str, Any], model: httpx.AsyncClient, name: str) -> dict[str, Any]:
    """Let the model act until the episode is over; return its reward and what it consists of."""
    messages, total = list(first["messages"]), 0.0
    tools = {"tools": first["tools"]} if first.get("tools") else {}
    while True:
        answer = await model.post("/chat/completions", json={"model": name, "messages": messages, **tools})
        answer.raise_for_status()
        message = answer.json()["choices"][0]["message"]
        said = {"role": "assistant", "content": message.get("content") or ""}
        if message.get("tool_calls"):
            said["tool_calls"] = message["tool_calls"]
        result = await asyncio.to_thread(session.step, said)
        messages += [said, *result["observation"]["messages"]]
        if result["done"] and result["reward"] is None:
            raise vf.HarnessError(f"the episode cannot be scored: {result['info']['reason']}")
        total += result["reward"]
        if result["done"]:
            return {"reward": total, **result["info"]}
