"""A mailbox: threads with customers, suppliers and colleagues, newsletters and spam, with attachments."""

from m3bench_world.mailbox.mailbox import FOLDERS, Mailbox
from m3bench_world.mailbox.threads import File, Letter, Thread

__all__ = ["FOLDERS", "File", "Letter", "Mailbox", "Thread"]
