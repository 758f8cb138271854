"""A client of `m3bench environment serve` without dependencies: copy this file where it is needed.

    from client import Service

    with Service(url, token) as service, service.session() as environment:
        observation = environment.reset("smoke/warmth", seed=0)
        result = environment.step({"role": "assistant", "content": "It is 18.7 degrees."})
        result["reward"], result["done"], result["info"]

It runs on Python 3.9 and later. A session is for one thread; a service may be used by many.
"""

from __future__ import annotations

import http.client
import json
import threading
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

Action = Any
"""An assistant message, its text, or `{"answer": TEXT, "fields": {…}}`."""


class ServiceError(Exception):
    """The service refused a request. The message says why, and what to do."""

    def __init__(self, status: int, error: str, hint: str | None) -> None:
        super().__init__(f"{error} {hint or ''}".strip())
        self.status = status


class Service:
    """The address of a service, and one connection for each thread."""

    def __init__(self, url: str, token: str, timeout: float = 900.0) -> None:
        self._address, self._token, self._timeout = urlsplit(url), token, timeout
        self._local = threading.local()

    def __enter__(self) -> Service:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection of this thread."""
        connection = getattr(self._local, "connection", None)
        if connection is not None:
            connection.close()
            self._local.connection = None

    def tasks(self) -> list[dict[str, Any]]:
        """Return the tasks: id, family and servers."""
        found: list[dict[str, Any]] = self.request("GET", "/tasks")["tasks"]
        return found

    def session(self) -> Session:
        """Open a session."""
        return Session(self, self.request("POST", "/sessions")["session"])

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request; return the JSON of its response. Raise `ServiceError` if it is refused."""
        data = b"" if body is None else json.dumps(body).encode("utf-8")
        response = self._send(method, path, data)
        text = response.read()
        try:
            value = json.loads(text)
        except ValueError:
            raise ServiceError(response.status, text[:200].decode("utf-8", "replace"), None) from None
        if response.status >= 400:
            raise ServiceError(response.status, value.get("error", ""), value.get("hint"))
        return value

    def _send(self, method: str, path: str, data: bytes) -> http.client.HTTPResponse:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        connection = getattr(self._local, "connection", None)
        if connection is not None:
            try:
                connection.request(method, path, data, headers)
                answered: http.client.HTTPResponse = connection.getresponse()
            except http.client.RemoteDisconnected:
                self.close()  # an idle connection that the service closed: nothing was carried out
            else:
                return answered
        connection = http.client.HTTPConnection(
            self._address.hostname or "", self._address.port, timeout=self._timeout
        )
        self._local.connection = connection
        connection.request(method, path, data, headers)
        return connection.getresponse()


class Session:
    """One environment of a service."""

    def __init__(self, service: Service, name: str) -> None:
        self._service, self._path = service, f"/sessions/{name}"

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def reset(self, task: str | None = None, seed: int = 0) -> dict[str, Any]:
        """Start an episode; return the observation: `messages` and `tools`."""
        answer = self._service.request("POST", f"{self._path}/reset", {"task": task, "seed": seed})
        observation: dict[str, Any] = answer["observation"]
        return observation

    def step(self, action: Action) -> dict[str, Any]:
        """Carry out an action; return `observation`, `reward`, `done` and `info`."""
        result: dict[str, Any] = self._service.request("POST", f"{self._path}/step", {"action": action})
        return result

    def state(self) -> dict[str, Any]:
        """Return where the session stands: `task`, `seed`, `actions` and `done`."""
        found: dict[str, Any] = self._service.request("GET", self._path)
        return found

    def close(self) -> None:
        """Close the session. One that expired is closed already."""
        try:
            self._service.request("DELETE", self._path)
        except ServiceError as error:
            if error.status != 404:
                raise
