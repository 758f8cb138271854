"""Field masks that select parts of an answer, such as `routes.legs.distanceMeters,routes.duration`."""

from __future__ import annotations

from typing import Any

from m3bench.servers.kit import BadArgument

LONGEST = 2_000


def parse_mask(fields: str, root: str) -> list[tuple[str, ...]]:
    """Split a mask into paths. The name of the outermost list may be omitted."""
    if len(fields) > LONGEST:
        raise BadArgument("fields", f"it has {len(fields):,} characters; the maximum is {LONGEST:,}")
    found = []
    for part in fields.replace("/", ".").split(","):
        names = tuple(name for name in part.strip().split(".") if name)
        if names:
            found.append(names if names[0] in (root, "*") else (root, *names))
    return found


def apply_mask(data: Any, mask: list[tuple[str, ...]]) -> Any:
    """Return the parts of nested dicts and lists that a mask names."""
    if any(not names or names[0] == "*" for names in mask):
        return data
    if isinstance(data, list):
        return [apply_mask(item, mask) for item in data]
    if not isinstance(data, dict):
        return data
    kept = {}
    for key, value in data.items():
        inner = [names[1:] for names in mask if names[0] == key]
        if inner:
            kept[key] = apply_mask(value, inner)
    return kept
