"""Pictures, recordings, films and documents of the world as files of tasks."""

from m3bench_world.task_files.contents import file_contents
from m3bench_world.task_files.media import film_voice, world_file
from m3bench_world.task_files.pictures import picture_file, require_art, shown_in_picture

__all__ = ["file_contents", "film_voice", "picture_file", "require_art", "shown_in_picture", "world_file"]
