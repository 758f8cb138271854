"""Whatever is written passes the one gate that knows the secrets: nothing else writes files or prints."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import m3bench

SOURCE = Path(m3bench.__file__).parent
OTHER_PROGRAMS = ("servers/", "world/", "suites/", "checks/", "testing/provider/")
"""Bundled servers write what a task asks for; the rest makes the world, the tasks and what checks need."""
GATES = {
    "apps/viewer/export/export.py": "pages, whose values are redacted",
    "apps/viewer/export/media_files.py": "files of an export, redacted before they are hashed",
    "cli/console.py": "prints what is clean",
    "formats/io/files.py": "write_atomically",
    "hosting/cassette/blocks.py": "blobs of cassettes, redacted before they are hashed",
    "hosting/cassette/file.py": "blocks of cassettes, redacted one by one",
    "hosting/listings.py": "lists of tools, redacted",
    "hosting/process/server_log.py": "logs, redacted as a stream",
    "hosting/workspace/redaction.py": "the redacted files themselves",
    "judges/cache.py": "judgements, redacted",
    "models/wrappers/reply_files.py": "replies, redacted",
    "runs/store/blobs.py": "blobs, redacted before they are hashed",
    "runs/distributed/staging.py": "files of attempts in workers, redacted",
    "forge/runner/tasks.py": "a journal, redacted line by line",
}
HARMLESS = {
    "submissions/archive.py": "files of runs, which are redacted already; the description is redacted here",
    "submissions/packing.py": "the draft of a bundle, by archive.py",
    "submissions/unpacking.py": "files of a bundle, into a temporary folder",
    "soak/fault_log.py": "what a soak injects: numbers and names of our own",
    "soak/provider_process.py": "its own address",
    "soak/server.py": "answers of a bundled server to the harness",
    "soak/leftovers.py": "a word of our own, into the workspace of a faulty server",
    "runs/distributed/ray_access.py": "the token of a cluster, for the user alone",
    "caching/disk.py": "pictures that were drawn, and what is read in pictures, for the user alone",
    "runs/rechecking/checker.py": "workspaces of a run, for checks in another process",
    "runs/distributed/processes.py": "the end of a pipe, whose other end goes to a redacted log",
    "encoders/hub.py": "files of a model, checked by their hashes",
    "agents/external/program.py": "what a program reads and prints, in its own folder, which is removed",
    "agents/presets/acp_client.py": "messages to an agent, and a transcript, redacted when it is kept",
    "agents/presets/openhands_runner.py": "a transcript, which is redacted when it is kept",
    "agents/presets/preset.py": "the configuration of a program, for the program alone",
    "agents/external/task_input.py": "the file with the token, for the agent alone",
    "cli/app.py": "sentences of our own",
    "environment/service/worker.py": "its own port, and errors without secrets",
    "cli/suites/suite.py": "pictures of a suite",
    "hosting/catalog/samples.py": "files for a check of servers",
    "hosting/catalog/environments.py": "a mark that an installation is complete",
    "hosting/gateway/stdio.py": "messages to the agent",
    "hosting/gateway/token.py": "the token, for the user's eyes and file",
    "hosting/sandbox/forwarder.py": "why a program cannot be started, to its own stderr",
    "hosting/process/cgroups.py": "numbers, for the kernel",
    "hosting/workspace/archive.py": "workspaces of attempts, which are redacted already",
    "hosting/workspace/workspace.py": "a task's files, for its servers",
    "runs/scoring/spool.py": "a temporary file without a name, for this process alone",
    "sabotage/host.py": "a task's file with its fault, for its servers",
    "workers/databases.py": "a copy of a database, in a temporary folder, for the process that queries it",
    "workers/process.py": "jobs for a helper process of our own",
    "media/film/writing.py": "writes films in memory",
    "media/sound.py": "sounds, in memory",
    "runs/preflight/probes/sound.py": "a sound, in memory",
    "rendering/chromium/process.py": "commands to a browser of our own",
    "rendering/libreoffice.py": "a document, for the program that draws it",
    "rendering/pdf.py": "pictures of pages, for the process that asked for them",
    "rendering/programs.py": "the output of a program, in a temporary folder",
    "rendering/rendering.py": "a document, for the program that draws it",
    "models/local/llama_server.py": "answers of a model to the harness",
    "models/local/store.py": "a mark that a model is complete",
}
WRITING = ("write_text", "write_bytes", "NamedTemporaryFile", "SpooledTemporaryFile", "copyfileobj")
STREAMS = ("stdout", "stderr")


def writes(node: ast.Call) -> bool:
    """Whether this call writes a file, or prints."""
    called = node.func
    if isinstance(called, ast.Name):
        return called.id in ("print", *WRITING) or (called.id == "open" and _mode(node))
    if not isinstance(called, ast.Attribute):
        return False
    if called.attr == "write" and isinstance(called.value, ast.Attribute):
        return called.value.attr in STREAMS
    is_os = isinstance(called.value, ast.Name) and called.value.id == "os"
    if is_os and called.attr == "write":
        return True
    return called.attr in WRITING or (called.attr in ("open", "fdopen") and _mode(node))


def _mode(node: ast.Call) -> bool:
    values = [*node.args, *(keyword.value for keyword in node.keywords)]
    return any(isinstance(value, ast.Constant) and _is_mode(value.value) for value in values)


def _is_mode(value: object) -> bool:
    return isinstance(value, str) and value[:1] in ("w", "a", "x") and set(value) <= set("waxbt+")


@cache
def writers() -> frozenset[str]:
    return frozenset(_writers())


def _writers() -> Iterator[str]:
    for path in SOURCE.rglob("*.py"):
        name = path.relative_to(SOURCE).as_posix()
        if not name.startswith(OTHER_PROGRAMS):
            found = [
                node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)
            ]
            if any(map(writes, found)):
                yield name


def test_only_the_gates_write() -> None:
    assert writers() - GATES.keys() - HARMLESS.keys() == set(), (
        "write with write_atomically, print with cli.console"
    )


def test_every_gate_is_one() -> None:
    assert GATES.keys() | HARMLESS.keys() == writers()
    for name in GATES:
        text = (SOURCE / name).read_text("utf-8")
        assert "redactor" in text or "redact_file" in text, f"{name} does not redact"


def test_writing_is_seen() -> None:
    lines = ["p.write_text('')", "open('f', 'w')", "p.open(mode='ab')", "print(1)", "sys.stdout.write('')"]
    text = "\n".join([*lines, "os.write(1, b'')"])
    seen = [writes(node) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    assert seen.count(True) == 6
    assert not any(
        writes(node)
        for node in ast.walk(ast.parse("p.open('rb')\nf.write(1)\nopen(x)"))
        if isinstance(node, ast.Call)
    )
