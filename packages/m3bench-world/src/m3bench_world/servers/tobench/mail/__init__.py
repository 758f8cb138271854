"""`mail`: the mailbox of one of the staff of a company."""

from m3bench_world.servers.tobench.mail import tools_drafts, tools_read, tools_send
from m3bench_world.servers.tobench.mail.store import server

__all__ = ["server", "tools_drafts", "tools_read", "tools_send"]
