"""Models of all three formats, asked over HTTP on this machine."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar
from unittest import mock

import anyio

from m3bench.core import Text
from m3bench.models import Reply, Request, ToolOffer, User
from m3bench.models.endpoint import Wire
from m3bench.models.providers import open_model
from m3bench.models.pydantic.model import PydanticModel
from m3bench.testing.provider import FakeProvider, Line
from tests.hanging import HANG_SECONDS

T = TypeVar("T")

WIRES: tuple[Wire, ...] = ("openai", "anthropic", "google")
NAMES: dict[Wire, str] = {
    "openai": "openai/gpt-4o",
    "anthropic": "anthropic/claude-opus-5",
    "google": "google/gemini-2.5-pro",
}
KEY = "sk-a-very-secret-key-0123456789"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(24))
HELLO = Request((User((Text("hello"),)),))
SEARCH = ToolOffer(
    "maps_search",
    "Finds places.",
    {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]},
)


def at(fake: FakeProvider, wire: Wire, name: str | None = None, *, timeout: float = 10.0) -> PydanticModel:
    """A model of that format at the fake provider, with a key of its own."""
    with mock.patch.dict(os.environ, {"M3BENCH_API_KEY": KEY}):
        model = open_model(name or NAMES[wire], base_url=fake.url(wire), timeout=timeout)
    assert isinstance(model, PydanticModel)
    return model


def in_time(work: Callable[[], Awaitable[T]]) -> T:
    """Run it to its end; a test that hangs fails."""

    async def bounded() -> T:
        with anyio.fail_after(HANG_SECONDS):
            return await work()

    return anyio.run(bounded)


def ask_all(model: PydanticModel, requests: Iterable[Request]) -> list[Reply]:
    """The replies to all, asked at the same time. The model is closed."""
    asked = list(requests)
    replies: dict[int, Reply] = {}

    async def one(index: int, request: Request) -> None:
        replies[index] = await model.ask(request)

    async def work() -> None:
        try:
            async with anyio.create_task_group() as tasks:
                for index, request in enumerate(asked):
                    tasks.start_soon(one, index, request)
        finally:
            await model.aclose()

    in_time(work)
    return [replies[index] for index in range(len(asked))]


def ask(model: PydanticModel, *requests: Request) -> list[Reply]:
    """The replies to all, one after another. The model is closed."""

    async def work() -> list[Reply]:
        try:
            return [await model.ask(request) for request in requests]
        finally:
            await model.aclose()

    return in_time(work)


def problem_of(line: Line, wire: Wire, *, timeout: float = 10.0) -> Exception:
    """What is raised where the provider answers in that way."""
    with FakeProvider([line]) as fake:
        try:
            ask(at(fake, wire, timeout=timeout), HELLO)
        except Exception as problem:  # noqa: BLE001 - the test looks at it
            return problem
    raise AssertionError("nothing was raised")
