"""Files of tasks, written from data: the same data gives the same files."""

from m3bench.suites.data_files.writers import WRITERS, Writer, file_assets, media_type

__all__ = ["WRITERS", "Writer", "file_assets", "media_type"]
