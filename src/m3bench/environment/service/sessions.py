"""The sessions of a service: one environment for each client that asked for one."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import anyio

from m3bench.core import M3BenchError, UsageError
from m3bench.environment.asynchronous import EnvironmentSlot
from m3bench.environment.observations import Observation, StepResult
from m3bench.environment.shared_servers import SharedServers

_BYTES = 12


class TooManySessions(M3BenchError):
    """No further session can be opened."""


class UnknownSession(M3BenchError):
    """A session that was never opened, was closed, or expired."""


class SessionBusy(UsageError):
    """A request came while another one of the same session was carried out."""


class Session:
    """One environment, and when it was last used."""

    def __init__(self, slot: EnvironmentSlot) -> None:
        self._slot = slot
        self._task: str | None = None
        self._seed, self._actions = 0, 0
        self.is_busy = False
        self.used = time.monotonic()

    async def reset(self, task: str | None, seed: int) -> Observation:
        """Start an episode."""
        with self._use():
            observation = await self._slot.reset(task, seed)
            self._task, self._seed, self._actions = self._slot.task, seed, 0
            return observation

    async def step(self, action: Any) -> StepResult:
        """Carry out an action."""
        with self._use():
            result = await self._slot.step(action)
            self._actions += 1
            return result

    @contextmanager
    def _use(self) -> Iterator[None]:
        self.require_idle()
        self.is_busy = True
        try:
            yield
        finally:
            self.is_busy, self.used = False, time.monotonic()

    def require_idle(self) -> None:
        if self.is_busy:
            raise SessionBusy("Another request of this session is running.", "Wait for its response.")

    async def close(self) -> None:
        with anyio.CancelScope(shield=True):
            await self._slot.close()

    def state(self) -> dict[str, Any]:
        """Return where the session stands."""
        return {"task": self._task, "seed": self._seed, "actions": self._actions, "done": self._slot.is_done}


class Sessions:
    """All sessions by their secret ids."""

    def __init__(self, shared: SharedServers, *, most: int, idle_seconds: float, prefix: str = "") -> None:
        self.shared = shared
        self._most, self._idle_seconds, self._prefix = most, idle_seconds, prefix
        self._sessions: dict[str, Session] = {}

    def __len__(self) -> int:
        return len(self._sessions)

    def open(self) -> str:
        """Open a session; return its id. Raise `TooManySessions` if there are as many as there may be."""
        if len(self._sessions) >= self._most:
            hint = "Close some of them, or start the service with a larger --sessions."
            raise TooManySessions(f"{self._most} sessions are open, which is the most.", hint)
        name = f"{self._prefix}{secrets.token_urlsafe(_BYTES)}"
        self._sessions[name] = Session(EnvironmentSlot(self.shared))
        return name

    def get(self, name: str) -> Session:
        if name not in self._sessions:
            hint = "Open another one: POST /sessions"
            raise UnknownSession("There is no such session: it was closed, or it expired.", hint)
        return self._sessions[name]

    async def close(self, name: str) -> None:
        """Close a session. One that is busy cannot be closed."""
        session = self.get(name)
        session.require_idle()
        del self._sessions[name]
        await session.close()

    async def close_all(self) -> None:
        for session in list(self._sessions.values()):
            await session.close()
        self._sessions.clear()

    async def close_idle(self) -> int:
        """Close sessions that were not used for a while; return how many."""
        limit = time.monotonic() - self._idle_seconds
        idle = [
            name for name, session in self._sessions.items() if not session.is_busy and session.used < limit
        ]
        for name in idle:
            await self.close(name)
        return len(idle)
