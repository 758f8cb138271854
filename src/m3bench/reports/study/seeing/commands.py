"""The command of a run that a report has no data for."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import msgspec

from m3bench.reports.study.seeing.answers import Seen
from m3bench.runs import Pictures, RunSettings, SettingsRecord, record_of

_RENAMED = {
    "families": "family",
    "tasks": "task",
    "configs": "config",
    "text_only": "blind",
    "world_now": "now",
    "max_concurrent": "concurrent_calls",
}
_LEFT_OUT = {
    # An argument; a cassette of other pictures; what the user's file of models says; not an option.
    *("suite", "record", "replay", "model_facts", "encoder"),
    *("pictures", "without_perception", "model_settings", "headers", "resource_limits"),
}

_OBJECT = "python:"
"""Begins the name of an agent that was passed as an object."""
_ARGUMENTS = {"suite", "agent", "record", "replay", "pictures", "without_perception"}


def command_of(settings: RunSettings, *, tools: bool, seen: Seen) -> str:
    """Return the command that runs the same agent under another condition.

    An agent that is an object has no name on the command line, so its runs are started in Python.
    """
    if settings.agent.startswith(_OBJECT):
        return _python(settings, tools=tools, seen=seen)
    words = ["m3bench", "run", settings.suite.name, *_options(settings)]
    if seen is not Seen.GIVEN:
        words += ["--pictures", Pictures(seen.value).value]
    return shlex.join([*words, *([] if tools else ["--without-perception"])])


def _python(settings: RunSettings, *, tools: bool, seen: Seen) -> str:
    """Return the call of `m3bench.run`. The name of the object stands for the object."""
    given = _changed(settings)
    options = {name: value for name, value in given.items() if name not in _ARGUMENTS}
    if seen is not Seen.GIVEN:
        options["pictures"] = Pictures(seen.value).value
    if not tools:
        options["without_perception"] = True
    words = [repr(settings.suite.name), settings.agent.removeprefix(_OBJECT)]
    return f"m3bench.run({', '.join([*words, *(f'{name}={value!r}' for name, value in options.items())])})"


def _options(settings: RunSettings) -> Iterator[str]:
    """Yield the options of all settings that are not the default."""
    given = _changed(settings)
    for name, value in given.items():
        if name not in _LEFT_OUT:
            yield from _option(_RENAMED.get(name, name).replace("_", "-"), value)
    for key, value in given.get("headers", {}).items():
        yield from ("--header", f"{key}={value}")
    for key, value in given.get("resource_limits", {}).items():
        yield from ("--resource-limit", f"{key}={value}")
    for key, value in given.get("model_settings", {}).items():
        text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        if key == "extra_body":
            yield from ("--extra-body", text) if value else ()
        elif value is not None:
            yield from ("-M", f"{key}={text}")


def _changed(settings: RunSettings) -> dict[str, Any]:
    """Return the settings that differ from the default, as plain values. Those that were read
    from a file are other objects, which encoding does not omit."""
    record = record_of(settings)
    default = SettingsRecord(suite="", agent="")
    return {
        name: msgspec.to_builtins(value)
        for name, value in msgspec.structs.asdict(record).items()
        if value != getattr(default, name)
    }


def _option(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, bool):
        if value:
            yield f"--{name}"
        return
    for item in value if isinstance(value, list | tuple) else [value]:
        if item is not None:
            yield from (f"--{name}", str(item))
