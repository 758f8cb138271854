"""Types of parameters that several tools share, and how their values are read."""

from __future__ import annotations

import json
from typing import Annotated

import msgspec

from m3bench.servers.kit import BadArgument, about, check_text

MOST_TERMS = 12
DEEPEST_PAGE = 10_000

Several = list[str] | str | None
Text = str | None
Page = Annotated[int, msgspec.Meta(ge=1, description="Page of the results, from 1.")]
PageSize = Annotated[int, msgspec.Meta(ge=1, le=100, description="Results on a page, 1 to 100.")]
Limit = Annotated[int, msgspec.Meta(ge=1, le=100, description="How many records at most, 1 to 100.")]
Key = Annotated[str | None, about("Not needed here: the registers are open. Any value is ignored.")]
CallBenefit = Annotated[str | None, about("Why the call is useful; it does not change the answer.")]

Genes = Annotated[Several, about("Gene symbols or aliases: 'BRAF', ['TP53', 'MDM2'].")]
Variants = Annotated[Several, about("Variants: 'V600E', 'p.V600E', 'CYP2C9*3' or rsIDs.")]
Diseases = Annotated[Several, about("Diseases by name or synonym: 'melanoma'.")]
Chemicals = Annotated[Several, about("Drugs or other chemicals by name: 'vemurafenib'.")]
Keywords = Annotated[Several, about("Further words; 'a|b' accepts either of two.")]
NctId = Annotated[str, about("Number of a trial, such as NCT09002375, from trial_searcher.")]


def several(value: Several, name: str) -> list[str]:
    """Return the entries of a list, of a JSON list in a string, or of a comma list."""
    if value is None:
        return []
    entries = value if isinstance(value, list) else _split(value, name)
    if len(entries) > MOST_TERMS:
        raise BadArgument(name, f"it has {len(entries)} entries; the maximum is {MOST_TERMS}")
    return list(dict.fromkeys(check_text(entry, name) for entry in entries))


def _split(text: str, name: str) -> list[str]:
    bare = check_text(text, name)
    if bare.startswith("["):
        try:
            found = json.loads(bare)
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, list) and all(isinstance(entry, str) for entry in found):
            return [entry for entry in found if entry.strip()]
    return [part.strip() for part in bare.split(",") if part.strip()] or [bare]


def optional(value: Text, name: str) -> str:
    """Return the text of an optional parameter, stripped; empty if it was left out or is blank."""
    return check_text(value, name) if value is not None and value.strip() else ""
