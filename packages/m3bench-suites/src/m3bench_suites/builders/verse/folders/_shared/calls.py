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


def read(path: str, *uses: CallResult) -> PlannedCall:
    """Read a file of at most 1,000 characters; the server cuts off longer ones."""
    return call(f"{FILES}/read_file", *uses, file_path=place(path))


def write(path: str, content: str, *uses: CallResult, mode: str = "overwrite") -> PlannedCall:
    return call(f"{FILES}/write_file", *uses, file_path=place(path), content=content, mode=mode)


def tree(path: str, *uses: CallResult) -> PlannedCall:
    """List a folder with everything below, sorted by name, with sizes and without dates."""
    return call(f"{FILES}/get_directory_tree", *uses, directory_path=place(path))


def move(source: str, target: str, *uses: CallResult) -> PlannedCall:
    return call(f"{FILES}/move_file", *uses, source_path=place(source), destination_path=place(target))


def copy(source: str, target: str, *uses: CallResult) -> PlannedCall:
    return call(f"{FILES}/copy_file", *uses, source_path=place(source), destination_path=place(target))


def delete(path: str, *uses: CallResult) -> PlannedCall:
    return call(f"{FILES}/delete_file", *uses, file_path=place(path))


def make_folder(path: str, *uses: CallResult) -> PlannedCall:
    return call(f"{FILES}/create_directory", *uses, path=place(path))
