"""m3bench as an OpenEnv environment: each session of OpenEnv is a session of `m3bench environment serve`.

    M3BENCH_ENVIRONMENT_URL=http://127.0.0.1:8000 M3BENCH_ENVIRONMENT_TOKEN=… python environment.py 9000

`reset(seed, task)` starts an episode, `step({"message": {…}})` sends an assistant message in OpenAI's format.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import uvicorn
from openenv.core.env_server import Action, Environment, Observation, State, create_fastapi_app
from pydantic import Field

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from client import Service

SERVICE = Service(os.environ["M3BENCH_ENVIRONMENT_URL"], os.environ["M3BENCH_ENVIRONMENT_TOKEN"])
MOST = 64


class AssistantAction(Action):
    """What a policy says: an assistant message, or `{"answer": TEXT, "fields": {…}}`."""

    message: dict[str, Any]


class TaskObservation(Observation):
    """The messages since the last action, and after a reset the tools."""

    messages: list[dict[str, Any]] = Field(default_factory=list)
    tools: list[dict[str, Any]] = Field(default_factory=list)


class M3BenchEnvironment(Environment[AssistantAction, TaskObservation, State]):
    """One session of the service."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._session = SERVICE.session()
        self._state = State()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **given: Any) -> TaskObservation:
        """Start an episode of the task `task`; without one, the seed chooses."""
        first = self._session.reset(given.get("task"), seed or 0)
        self._state = State(episode_id=episode_id, step_count=0, task=self._session.state()["task"])
        return TaskObservation(messages=first["messages"], tools=first.get("tools", []))

    def step(self, action: AssistantAction, **_: Any) -> TaskObservation:
        """Send an assistant message."""
        result = self._session.step(action.message)
        self._state.step_count += 1
        return TaskObservation(
            messages=result["observation"]["messages"],
            reward=result["reward"],
            done=result["done"],
            metadata=result["info"],
        )

    @property
    def state(self) -> State:
        """Where the episode stands."""
        return self._state

    def close(self) -> None:
        """Close the session."""
        self._session.close()


app = create_fastapi_app(M3BenchEnvironment, AssistantAction, TaskObservation, max_concurrent_envs=MOST)

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
