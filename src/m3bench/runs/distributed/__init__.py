"""Work in several processes. Workers make attempts; the run keeps journal, budget and models."""

from m3bench.runs.distributed.attempt_program import AttemptProgram
from m3bench.runs.distributed.channel import Channel
from m3bench.runs.distributed.engines import open_engine, require_engine, require_workers
from m3bench.runs.distributed.links import Link, LinkClosed, SocketLink
from m3bench.runs.distributed.mapping import map_requests
from m3bench.runs.distributed.messages import ReviewRequest
from m3bench.runs.distributed.processes import open_process
from m3bench.runs.distributed.remote import RemoteReviewer
from m3bench.runs.distributed.remote_runner import RemoteRunner, RunServices
from m3bench.runs.distributed.streaming import stream_requests
from m3bench.runs.distributed.worker import Answer, Program
from m3bench.runs.distributed.worker_group import WorkerGroup, WorkerLost, WorkersLost

__all__ = [
    "Answer",
    "AttemptProgram",
    "Channel",
    "Link",
    "LinkClosed",
    "Program",
    "RemoteReviewer",
    "RemoteRunner",
    "ReviewRequest",
    "RunServices",
    "SocketLink",
    "WorkerGroup",
    "WorkerLost",
    "WorkersLost",
    "map_requests",
    "open_engine",
    "open_process",
    "require_engine",
    "require_workers",
    "stream_requests",
]
