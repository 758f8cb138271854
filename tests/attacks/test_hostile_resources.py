"""Agents and servers that take memory, processes, processor time, files and temporary space.

The limits are lowered, so that the machine is not the victim.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import anyio
import pytest

from m3bench.agents import Confinement, Ending, confine, make_agent
from m3bench.core import Status
from m3bench.hosting import Pool, ResourceLimits, ServerFault, ServerSpec, Tool, sandbox_problem
from tests.agents.workplace import solve
from tests.attacks.probes import PYTHON
from tests.hanging import HANG_SECONDS
from tests.volume import sample

LIMITS = ResourceLimits(memory=300 * 10**6, processes=40, cpu_seconds=1, open_files=200, tmp_bytes=30 * 10**6)
WAIT = "\nimport time\ntime.sleep(3600)"
EXCESSES = {
    "memory": ("parts = [bytearray(os.urandom(1) * 10**7) for _ in range(60)]" + WAIT, "300 MB of memory"),
    "memory of its children": (
        "for _ in range(6):\n if not os.fork():\n  part = b'x' * 10**8\n  break" + WAIT,
        "300 MB of memory",
    ),
    "memory without a name": (
        "file = os.memfd_create('x')\nfor _ in range(60):\n os.write(file, b'x' * 10**7)" + WAIT,
        "300 MB of memory",
    ),
    "processes": ("for _ in range(90):\n if not os.fork():\n  break" + WAIT, "40 processes"),
    "processes without a mark": (
        "import subprocess, sys\nfor _ in range(60):\n subprocess.Popen([sys.executable, '-S', '-c', "
        "'import time; time.sleep(3600)'], env={}, start_new_session=True)" + WAIT,
        "40 processes",
    ),
    "threads": (
        "import threading, time\nfor _ in range(900):\n threading.Thread(target=time.sleep, args=(120,), "
        "daemon=True).start()" + WAIT,
        "40 processes",
    ),
    "processor time": ("while True: pass", "1 s of processor time"),
    "processor time of its children": (
        "import signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "for _ in range(3):\n if not os.fork():\n  while True: pass" + WAIT,
        "1 s of processor time",
    ),
    "its home": (
        "file = open(os.environ['TMPDIR'] + '/x', 'wb')\nfor _ in range(60):\n file.write(bytes(10**6))\n"
        "file.flush()" + WAIT,
        "30 MB of temporary files",
    ),
}
REFUSED = {
    "the private /tmp": (
        "file = open('/tmp/x', 'wb')\nfor _ in range(60): file.write(bytes(10**6))",
        "No space",
    ),
    "shared memory": (
        "file = open('/dev/shm/x', 'wb')\nfor _ in range(60): file.write(bytes(10**6))",
        "No space",
    ),
    "the folder of devices": ("open('/dev/x', 'wb')", "Read-only"),
    "open files": ("files = [os.dup(0) for _ in range(300)]", "Too many open files"),
    "more open files": (
        "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (300, 300))",
        "not allowed",
    ),
}
in_sandbox = pytest.mark.skipif(sandbox_problem() is not None, reason=str(sandbox_problem()))
SANDBOXES = [pytest.param(True, marks=in_sandbox, id="sandbox"), pytest.param(False, id="no sandbox")]


def attempt(script: str, root: Path, *, sandbox: bool, limits: ResourceLimits = LIMITS) -> Ending:
    for name in ("agent", "workspace"):
        (root / name).mkdir()
    program = root / "agent" / "agent.py"
    program.write_text(f"import os\n{script}\nprint('3')")
    agent = confine(make_agent(f"command:{PYTHON} {program}"), Confinement(sandbox=sandbox, limits=limits))
    ending, _ = solve(agent, root / "workspace")
    return ending


@pytest.mark.parametrize(
    ("what", "sandbox"),
    [
        *(pytest.param(what, True, marks=in_sandbox) for what in EXCESSES),
        *((what, False) for what in sample(EXCESSES, 3)),
    ],
)
def test_an_agent_over_its_limits(what: str, sandbox: bool, tmp_path: Path) -> None:
    """An agent takes more memory, processes, processor time or disk than it may."""
    script, reason = EXCESSES[what]
    ending = attempt(script, tmp_path, sandbox=sandbox)
    assert ending.status is Status.AGENT_FAILURE
    assert ending.reason is not None
    # The kernel keeps ordinary users from starting so many in a sandbox.
    is_refused = what == "threads" and sandbox and "can't start new thread" in ending.reason
    assert is_refused or ending.reason.startswith(f"the agent used more than {reason} (--resource-limit ")


@in_sandbox
@pytest.mark.parametrize("what", REFUSED)
def test_what_an_agent_is_refused(what: str, tmp_path: Path) -> None:
    """An agent fills the folders of its sandbox that are in memory, or opens too many files."""
    script, reason = REFUSED[what]
    ending = attempt(script, tmp_path, sandbox=True)
    assert ending.status is Status.AGENT_FAILURE
    assert reason in (ending.reason or "")
    names = {"No space": "tmp-bytes", "Too many open files": "open-files"}
    assert (ending.reason or "").endswith(f"(--resource-limit {names[reason]})" if reason in names else "")


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_an_ordinary_agent(sandbox: bool, tmp_path: Path) -> None:
    """The limits keep an honest agent from its work."""
    script = (
        "import subprocess, sys\nfile = open(os.environ['TMPDIR'] + '/x', 'wb')\nfile.write(bytes(10**7))\n"
        "part = bytearray(5 * 10**7)\n"
        "assert subprocess.run([sys.executable, '-S', '-c', 'print(1)'], stdout=-1).stdout == b'1\\n'"
    )
    assert attempt(script, tmp_path, sandbox=sandbox).answer == "3"


SERVER = """
import json, os, sys, time
def answer(method):
    if method == "initialize":
        return {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                "serverInfo": {"name": "greedy", "version": "1"}}
    if method == "tools/list":
        return {"tools": [{"name": "take", "description": "Takes.", "inputSchema": {"type": "object"}}]}
    exec(SCRIPT)
    return {"content": [{"type": "text", "text": "taken"}]}

for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": answer(message["method"])}),
              flush=True)
"""


def served(script: str, root: Path, *, sandbox: bool) -> Any:
    """Call a server that runs the script; return its reply, or its fault."""
    program = root / "greedy.py"
    program.write_text(f"SCRIPT = {script!r}\n{SERVER}")
    spec = ServerSpec(name="greedy", command=PYTHON, args=(str(program),))

    async def work() -> Any:
        with anyio.fail_after(HANG_SECONDS):
            async with Pool(sandbox=sandbox, limits=LIMITS) as pool, pool.lease([spec]) as lease:
                (tool,) = await lease.host.tools()
                assert isinstance(tool, Tool)
                try:
                    return await lease.host.call(tool, {})
                except ServerFault as fault:
                    return fault.reason

    return anyio.run(work)


SERVER_EXCESSES = {
    **{name: EXCESSES[name] for name in EXCESSES if name != "its home"},
    "its own folder": (
        "file = open('x', 'wb')\nfor _ in range(60):\n file.write(bytes(10**6))\nfile.flush()" + WAIT,
        "30 MB of temporary files",
    ),
}


@pytest.mark.parametrize("sandbox", SANDBOXES)
@pytest.mark.parametrize("what", ["memory", "processes without a mark", "processor time", "its own folder"])
def test_a_server_over_its_limits(what: str, sandbox: bool, tmp_path: Path) -> None:
    """A server takes more memory, processes, processor time or disk than it may."""
    script, reason = SERVER_EXCESSES[what]
    fault = served(script, tmp_path, sandbox=sandbox)
    assert isinstance(fault, str), fault
    assert f"used more than {reason} (--resource-limit " in fault


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_an_ordinary_server(sandbox: bool, tmp_path: Path) -> None:
    """The limits keep an honest server from its work."""
    script = "part = bytearray(5 * 10**7)\nimport resource\nopen('limit', 'w').write('x')"
    assert served(script, tmp_path, sandbox=sandbox).content[0].text == "taken"


@in_sandbox
def test_a_server_that_opens_files(tmp_path: Path) -> None:
    """A server opens more files than it may."""
    script = (
        "import resource\ntry:\n files = [os.dup(0) for _ in range(300)]\nexcept OSError as error:\n"
        " sys.stderr.write(f'{error} {resource.getrlimit(resource.RLIMIT_CORE)}')\n sys.stderr.flush()\n"
        " time.sleep(1)\n os._exit(7)"
    )
    fault = served(script, tmp_path, sandbox=True)
    assert "Too many open files" in fault
    assert "(0, 0)" in fault, "its memory is not written to disk"


def test_nothing_is_left(tmp_path: Path) -> None:
    """Processes that were killed leave others behind, or the thread that watched them."""
    token = f"m3bench-left-{os.getpid()}"
    script = (
        "import subprocess, sys\nfor _ in range(60):\n subprocess.Popen([sys.executable, '-S', '-c', "
        f"'import time; time.sleep(3600) # {token}'], env={{}}, start_new_session=True)" + WAIT
    )
    attempt(script, tmp_path, sandbox=sandbox_problem() is None)
    commands = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            commands.append(path.read_bytes())
        except OSError:
            continue
    assert not [command for command in commands if token.encode() in command]
