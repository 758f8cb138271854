"""The server and the parameters that its tools share."""

from __future__ import annotations

from typing import Annotated

from m3bench.servers.kit import Proof, Server, about

server = Server(
    "audio",
    "Inspect, play, cut, join, mix and convert sounds of the workspace.",
    sources=("samples",),
    strict=True,
    proof=Proof("generate_tone", {"output_path": "beep.wav", "frequency": 880, "seconds": 0.5}),
    uses_world=False,
)

OutputPath = Annotated[
    str, about("Where to write the result. The suffix decides the format: .wav, .flac, .mp3, .ogg or .m4a.")
]
Start = Annotated[float, about("Where the part starts, in seconds.")]
End = Annotated[float | None, about("Where the part ends, in seconds; by default at the end of the sound.")]
Threshold = Annotated[float, about("Level in dBFS below which a sound counts as silent, from -90 to -10.")]
