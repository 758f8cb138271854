"""The prompt that a program gets: the task, and how to hand in the answer."""

from __future__ import annotations

from m3bench.agents.attempt import Attempt
from m3bench.agents.presets.preset import GATEWAY
from m3bench.core import Media, briefing
from m3bench.core.text import without_surrogates
from m3bench.hosting.gateway import form_text

_HOW = (
    f"Work with the tools of the MCP server {GATEWAY} only. They take file names relative to the current "
    "folder. Nobody reads what you write in between. When you are done, call its tool submit_answer with the "
    "final answer, once."
)
_MAX_PICTURE = 4_000_000
_MAX_PICTURES = 20
_SHOWN = frozenset(("image/png", "image/jpeg", "image/gif", "image/webp"))


def prompt_of(attempt: Attempt) -> str:
    """Return the prompt of an attempt."""
    task = attempt.task
    before = briefing(task.role, task.rules)
    parts = (
        before,
        f"The request:\n{attempt.request}" if before else f"Solve this task:\n{attempt.request}",
        _files(attempt),
        form_text(task.form) if task.form is not None else "",
        _HOW,
    )
    return without_surrogates("\n\n".join(filter(None, parts)).replace("\0", ""))


def given_pictures(attempt: Attempt) -> tuple[Media, ...]:
    """Return the pictures that can go with the prompt: of common types, not too large, not too many."""
    return tuple(
        picture
        for picture in attempt.pictures[:_MAX_PICTURES]
        if picture.media_type in _SHOWN and picture.data and len(picture.data) <= _MAX_PICTURE
    )


def _files(attempt: Attempt) -> str:
    names = [picture.uri or "" for picture in attempt.pictures] + [file.name for file in attempt.files]
    if not names:
        return ""
    return f"Files of the task: {', '.join(names)}. The tool get_task shows them."
