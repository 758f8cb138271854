"""Collections of bundled servers, and which of them a run can mount."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from m3bench.servers import TWINS, collection_of, servers_by_collection

M3_BENCH = "m3-bench"
"""The collection that a run mounts if its tasks need no bundled server."""


def used_collections(needed: Iterable[str]) -> frozenset[str]:
    """Return the collections of the servers that tasks need; M³-Bench's if they need no bundled server."""
    collections = {collection for name in needed if (collection := collection_of(name))}
    return frozenset(collections or {M3_BENCH})


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
    used = frozenset(servers_by_collection()) if all_collections else used_collections(needed)
    wanted = {*needed, *named}
    return [name for name in names if name in wanted or _can_join(name, used, wanted)]


def _can_join(name: str, used: frozenset[str], wanted: Collection[str]) -> bool:
    collection = collection_of(name)
    if collection is None:
        return True
    if collection not in used:
        return False
    if name in TWINS:
        return TWINS[name] not in wanted and collection_of(TWINS[name]) not in used
    return not any(TWINS.get(other) == name for other in wanted)
