"""The gateway of an exported task: it serves the tools, and keeps what the agent did for the verifier."""

from __future__ import annotations

import os
import shutil
import stat
import time
from collections.abc import Callable
from pathlib import Path

import anyio
import anyio.abc

from m3bench.agents import Attempt
from m3bench.agents.external import assignment
from m3bench.agents.user import with_user
from m3bench.core import Task, Trajectory, UsageError, records_folder
from m3bench.core.redaction import redactor
from m3bench.formats import write, write_atomically
from m3bench.hosting import Pool, Toolbox
from m3bench.hosting.gateway import Address, Gateway, cancel_on_signal, make_server, serve_http
from m3bench.hosting.workspace import fill_workspace
from m3bench.integrations.harbor.package import TaskPackage, read_package
from m3bench.runs.engine import clean_trajectory
from m3bench.runs.serving import ServerSet
from m3bench.runs.store import Blobs
from m3bench.sabotage import with_sabotage

TRAJECTORY, WORKSPACE, PLACE, MEDIA = "trajectory.jsonl", "workspace", "workspace.path", "media"
_MOST_BYTES = 256_000_000

Say = Callable[[str], None]


async def serve_task(
    folder: Path, attempt: Path, address: Address, *, hosts: tuple[str, ...] = (), say: Say
) -> None:
    """Serve one task until SIGTERM or SIGINT.

    Args:
        folder: The exported task, without its solution.
        attempt: Where the record of the attempt is kept.
        address: Where to listen. Clients need no token: the network must be the agent's alone.
        hosts: Further names under which clients reach the gateway, with the port.
        say: Receives messages for people.
    """
    package = read_package(folder)
    attempt.mkdir(parents=True, exist_ok=True)
    async with anyio.create_task_group() as tasks:
        await tasks.start(cancel_on_signal, tasks.cancel_scope)
        async with Pool() as pool:
            servers = ServerSet(pool, package.world.world())
            async with servers.lease(package.task.servers) as (workspace, host):
                fill_workspace(workspace, package.files)
                sabotaged = with_sabotage(host, package.task, workspace)
                toolbox = await Toolbox.mount(with_user(sabotaged, package.task))
                _require_servers(package.task, toolbox)
                write_atomically(attempt / PLACE, [os.fsencode(workspace)])
                gateway = _gateway(package, toolbox, workspace, attempt)
                await gateway.save()
                await serve_http(
                    make_server(gateway),
                    address,
                    gateway.quiet.message_arrived,
                    lambda at: say(f"serving {at.url}"),
                    token=None,
                    hosts=hosts,
                )


def _gateway(package: TaskPackage, toolbox: Toolbox, workspace: Path, attempt: Path) -> Gateway:
    blobs = Blobs(attempt / MEDIA)
    given = assignment(Attempt(package.task, toolbox, workspace))

    def record(trajectory: Trajectory) -> None:
        kept = blobs.without_bytes(redactor().value(trajectory))
        write(attempt / TRAJECTORY, [clean_trajectory(kept, workspace)], format="jsonl")

    return Gateway(toolbox, given, record, clock=time.monotonic)


def _require_servers(task: Task, toolbox: Toolbox) -> None:
    problems = [f"{name}: {toolbox.problems[name]}" for name in task.servers if name in toolbox.problems]
    if problems:
        raise UsageError(f"Servers of {task.id} do not start: {'; '.join(problems)}")


def collect_attempt(attempt: Path) -> int:
    """Copy the workspace of a running gateway to the record of its attempt; return how many files.

    Its records come along. Links and special files are left out: the agent decides what is there.

    Raises:
        UsageError: No gateway has written there, or the files are too large.
    """
    try:
        workspace = Path(os.fsdecode((attempt / PLACE).read_bytes()))
    except OSError as error:
        raise UsageError(f"{attempt} has no record of a gateway: {error.strerror}.") from None
    target = attempt / WORKSPACE
    count = _copy_plain(workspace, target)
    shutil.rmtree(records_folder(target), ignore_errors=True)
    if records_folder(workspace).is_dir():
        _copy_plain(records_folder(workspace), records_folder(target))
    return count


def _copy_plain(folder: Path, target: Path) -> int:
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    left, count = _MOST_BYTES, 0
    for root, folders, names in os.walk(folder):
        inside = target / Path(root).relative_to(folder)
        for name in folders:
            (inside / name).mkdir(exist_ok=True)
        for path in (Path(root, name) for name in names):
            state = path.lstat()
            if not stat.S_ISREG(state.st_mode):
                continue
            left -= state.st_size
            if left < 0:
                raise UsageError(f"The workspace has more than {_MOST_BYTES:,} bytes.")
            shutil.copyfile(path, inside / path.name)
            count += 1
    return count
