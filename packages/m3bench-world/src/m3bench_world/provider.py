"""What the entry point of `m3bench.worlds` references."""

from __future__ import annotations

from datetime import datetime

from m3bench.core import Art
from m3bench.worlds import FileContents, Picture, WorldFile
from m3bench_world.sources import SOURCES
from m3bench_world.world import World


class SeededWorlds:
    """Makes worlds, and the files of tasks from them. What draws is imported when it is needed."""

    sources = SOURCES

    def make(self, seed: int, now: datetime) -> World:
        """Return a world, of which nothing is built yet."""
        return World(seed, now)

    def picture_file(self, world: World, picture: Picture) -> bytes:
        """Return a picture in the format of its file name."""
        from m3bench_world import task_files

        return task_files.picture_file(world, picture)

    def picture_contents(self, world: World, picture: Picture) -> FileContents:
        """Return what a picture shows."""
        from m3bench_world import task_files

        return task_files.picture_contents(world, picture)

    def world_file(self, world: World, file: WorldFile) -> bytes:
        """Return a recording, film, document or illustration."""
        from m3bench_world import task_files

        return task_files.world_file(world, file)

    def file_contents(self, world: World, file: WorldFile) -> FileContents:
        """Return what a recording, film, document or illustration shows and says."""
        from m3bench_world import task_files

        return task_files.file_contents(world, file)

    def require_art(self, art: Art) -> None:
        """Raise `UsageError` if pictures of this art cannot be drawn on this machine."""
        from m3bench_world import task_files

        task_files.require_art(art)


SEEDED = SeededWorlds()
