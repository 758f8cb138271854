"""Work on untrusted PDFs, in worker processes with limits on time and memory."""

from m3bench_world.servers.tobench.pdf.jobs.protocol import Outcome, run_job

__all__ = ["Outcome", "run_job"]
