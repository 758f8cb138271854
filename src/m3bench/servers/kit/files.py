"""Files of a task: tools read and write inside the workspace, and nowhere else."""

from __future__ import annotations

from pathlib import Path

from m3bench.servers.kit.failures import BadArgument, NotFound
from m3bench.world import near_misses

LARGEST_FILE = 50_000_000
LONGEST_PATH = 400


class Files:
    """The workspace folder. Relative paths start from it; whatever leads out of it is refused."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def inside(self, path: str, name: str = "path") -> Path:
        """Where `path` leads, with links followed. Refuses what lies outside; the file need not exist."""
        if not path.strip() or "\x00" in path or len(path) > LONGEST_PATH:
            raise BadArgument(name, "pass a path inside the workspace, such as 'downloads/paper.pdf'")
        try:
            target = (self.root / path).resolve()
        except (OSError, RuntimeError):
            raise BadArgument(name, f"'{path}' cannot be followed; pass a path in the workspace") from None
        if not target.is_relative_to(self.root):
            raise BadArgument(name, f"'{path}' lies outside the workspace; pass a path relative to it")
        return target

    def read(self, path: str, name: str = "path") -> bytes:
        """A file's bytes; what is absent is told with the names beside it."""
        target = self.inside(path, name)
        try:
            if target.stat().st_size > LARGEST_FILE:
                raise BadArgument(name, f"'{path}' is larger than {LARGEST_FILE // 1_000_000} MB")
            return target.read_bytes()
        except OSError:
            near = near_misses(path, self.names())
            raise NotFound(f"no readable file '{path}' in the workspace", near) from None

    def write(self, path: str, data: bytes, name: str = "path") -> Path:
        """Write a file, with the folders above it. Returns where it went."""
        target = self.inside(path, name)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        except OSError as problem:
            raise BadArgument(name, f"'{path}' cannot be written: {problem.strerror}") from None
        return target

    def names(self, limit: int = 1_000) -> list[str]:
        """Files of the workspace, relative, sorted."""
        found = (path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink())
        return sorted(str(path.relative_to(self.root)) for path, _ in zip(found, range(limit), strict=False))

    def relative(self, target: Path) -> str:
        return str(target.relative_to(self.root))
