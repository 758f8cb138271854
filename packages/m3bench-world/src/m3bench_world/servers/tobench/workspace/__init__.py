"""What the servers that work on files share: texts, looks and listings of the workspace."""

from m3bench_world.servers.tobench.workspace.texts import (
    MOST_BYTES,
    MOST_ENTRIES,
    Entry,
    decode_text,
    look_at,
    read_text,
    require_harmless,
    settled,
    shown_path,
    walk,
)

__all__ = [
    "MOST_BYTES",
    "MOST_ENTRIES",
    "Entry",
    "decode_text",
    "look_at",
    "read_text",
    "require_harmless",
    "settled",
    "shown_path",
    "walk",
]
