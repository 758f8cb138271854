"""A second face of a server: the same tools under another name, with small differences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from m3bench.core import Proof
from m3bench.servers.kit.answer import Answer
from m3bench.servers.kit.server import Server


def make_face(
    original: Server,
    name: str,
    purpose: str = "",
    *,
    tools: Sequence[str] = (),
    proof: Proof | None = None,
    strict: bool | None = None,
    overrides: Mapping[str, Callable[..., Answer]] | None = None,
) -> Server:
    """Return a server with the tools of another one.

    Args:
        original: The server whose tools it has.
        name: Its name.
        purpose: What it is for. Defaults to the original's.
        tools: Names of its tools, in order. Defaults to all of the original's.
        proof: A call that shows that it works. Defaults to the original's.
        strict: Whether unknown arguments are refused. Defaults to what the original does.
        overrides: Functions with other parameters, by tool. Without a docstring, they have the original's
            description.
    """
    face = Server(
        name,
        purpose or original.purpose,
        sources=original.sources,
        proof=proof or original.proof,
        strict=original.strict if strict is None else strict,
        uses_world=original.uses_world,
    )
    for tool in tools or original.tools:
        definition = original.tools[tool]
        handler = (overrides or {}).get(tool, definition.handler)
        face.tool(
            name=tool,
            read_only=definition.read_only,
            perception=definition.perception,
            interactive=definition.interactive,
            long_running=definition.long_running,
        )(handler)
        if not handler.__doc__:
            face.tools[tool] = msgspec.structs.replace(face.tools[tool], description=definition.description)
    return face
