"""The server, and what its parameters have in common."""

from __future__ import annotations

from typing import Annotated

from m3bench.servers.kit import Proof, Server, about

server = Server(
    "word",
    "Make, read and change Word documents (.docx) in the workspace.",
    sources=("files",),
    strict=True,
    proof=Proof("create_document", {"path": "proof.docx", "title": "Proof"}),
)

Document = Annotated[str, about("The document in the workspace, such as 'letters/offer.docx'.")]
Paragraph = Annotated[int, about("Number of a body paragraph, from 1, as read_paragraphs counts them.")]
After = Annotated[
    int | None,
    about("Insert after this paragraph number; 0 is the beginning. By default at the end of the document."),
]
Table = Annotated[int, about("Number of the table in the document, from 1.")]
