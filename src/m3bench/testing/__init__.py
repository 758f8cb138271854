"""Scripted models and a fake provider, for tests without a key; and what a process holds, to find leaks."""

from m3bench.testing.processes import (
    child_processes,
    command_of,
    listening_ports,
    open_descriptors,
    processes_with_variable,
    resident_bytes,
    worker_processes,
)
from m3bench.testing.scripted import ScriptedModel

__all__ = [
    "ScriptedModel",
    "child_processes",
    "command_of",
    "listening_ports",
    "open_descriptors",
    "processes_with_variable",
    "resident_bytes",
    "worker_processes",
]
