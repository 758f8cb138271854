"""Server processes: environment, logs, and cleanup when the harness ends."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.hosting.process.exit import exited, signal_group
    from m3bench.hosting.process.harness import HARNESS, end_marked, machine_memory, server_environment
    from m3bench.hosting.process.limits import (
        THREADS_PER_PROCESS,
        ProcessWatch,
        limited_processes,
        open_file_limits,
    )
    from m3bench.hosting.process.lines import LineBuffer, LineTooLong
    from m3bench.hosting.process.server_log import (
        ServerLog,
        file_name,
        log_path,
        log_tail,
        logs_of,
        prune_logs,
    )
    from m3bench.hosting.process.warden import MARK_NAME
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "HARNESS",
    "MARK_NAME",
    "THREADS_PER_PROCESS",
    "LineBuffer",
    "LineTooLong",
    "ProcessWatch",
    "ServerLog",
    "end_marked",
    "exited",
    "file_name",
    "limited_processes",
    "log_path",
    "log_tail",
    "logs_of",
    "machine_memory",
    "open_file_limits",
    "prune_logs",
    "server_environment",
    "signal_group",
]
