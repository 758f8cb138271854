"""What the servers of sound share: reading and writing sounds of the workspace."""

from m3bench_world.servers.tobench.sound_files.sound_files import (
    FORMATS,
    MOST_SECONDS,
    Path,
    attach_sound,
    check_output_path,
    check_span,
    describe_sound,
    load_sound,
    look_at,
    media_failures,
    save_sound,
    save_text,
)

__all__ = [
    "FORMATS",
    "MOST_SECONDS",
    "Path",
    "attach_sound",
    "check_output_path",
    "check_span",
    "describe_sound",
    "load_sound",
    "look_at",
    "media_failures",
    "save_sound",
    "save_text",
]
