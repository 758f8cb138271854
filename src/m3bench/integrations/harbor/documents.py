"""The texts of an exported task: its configuration, its request, and the files that build its containers."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from m3bench.core import Task, briefing
from m3bench.core.text import without_surrogates
from m3bench.hosting.gateway import form_text
from m3bench.suites import CANARY, task_cameras

SERVICE, PORT = "m3bench", 8000
ATTEMPT = "/m3bench/attempt"
_PROGRAM = "python -m m3bench.cli.harbor"
_IMAGE, _AGENT = "python:3.12-slim", "agent"
_AGENT_SECONDS, _VERIFIER_SECONDS, _BUILD_SECONDS = 1800.0, 600.0, 1800.0
_HOW_TO_ANSWER = (
    f"Use the tools of the MCP server `{SERVICE}`. Its tool `get_task` returns this task with its pictures "
    "and files. Call its tool `submit_answer` once, with your final answer: only a submitted answer counts."
)
_SERVE = f"{_PROGRAM} serve /m3bench/task {ATTEMPT} --http 0.0.0.0:{PORT} --host {SERVICE}:{PORT}"


def task_toml(task: Task, name: str, suite: str, version: str) -> str:
    """Return the configuration: the gateway as MCP server, and a verifier of its own."""
    facts = {
        "suite": suite,
        "task_id": task.id,
        "digest": task.digest,
        "family": task.family,
        "level": task.level,
        "kind": task.kind,
        "camera": ", ".join(task_cameras(task)) or None,
        "servers": list(task.servers),
        "canary": CANARY,
    }
    url = f"http://{SERVICE}:{PORT}/mcp"
    document: dict[str, Any] = {
        "schema_version": "1.4",
        "artifacts": [{"source": ATTEMPT, "service": SERVICE}],
        "task": {
            "name": f"m3bench/{name}",
            "version": version,
            "description": f"{task.id}, with tools over MCP",
            "keywords": ["mcp", "multimodal", "tool-use"],
        },
        "metadata": {key: value for key, value in facts.items() if value is not None},
        "verifier": {
            "timeout_sec": _VERIFIER_SECONDS,
            "environment_mode": "separate",
            "collect": [{"service": SERVICE, "command": f"{_PROGRAM} collect {ATTEMPT}"}],
            "environment": {"build_timeout_sec": _BUILD_SECONDS},
        },
        "agent": {"timeout_sec": _AGENT_SECONDS, "user": _AGENT},
        "environment": {
            "build_timeout_sec": _BUILD_SECONDS,
            "mcp_servers": [{"name": SERVICE, "transport": "streamable-http", "url": url}],
        },
    }
    return toml_text(document)


def instruction(task: Task, files: list[str]) -> str:
    """Return the request as the agent reads it. The first line marks benchmark data; Harbor removes it."""
    listed = f"Files: {', '.join(files)}. The tools find them under these names; copies are in /app."
    parts = (
        f"<!-- {CANARY} -->",
        briefing(task.role, task.rules),
        task.request or task.fuzzy_request or "",
        listed if files else "",
        _HOW_TO_ANSWER,
        form_text(task.form) if task.form else "",
    )
    return "\n\n".join(filter(None, parts)) + "\n"


def agent_dockerfile(*, has_files: bool) -> str:
    """Return the container of the agent. m3bench is not in it, and neither are any answers."""
    copied = f"COPY --chown={_AGENT} files/ /app/\n" if has_files else ""
    user = f"RUN useradd --create-home {_AGENT}"
    return f"FROM {_IMAGE}\n{user}\nWORKDIR /app\nRUN chown {_AGENT} /app\n{copied}"


EXTRAS = "encoder,media,suites"
"""What the gateway and the verifier need of m3bench: servers, checks, and the metrics among the rewards."""


def own_dockerfile(install: str, wheels: list[str], packages: list[str], servers: list[str]) -> str:
    """Return the container of the gateway or verifier, with Debian packages and servers of the catalog.

    With wheels beside the Dockerfile, that of m3bench first, these are installed instead of the requirement.
    """
    lines = [f"FROM {_IMAGE}"]
    if packages:
        names = shlex.join(packages)
        lines.append(
            f"RUN apt-get update && apt-get install -y --no-install-recommends {names} "
            "&& rm -rf /var/lib/apt/lists/*"
        )
    if wheels:
        lines.append(f"COPY {json.dumps([*wheels, '/wheels/'])}")
        install = f"/wheels/{wheels[0]}[{EXTRAS}]"
    found = "--find-links /wheels " if wheels else ""
    lines.append(f"RUN pip install --no-cache-dir {found}{shlex.quote(install)}")
    if servers:
        lines.append(f"RUN m3bench install servers {shlex.join(servers)}")
    return "\n".join(lines) + "\n"


GATEWAY_LINES = f"""\
COPY . /m3bench/task/
EXPOSE {PORT}
CMD {json.dumps(_SERVE.split())}
"""
VERIFIER_LINES = "COPY . /tests/\nWORKDIR /tests\n"
COMPOSE = f"""\
services:
  main:
    depends_on:
      {SERVICE}:
        condition: service_healthy
  {SERVICE}:
    build:
      context: ./gateway
    healthcheck:
      test: ["CMD", "python", "-c", "import socket; socket.create_connection(('127.0.0.1', {PORT}), 2)"]
      interval: 2s
      timeout: 5s
      retries: 60
"""
TEST_SCRIPT = f"""\
#!/bin/bash
# Scores what the gateway recorded. The agent cannot reach this container, nor the gateway's files.
exec {_PROGRAM} verify "${{M3BENCH_TESTS:-/tests}}" "${{M3BENCH_ATTEMPT:-{ATTEMPT}}}" \\
    --out "${{M3BENCH_VERIFIER:-/logs/verifier}}"
"""
SOLVE_SCRIPT = f"""\
#!/bin/bash
# Carries out the reference over MCP, as an agent would.
exec python3 "$(dirname "$0")/solve.py" "${{M3BENCH_URL:-http://{SERVICE}:{PORT}/mcp}}"
"""


def toml_text(document: Mapping[str, Any]) -> str:
    """Return a document. Values other than tables must come first in each table."""
    return "\n".join(_lines(document, "")).strip() + "\n"


def _lines(table: Mapping[str, Any], path: str) -> Iterator[str]:
    for key, value in table.items():
        name = f"{path}.{key}" if path else key
        if isinstance(value, Mapping):
            yield from ("", f"[{name}]", *_lines(value, name))
        elif isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value):
            for item in value:
                yield from ("", f"[[{name}]]", *_lines(item, name))
        else:
            yield f"{key} = {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, str):
        # JSON leaves this character as it is; TOML wants it escaped.
        return json.dumps(without_surrogates(value), ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value)
