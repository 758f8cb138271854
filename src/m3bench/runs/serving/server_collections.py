"""Collections of bundled servers, and which of them a run can mount."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from m3bench.runs.serving.bundled import BUNDLED, THIRD_PARTY
from m3bench.servers import M3_BENCH, MCP_BENCH, TOBENCH, TWINS, collection_of


def bundled_collection(name: str) -> str | None:
    """Return the collection of a bundled or third-party server that ships with m3bench; None for others."""
    return M3_BENCH if name in THIRD_PARTY else collection_of(name)


COLLECTIONS = {
    collection: tuple(name for name in BUNDLED if bundled_collection(name) == collection)
    for collection in (M3_BENCH, MCP_BENCH, TOBENCH)
}
"""Names of the bundled servers by collection, without the synthetic ones."""


def used_collections(needed: Iterable[str]) -> frozenset[str]:
    """Return the collections of the servers that tasks need; M³-Bench's if they need no bundled server."""
    found = {collection for name in needed if (collection := bundled_collection(name))}
    return frozenset(found or {M3_BENCH})


def within_collections(
    names: Iterable[str],
    needed: Collection[str],
    named: Collection[str] = (),
    *,
    all_collections: bool = False,
) -> list[str]:
    """Return the servers that a run can mount. Bundled ones come from the collections that its tasks use.

    A second face of a server and its original are both returned only if tasks name both.

    Args:
        names: All servers.
        needed: Servers that tasks need. They decide on the collections.
        named: Other servers that tasks name, such as distractors.
        all_collections: Take bundled servers from all collections.
    """
    used = frozenset(COLLECTIONS) if all_collections else used_collections(needed)
    wanted = {*needed, *named}
    return [name for name in names if name in wanted or _can_join(name, used, wanted)]


def _can_join(name: str, used: frozenset[str], wanted: Collection[str]) -> bool:
    collection = bundled_collection(name)
    if collection is None:
        return True
    if collection not in used:
        return False
    if name in TWINS:
        return TWINS[name] not in wanted and bundled_collection(TWINS[name]) not in used
    return not any(TWINS.get(other) == name for other in wanted)
