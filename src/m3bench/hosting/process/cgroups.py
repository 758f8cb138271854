"""A control group (version 2) for a program, where the user may create one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

_ROOT = Path("/sys/fs/cgroup")
_OWN = Path("/proc/self/cgroup")
_NEEDED = frozenset({"memory", "pids"})


class ControlGroup:
    """Beside the group of this process: so this process need not move, and no controller is enabled."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def create(
        cls, name: str, memory: int, tasks: int, *, root: Path = _ROOT, own: Path = _OWN
    ) -> ControlGroup | None:
        """Create a group; None where that is not possible.

        `memory` is in bytes, `tasks` are processes and threads, and `own` is the file that names the group of
        this process.
        """
        with suppress(OSError, StopIteration):
            lines = own.read_text().splitlines()
            path = next(line[3:] for line in lines if line.startswith("0::/"))
            parent = (root / path.lstrip("/")).parent
            delegated = (parent / "cgroup.subtree_control").read_text().split()
            if path == "/" or not _NEEDED.issubset(delegated):
                return None
            group = cls(parent / f"m3bench-{name.strip('.')}")
            group._folder.mkdir()
            try:
                group._write("memory.max", memory)
                group._write("memory.oom.group", 1)
                group._write("pids.max", tasks)
            except OSError:
                group.remove()
                return None
            return group
        return None

    def add(self, pid: int) -> None:
        """Put a process and what it starts from now on into the group."""
        with suppress(OSError):
            self._write("cgroup.procs", pid)

    @property
    def out_of_memory(self) -> bool:
        """Whether the kernel killed something for its memory."""
        with suppress(OSError):
            events = (self._folder / "memory.events").read_text().split()
            return int(dict(zip(events[::2], events[1::2], strict=True)).get("oom_kill", 0)) > 0
        return False

    def remove(self) -> None:
        """Remove the group. Its processes have ended."""
        with suppress(OSError):
            self._folder.rmdir()

    def _write(self, name: str, value: int) -> None:
        (self._folder / name).write_text(str(value))
