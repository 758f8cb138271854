"""The server."""

from __future__ import annotations

from m3bench.core import Proof
from m3bench.servers.kit import Server

server = Server(
    "mail",
    "Your mailbox: read, search, send, answer, forward, draft and file mails, with attachments and contacts.",
    sources=("office",),
    strict=True,
    proof=Proof("list_messages", {"folder": "inbox", "limit": 3}),
)
