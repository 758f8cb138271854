"""Work in several processes. Workers make attempts; the run keeps journal, budget and models."""

from m3bench.runs.distributed.attempt_program import AttemptProgram
from m3bench.runs.distributed.channel import Channel
from m3bench.runs.distributed.links import Link, LinkClosed, SocketLink
from m3bench.runs.distributed.processes import open_process
from m3bench.runs.distributed.remote_runner import RemoteRunner, RunServices
from m3bench.runs.distributed.worker import Answer, Program
from m3bench.runs.distributed.worker_group import WorkerGroup, WorkerLost, WorkersLost

__all__ = [
    "Answer",
    "AttemptProgram",
    "Channel",
    "Link",
    "LinkClosed",
    "Program",
    "RemoteRunner",
    "RunServices",
    "SocketLink",
    "WorkerGroup",
    "WorkerLost",
    "WorkersLost",
    "open_process",
]
