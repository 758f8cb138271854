"""Calls of third-party servers that take few words."""

from __future__ import annotations

from typing import Any

from m3bench.suites import CallResult, PlannedCall, call

FILES = "mcp-filesystem"
EDITOR = "mcp-text-editor"
COMMANDS = "npm-mcp-server-commands"
SHELL = "mcp-shell-server"
GIT = "mcp-server-git"
GIT_FLOW = "npm-cyanheads__git-mcp-server"
JSON = "npm-mcp-json"
HASH = "mcpzoo-hash"
DIFF = "mcpzoo-json-diff"
TABLE = "mcpzoo-md-table"
SUBNET = "subnet-calculator-mcp"


def place(path: str) -> str:
    """Return the absolute path of a file in the workspace."""
    return f"${{WORKSPACE}}/{path}"


def run(command: str, *uses: CallResult) -> PlannedCall:
    """Run a command line in the workspace."""
    return call(f"{COMMANDS}/run_command", *uses, command=command, workdir="${WORKSPACE}")


def search(*command: str, uses: tuple[CallResult, ...] = ()) -> PlannedCall:
    """Run one of the few commands of the restricted shell in the workspace."""
    return call(f"{SHELL}/shell_execute", *uses, command=list(command), directory="${WORKSPACE}")


def git(tool: str, repository: str, *uses: CallResult, **arguments: Any) -> PlannedCall:
    return call(f"{GIT}/git_{tool}", *uses, repo_path=place(repository), **arguments)


def json_tool(tool: str, *uses: CallResult, **arguments: Any) -> PlannedCall:
    return call(f"{JSON}/{tool}", *uses, **arguments)


def digest(text: str, *uses: CallResult, algorithm: str = "sha256") -> PlannedCall:
    return call(f"{HASH}/hash_text", *uses, text=text, algorithm=algorithm)


def subnet(tool: str, *uses: CallResult, **arguments: Any) -> PlannedCall:
    return call(f"{SUBNET}/{tool}", *uses, **arguments)
