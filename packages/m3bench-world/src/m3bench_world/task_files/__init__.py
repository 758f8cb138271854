"""Pictures, recordings, films and documents of the world as files of tasks."""

from m3bench_world.task_files.contents import file_contents
from m3bench_world.task_files.media import film_voice, world_file
from m3bench_world.task_files.pictures import picture_contents, picture_file, require_art

__all__ = ["file_contents", "film_voice", "picture_contents", "picture_file", "require_art", "world_file"]
