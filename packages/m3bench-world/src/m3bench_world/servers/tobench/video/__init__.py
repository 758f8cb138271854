"""`video`: looks at films, cuts and joins them, and edits their pictures, subtitles and sound."""

from m3bench_world.servers.tobench.video import cutting, overlays, pictures, sounds, viewing
from m3bench_world.servers.tobench.video.server import server

__all__ = ["cutting", "overlays", "pictures", "server", "sounds", "viewing"]
