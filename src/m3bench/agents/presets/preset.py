"""What every preset says about its program: how to install, start and understand it."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from m3bench.agents.external import Launch, Place
from m3bench.agents.presets.installing import installed_program
from m3bench.core import Media, Usage
from m3bench.hosting.catalog import CatalogEntry

GATEWAY = "m3bench"
"""The name of the gateway in the configuration of every program."""
_MOST_DOLLARS = 1e9
NO_KEY = "m3bench-no-key"
"""Takes the place of a key for an endpoint of the user's own."""


class Fault(StrEnum):
    """Whose fault it is that there is no answer."""

    AGENT = "agent"
    PROVIDER = "provider"
    LOGIN = "login"


_LOGIN = re.compile(
    r"not logged in|run /login|api.?key.{0,9}(invalid|not valid)|invalid.{0,5}api.?key|auth method|\b401\b"
    r"|authentication.?(error|fail|required)|unauthenticated|unauthorized|missing environment variable",
    re.IGNORECASE,
)
_REFUSED = re.compile(r"\b4(?!08|29)\d\d\b|invalid.?(request|argument)|bad.?request|too long", re.IGNORECASE)


def fault_of(problem: str, *, asked_model: bool) -> Fault:
    """Return whose fault an error is, from its text.

    Args:
        problem: What the program said.
        asked_model: Whether the program says that the request to its model failed. What the model's provider
            refuses, such as a conversation that is too long, is the agent's own fault; an outage is not.
    """
    if _LOGIN.search(problem):
        return Fault.LOGIN
    return Fault.PROVIDER if asked_model and not _REFUSED.search(problem) else Fault.AGENT


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt, as a preset needs it to start its program."""

    place: Place
    program: tuple[str, ...]
    prompt: str
    pictures: tuple[Media, ...] = ()
    """The pictures of the task that a program can be given at once."""
    tools: tuple[str, ...] = ()
    """The names of the tools at the gateway."""
    model: str | None = None
    base_url: str | None = None


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a program reported at its end."""

    answer: str | None = None
    problem: str | None = None
    fault: Fault = Fault.AGENT
    usage: Usage | None = None
    model: str | None = None

    @classmethod
    def failed(cls, said: str, *, asked_model: bool) -> Outcome:
        """Return the outcome of a program that said this instead of an answer. See `fault_of`."""
        return cls(problem=said or None, fault=fault_of(said, asked_model=asked_model))


class Preset:
    """An agent that people use, as a program."""

    name: ClassVar[str]
    title: ClassVar[str]
    keys: ClassVar[tuple[str, ...]] = ()
    """Environment variables that hold its credentials. One of them is enough, and all are passed."""
    entry: ClassVar[CatalogEntry | None] = None
    """What is installed; None if the program has to be on the PATH."""
    full_model_names: ClassVar[bool] = False
    """Whether it wants the provider before the name of a model, as m3bench writes it."""
    sessions: ClassVar[tuple[str, ...]] = ()
    """Where it writes its own transcripts, as patterns below its home."""

    def find(self) -> tuple[str, ...]:
        """Return the command of the program. Raises `UsageError` if it is not there."""
        assert self.entry is not None
        return installed_program(self.entry)

    def version(self) -> str | None:
        """Return the version of the program; None if it is not known."""
        return self.entry.version if self.entry is not None else None

    def launch(self, job: Job) -> Launch:
        """Write the configuration below the home, and return how the program is started."""
        raise NotImplementedError

    def read(self, events: Iterable[dict[str, Any]], errors: str, code: int | None) -> Outcome:
        """Read what the program printed: its JSON lines, its standard error and its exit code."""
        raise NotImplementedError


def credentials(preset: Preset, base_url: str | None) -> dict[str, str]:
    """Return the variables that log a program in. Empty if there are none."""
    keys = {name: os.environ[name] for name in preset.keys if os.environ.get(name)}
    return keys or ({preset.keys[0]: NO_KEY} if base_url and preset.keys else {})


def write_file(home: Path, name: str, content: str | bytes) -> Path:
    """Write a file for the program alone."""
    path = home / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "replace"))
    return path


def base64_of(picture: Media) -> str:
    return base64.b64encode(picture.data or b"").decode()


def whole_number(values: Mapping[str, Any], name: str) -> int | None:
    value = values.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def tokens_in(counts: Any) -> Usage:
    values = counts if isinstance(counts, dict) else {}
    return Usage(whole_number(values, "input_tokens"), whole_number(values, "output_tokens"))


def text_of(message: Any) -> str | None:
    """Return the text of a message with parts; None if it has none."""
    parts = message.get("content") if isinstance(message, dict) else None
    texts = [part.get("text") for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    return "".join(text for text in texts if isinstance(text, str)) or None


def last_of(events: Iterable[dict[str, Any]], *kinds: str) -> dict[str, Any]:
    """Return the last event of these types; empty if there is none."""
    last: dict[str, Any] = {}
    for event in events:
        if event.get("type") in kinds:
            last = event
    return last


def cost_in(values: Mapping[str, Any], name: str) -> float | None:
    """Return a cost in dollars that a program printed; None for what nothing can cost."""
    value = values.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value < _MOST_DOLLARS else None
