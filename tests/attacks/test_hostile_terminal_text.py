"""Escape sequences in everything that others name or say: none reaches a terminal as one."""

from __future__ import annotations

import json
import os
import pty
import re
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from m3bench.core import Call, Reference, Step, Task
from m3bench.formats import write
from tests import preloaded
from tests.hanging import HANG_SECONDS
from tests.runs.sums import sums_task

PROGRAMS = Path(__file__).parent / "programs"
EVIL = "\x1b]0;owned\x07\x1b[1337m\x9b2J\x7f\b\u202egnp\u2066\u200f\u061c[bold red]M\u2028"
"""Title of the window, colours, clearing in 8 bits, DEL, backspace, text turned around, markup of rich."""
SEEN = r"\x1b]0;owned"
OWN_SEQUENCES = re.compile(rb"\x1b\[(?:[0-9;]*m|\?25[lh]|[0-9]*[ABCDGK])|\r")
"""What rich writes on a terminal by itself: colours, the cursor, lines that are cleared."""
FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ud800-\udfff]".encode(
        "utf-8", "surrogatepass"
    ).decode("utf-8", "surrogatepass")
)


class Stage:
    """A folder with hostile servers, tasks and a run of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = f"srv{EVIL}"
        self.config = folder / "servers.json"
        argument = EVIL.encode("unicode_escape").decode()
        server = {"command": sys.executable, "args": [str(PROGRAMS / "hostile_words.py"), argument]}
        self.config.write_text(json.dumps({"mcpServers": {self.server: server, "plain": server}}))
        self.tasks = folder / "tasks.jsonl"
        sums = msgspec.structs.replace(sums_task(1), id=f"sum{EVIL}", family=f"family{EVIL}")
        words = Task(
            id="words",
            family="words",
            request=f"Say it. {EVIL}",
            servers=("plain",),
            references=(Reference(steps=(Step((Call("plain/say", {EVIL: EVIL}), Call("plain/fail", {}))),)),),
        )
        write(self.tasks, [sums, words], format="jsonl")
        self.run = folder / f"run{EVIL}"
        self.file = folder / f"file{EVIL}"
        self.file.write_text("{")
        self.environment = {**os.environ, "M3BENCH_CACHE": str(folder / "cache"), "TERM": "xterm-256color"}

    def said(self, arguments: Sequence[str], *, terminal: bool) -> bytes:
        if terminal:
            return under_pty(arguments, self.environment)
        done = preloaded.run(arguments, environment=self.environment, timeout=HANG_SECONDS)
        return (done.stdout + done.stderr).encode("utf-8", "surrogateescape")


def under_pty(arguments: Sequence[str], environment: dict[str, str]) -> bytes:
    """Every byte that a terminal would get."""
    ours, theirs = pty.openpty()
    said = bytearray()

    def read_all() -> None:
        while True:
            try:
                said.extend(os.read(ours, 65_536))
            except OSError:  # the last one has closed it
                return

    terminal = threading.Thread(target=read_all)
    terminal.start()
    try:
        streams = (theirs, theirs, theirs)
        preloaded.run_on(streams, arguments, environment=environment, timeout=HANG_SECONDS)
    finally:
        os.close(theirs)
        terminal.join()
        os.close(ours)
    return bytes(said)


def assert_clean(said: bytes, *, terminal: bool) -> None:
    rest = OWN_SEQUENCES.sub(b"", said) if terminal else said
    text = rest.decode("utf-8", "surrogateescape")
    assert FORBIDDEN.findall(text) == [], text
    assert b"1337m" not in said.replace(rb"\x1b[1337m", b"")
    assert b"Traceback" not in said


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    return Stage(tmp_path_factory.mktemp("stage"))


@pytest.fixture(scope="module")
def shown_run(stage: Stage) -> bytes:
    """What a run shows on a terminal while it goes on."""
    script = stage.folder / "agent.py"
    script.write_text(
        f"import sys\nprint({f'answer {EVIL}'!r})\nsys.stderr.write({EVIL!r})\n"
        "import os\nsys.exit('words' in os.environ['M3BENCH_REQUEST'] or 0)\n"
    )
    agent = [
        "--agent",
        f"command:{sys.executable} {script}",
        "--config",
        str(stage.config),
        "--sandbox",
        "off",
    ]
    return stage.said(["run", str(stage.tasks), *agent, "--out", str(stage.run)], terminal=True)


COMMANDS: dict[str, Callable[[Stage], list[str]]] = {
    "servers check": lambda at: ["servers", "check", "--config", str(at.config)],
    "list tools": lambda at: ["list", "tools", "--config", str(at.config)],
    "servers call": lambda at: ["servers", "call", "plain/say", "--config", str(at.config)],
    "servers call, an error": lambda at: ["servers", "call", "plain/fail", "--config", str(at.config)],
    "servers logs": lambda at: ["servers", "logs", "plain"],
    "unknown server": lambda at: ["servers", "check", EVIL],
    "unknown command": lambda at: [EVIL],
    "unknown option": lambda at: ["run", f"--{EVIL}"],
    "bad value": lambda at: ["run", "smoke", "--limit", EVIL],
    "unknown suite": lambda at: ["run", EVIL, "--agent", "idle"],
    "unknown agent": lambda at: ["run", "smoke", "--agent", EVIL],
    "unknown model": lambda at: ["run", "smoke", "--agent", "executor", "--model", EVIL],
    "name of a file": lambda at: ["score", "-r", str(at.file), "-p", str(at.file)],
    "name of no folder": lambda at: ["run", "--resume", f"{at.folder}/{EVIL}"],
    "convert": lambda at: ["convert", str(at.file), str(at.folder / "out.jsonl")],
    "list tasks": lambda at: ["list", "tasks", str(at.tasks)],
    "suite show": lambda at: ["suite", "show", str(at.tasks), f"sum{EVIL}"],
}
OF_A_RUN: dict[str, Callable[[Stage], list[str]]] = {
    "score": lambda at: ["score", str(at.run), "--encoder", "hashing"],
    "explain": lambda at: ["score", str(at.run), "--encoder", "hashing", "--explain", f"sum{EVIL}"],
    "explain an unknown task": lambda at: ["score", str(at.run), "--encoder", "hashing", "--explain", EVIL],
    "compare": lambda at: ["compare", str(at.run), str(at.run), "--encoder", "hashing"],
    "report": lambda at: ["report", str(at.run), "--encoder", "hashing", "--out", str(at.folder / "r.html")],
    "replay": lambda at: ["replay", str(at.run)],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_names_and_words(name: str, stage: Stage) -> None:
    """a server, file, task or argument has escape sequences, bidi overrides and markup in its name."""
    if name == "servers logs":
        stage.said(COMMANDS["servers check"](stage), terminal=False)
    terminal = name in ("servers check", "servers call", "unknown option", "name of a file")
    said = stage.said(COMMANDS[name](stage), terminal=terminal)
    assert_clean(said, terminal=terminal)
    told = said.replace(b"\r", b"").replace(b"\n", b"")
    assert SEEN.encode() in told or name in ("list tasks", "bad value"), said.decode()


@pytest.mark.parametrize("name", OF_A_RUN)
@pytest.mark.usefixtures("shown_run")
def test_what_a_run_recorded(name: str, stage: Stage) -> None:
    """an agent answers with escape sequences on tasks and families that are called like them."""
    said = stage.said(OF_A_RUN[name](stage), terminal=name == "score")
    assert_clean(said, terminal=name == "score")
    assert b"owned" in said.replace(b"\r\n", b"") or name in ("report", "compare"), said.decode()


def test_the_display_of_a_run(shown_run: bytes) -> None:
    """a program writes escape sequences while its run is shown live on a terminal."""
    assert_clean(shown_run, terminal=True)
    assert SEEN.encode() in shown_run
    assert b"[bold red]M" in shown_run


@pytest.mark.parametrize("letter", [b"\xff", b"\xc2\x9b", b"\x1b[2J", b"\xed\xa0\x80"])
def test_bytes_that_are_no_text(letter: bytes, stage: Stage) -> None:
    """a file is called by bytes that are no UTF-8, or by controls of 8 bits."""
    path = os.fsencode(stage.folder) + b"/odd-" + letter + b".jsonl"
    with open(path, "wb") as file:  # noqa: PTH123 - the name is bytes
        file.write(b'{"id": "' + letter + b'"}')
    for verb in ("score", "convert"):
        arguments = [verb, path, str(stage.folder / "none.jsonl")]
        done = preloaded.run(arguments, environment=stage.environment, timeout=HANG_SECONDS)
        assert_clean((done.stdout + done.stderr).encode("utf-8", "surrogateescape"), terminal=False)
        assert done.returncode == 2
