"""The one tool."""

from __future__ import annotations

import os
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, Proof, Server, about, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.workspace import look_at, shown_path

MOST_ARTEFACTS = 50

server = Server(
    "claim-done",
    "State that the task is finished, and where its results are.",
    sources=("arithmetic",),
    strict=True,
    proof=Proof("claim_done", {"summary": "Nothing was asked for."}),
    uses_world=False,
)


@server.tool
def claim_done(
    context: ToolContext,
    summary: Annotated[str, about("What was done, in a few sentences, with anything that is left open.")],
    artefacts: Annotated[
        list[str] | None,
        about("Paths of the files that are the result, relative to the workspace; at most 50."),
    ] = None,
) -> Answer:
    """State that the task is finished. Call it once, after you have looked at your results. Returns which of
    the named files exist, and their size; it says nothing about whether they are right."""
    check_text(summary, "summary")
    named = artefacts or []
    if len(named) > MOST_ARTEFACTS:
        raise BadArgument("artefacts", f"it has {len(named)} entries; pass at most {MOST_ARTEFACTS}")
    found = [_stated(context, path, f"artefacts[{at}]") for at, path in enumerate(named)]
    missing = [file["path"] for file in found if not file["exists"]]
    looked = tuple(look_at(context.files, file["path"], "metadata") for file in found if file["exists"])
    return Answer({"claimed": True, "artefacts": found, "missing": missing}, looked=looked)


def _stated(context: ToolContext, path: str, name: str) -> dict[str, Any]:
    target = context.files.inside(path, name)
    if not os.path.isfile(target):  # noqa: PTH113 - refuses no name, however long
        return {"path": shown_path(path), "exists": False}
    return {"path": context.files.relative(target), "exists": True, "bytes": target.stat().st_size}
