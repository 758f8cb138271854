"""Confining programs: bubblewrap, the file system inside it, and filters of the kernel."""

from m3bench.confinement.bubblewrap import bubblewrap, isolation, sandbox_problem
from m3bench.confinement.file_system import MOST_TMP_BYTES, READ_ONLY, SYSTEM, file_system
from m3bench.confinement.no_network import deny_network
from m3bench.confinement.programs import (
    behind_filters,
    confined,
    in_bubblewrap,
    network_filter_problem,
    without_network,
)

__all__ = [
    "MOST_TMP_BYTES",
    "READ_ONLY",
    "SYSTEM",
    "behind_filters",
    "bubblewrap",
    "confined",
    "deny_network",
    "file_system",
    "in_bubblewrap",
    "isolation",
    "network_filter_problem",
    "sandbox_problem",
    "without_network",
]
