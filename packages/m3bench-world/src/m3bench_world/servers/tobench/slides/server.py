"""The server, and what its parameters have in common."""

from __future__ import annotations

from typing import Annotated

from m3bench.servers.kit import Proof, Server, about

server = Server(
    "slides",
    "Make, read and change presentations (.pptx) in the workspace, with places in centimetres.",
    sources=("files",),
    strict=True,
    uses_world=False,
    proof=Proof("create_deck", {"path": "proof.pptx", "title": "Proof"}),
)

Deck = Annotated[str, about("The presentation in the workspace, such as 'talks/plan.pptx'.")]
Slide = Annotated[int, about("Number of the slide, from 1.")]
Shape = Annotated[int, about("Id of the shape on the slide, as list_shapes gives it.")]
Left = Annotated[float, about("Distance of the left edge from the slide's left edge, in cm.")]
Top = Annotated[float, about("Distance of the upper edge from the slide's upper edge, in cm.")]
Width = Annotated[float, about("Width in cm.")]
Height = Annotated[float, about("Height in cm.")]
