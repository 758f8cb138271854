"""The names that commands and options had before, and those that they have now."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

MOVED: Mapping[tuple[str, ...], str] = {
    ("agents", "install"): "install agents",
    ("agents", "list"): "list agents",
    ("agents", "presets"): "list presets",
    ("agents", "remove"): "remove agents",
    ("agreement",): "judge agreement",
    ("calibrate",): "judge calibrate",
    ("check",): "judge undecided",
    ("checks", "list"): "list checks",
    ("encoders", "list"): "list encoders",
    ("formats", "list"): "list formats",
    ("harbor",): "python -m m3bench.cli.harbor",
    ("models", "fetch"): "install models",
    ("models", "list"): "list models",
    ("models", "remove"): "remove models",
    ("runs", "repair"): "runs verify --repair",
    ("scenes", "fetch"): "install",
    ("scenes", "list"): "list scenes",
    ("scenes", "status"): "list photographs",
    ("servers", "install"): "install servers",
    ("servers", "list"): "list servers",
    ("servers", "remove"): "remove servers",
    ("servers", "tools"): "list tools",
    ("submit",): "leaderboard submit",
    ("suite", "list"): "list suites",
    ("suite", "seal"): "suite build --sealed",
    ("transcript",): "runs transcript",
    ("world", "show"): "world",
    ("world", "sources"): "list sources",
}
"""Commands by the words that they began with."""

NOW_GROUPS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "judge": ("judge run", ("run", "undecided", "agreement", "calibrate")),
    "leaderboard": ("leaderboard build", ("submit", "build")),
}
"""Commands that have become groups: what they did is one of their commands now."""

OPTIONS: Mapping[str, tuple[str, str]] = {
    "--address": ("--ray", "--ray ADDRESS"),
    "--at-once": ("--concurrency", "--concurrency"),
    "--collection": ("--all", "the collection as a word: m3bench list servers COLLECTION"),
    "--engine": ("--ray", "--ray new, or --ray ADDRESS for a cluster that runs"),
    "--in-flight": ("--concurrent-requests", "--concurrent-requests"),
    "--max-concurrent": ("--concurrent-calls", "--concurrent-calls"),
    "--max-reply-tokens": ("-M", "-M max_tokens=N"),
    "--temperature": ("-M", "-M temperature=X"),
}
"""Options by the names that they had: one that the commands have which had them, and what to type now."""


def new_option(name: str, context: Any) -> str | None:
    """Return what to type instead of an option that was renamed, if it was one of this command."""
    known = {
        word for param in getattr(getattr(context, "command", None), "params", ()) for word in param.opts
    }
    has, now = OPTIONS.get(name, ("", ""))
    return now if has in known else None


def new_command(words: Sequence[str]) -> str | None:
    """Return the command to type instead of one that was moved."""
    for length in (1, 2):
        now = MOVED.get(tuple(words[:length]))
        if now is not None:
            rest = words[length:]
            if tuple(words[:2]) == ("suite", "list") and rest:
                now = "list tasks"
            program = () if now.startswith("python ") else ("m3bench",)
            return shlex.join((*program, *now.split(), *rest))
    now, inner = NOW_GROUPS.get(words[0] if words else "", ("", ()))
    if now and len(words) > 1 and not words[1].startswith("-") and words[1] not in inner:
        return shlex.join(("m3bench", *now.split(), *words[1:]))
    return None
