"""The ways to start Chromium, each with what confines it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from m3bench.confinement import behind_filters, in_bubblewrap, sandbox_problem, without_network

NO_SANDBOX = "M3BENCH_CHROMIUM_NO_SANDBOX"
"""Set to 1, this variable allows Chromium without any sandbox."""
_SETTINGS = ("/etc/chromium", "/etc/chromium.d", "/etc/chromium-browser", "/etc/opt/chrome")


@dataclass(frozen=True)
class Launch:
    """One way to start it. Without bubblewrap, filters of the kernel deny the network, and
    files unless Chromium confines itself."""

    bubblewrap: bool
    own_sandbox: bool
    """Whether Chromium confines its processes itself."""

    def command(self, command: Sequence[str], folder: Path) -> list[str]:
        """Return the command line, for a profile in a folder."""
        whole = [*command, *(() if self.own_sandbox else ("--no-sandbox",)), "about:blank"]
        if self.bubblewrap:
            # It ends with its pipe. Other threads may use it after the one that starts it has ended.
            return in_bubblewrap(whole, folder, _SETTINGS, outlives_thread=True)
        return without_network(whole) if self.own_sandbox else behind_filters(whole, folder, _SETTINGS)


def launches() -> Iterator[Launch]:
    """Yield the ways that are allowed here, the best first."""
    if sandbox_problem() is None:
        yield Launch(bubblewrap=True, own_sandbox=True)
        # Not every machine allows namespaces in namespaces.
        yield Launch(bubblewrap=True, own_sandbox=False)
    if os.geteuid():
        yield Launch(bubblewrap=False, own_sandbox=True)
    if os.environ.get(NO_SANDBOX) == "1":
        yield Launch(bubblewrap=False, own_sandbox=False)


def why_not_started() -> str:
    """Return why none of the ways works, and what to do."""
    outer = sandbox_problem() or "it does not run in bubblewrap."
    own = "its own sandbox does not work here" if os.geteuid() else "its own sandbox does not work for root"
    return (
        f"{outer} Without bubblewrap, {own}. Install bubblewrap, or run m3bench as an ordinary user that may"
        f" create user namespaces. To run Chromium without a sandbox, set {NO_SANDBOX}=1."
    )
