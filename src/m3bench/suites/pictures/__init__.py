"""Pictures of tasks: drawn and kept on disk, at other camera levels, blank or swapped."""

from m3bench.suites.pictures.ablation import ablate_suite, blank_picture
from m3bench.suites.pictures.camera_levels import (
    require_art,
    require_level,
    scene_files,
    shown_cameras,
    task_cameras,
)

__all__ = [
    "ablate_suite",
    "blank_picture",
    "require_art",
    "require_level",
    "scene_files",
    "shown_cameras",
    "task_cameras",
]
