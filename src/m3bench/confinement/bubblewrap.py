"""Bubblewrap: whether it works here, and the options that separate a program from the machine."""

from __future__ import annotations

import functools
import shutil
import subprocess
import sys

_PROBE_SECONDS = 10.0


def sandbox_problem() -> str | None:
    """Return why sandboxes do not work here and what to do, or None if they work. Tested once per process."""
    if not sys.platform.startswith("linux"):
        return "sandboxes require Linux."
    program = bubblewrap()
    if program is None:
        return "bubblewrap is not installed. Install the package that provides `bwrap`, usually bubblewrap."
    return _probe(program)


def isolation(*, network: bool = False, outlives_thread: bool = False) -> tuple[str, ...]:
    """Return options for separate namespaces, no capabilities, and an end with the parent.

    Args:
        network: Keep the network of this machine.
        outlives_thread: The kernel takes the thread that starts a program for its parent. Programs that are
            used by other threads afterwards must end in another way.
    """
    spaces = ("user", "pid", "ipc", "uts", *(() if network else ("net",)))
    unshared = (f"--unshare-{space}" for space in spaces)
    end = () if outlives_thread else ("--die-with-parent",)
    return (*unshared, "--unshare-cgroup-try", "--cap-drop", "ALL", *end)


def bubblewrap() -> str | None:
    return shutil.which("bwrap")


@functools.cache
def _probe(bubblewrap: str) -> str | None:
    mounts = ("--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev")
    command = [bubblewrap, *isolation(), "--new-session", *mounts, "true"]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PROBE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap failed to run ({error})."
    if done.returncode == 0:
        return None
    message = done.stderr.decode(errors="replace").strip() or f"exit code {done.returncode}"
    return (
        f"bubblewrap cannot create namespaces here ({message}). Allow user namespaces: sysctl "
        "kernel.unprivileged_userns_clone=1, on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0; "
        "in a container, start it with permission to create namespaces."
    )
