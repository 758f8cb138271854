"""The task, as a program gets it."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path

from m3bench.agents.attempt import Attempt
from m3bench.agents.inputs import InputFile
from m3bench.core import Content, Media, Text, rules_text
from m3bench.core.redaction import environment_secrets, protect
from m3bench.hosting.gateway import TOKEN_VARIABLE, Assignment

_MAX_VARIABLE = 100_000
_CUT = "\n[Cut. The tool get_task gives the whole.]"


def assignment(attempt: Attempt) -> Assignment:
    task = attempt.task
    return Assignment(
        id=task.id,
        request=attempt.request,
        attachments=tuple(_attachments(attempt.pictures, attempt.files)),
        family=task.family,
        form=task.form,
        role=task.role,
        rules=task.rules,
    )


def _attachments(pictures: Sequence[Media], files: Sequence[InputFile]) -> Iterator[Content]:
    """Yield pictures and files, each after its name in the workspace."""
    for picture in pictures:
        yield Text(f"The file {picture.uri} of the workspace:")
        yield picture
    for file in files:
        yield Text(f"The file {file.label} of the workspace{':' if file.data is not None else '.'}")
        if file.media is not None:
            yield file.media


def variables(attempt: Attempt, url: str, token: str, folder: Path) -> dict[str, str]:
    """Return the variables of the task. The id is random: the real one could identify a public task."""
    protect(environment_secrets(os.environ))
    config, form = folder / "mcp.json", attempt.task.form
    config.touch(mode=0o600)
    headers = {"Authorization": f"Bearer {token}"}
    server = {"type": "http", "url": url, "headers": headers}
    config.write_text(json.dumps({"mcpServers": {"m3bench": server}}))
    return {
        "M3BENCH_TASK_ID": f"task-{secrets.token_hex(8)}",
        "M3BENCH_REQUEST": limited(attempt.request),
        "M3BENCH_WORKSPACE": str(attempt.workspace.absolute()),
        "M3BENCH_IMAGES": limited("\n".join(picture.uri or "" for picture in attempt.pictures)),
        "M3BENCH_FILES": limited("\n".join(file.name for file in attempt.files)),
        "M3BENCH_ROLE": limited(attempt.task.role or ""),
        "M3BENCH_RULES": limited(rules_text(attempt.task.rules)),
        "M3BENCH_FORM": limited("" if form is None else json.dumps(form.json_schema(), ensure_ascii=False)),
        "M3BENCH_GATEWAY_URL": url,
        TOKEN_VARIABLE: token,
        "M3BENCH_MCP_CONFIG": str(config),
    }


def limited(text: str) -> str:
    """Make a text fit for an environment variable: no NUL, no lone surrogates, limited length."""
    data = text.replace("\0", "").encode("utf-8", "replace")
    if len(data) <= _MAX_VARIABLE:
        return data.decode()
    return data[:_MAX_VARIABLE].decode("utf-8", "ignore") + _CUT
