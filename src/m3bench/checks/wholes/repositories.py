"""The contents of Git repositories: the commits of branches, tags, and what is checked out."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from m3bench.checks.check import CheckFailed
from m3bench.checks.data import GitError, Repository
from m3bench.checks.files import readable

FOLDER = ".git"
_MOST_COMMITS = 5_000


def repository_contents(workspace: Path, path: str) -> dict[str, tuple[str, ...]]:
    """Return the commits of `branches/main` from the oldest on, the commit of `tags/v1`, and `head`.

    Args:
        workspace: A folder with the repository.
        path: The path of its `.git`.

    Raises:
        CheckFailed: It cannot be read.
    """
    with readable(path, "Git repository"):
        try:
            repository = Repository(workspace, str(PurePosixPath(path).parent))
            contents = {
                f"branches/{name}": tuple(commit.id for commit in repository.newest(name, _MOST_COMMITS))[
                    ::-1
                ]
                for name in repository.branches
            }
        except GitError as error:
            raise CheckFailed(f"{path} {error}") from None
    tags = {f"tags/{name}": (commit,) for name, commit in repository.tags.items()}
    return {**contents, **tags, "head": (repository.branch or "a commit",)}


def given_repository(assets: Mapping[str, bytes | Path], path: str) -> dict[str, tuple[str, ...]]:
    """Return the contents of a repository among the given files."""
    with tempfile.TemporaryDirectory(prefix="m3bench-repository-") as folder:
        for name, asset in assets.items():
            if name.startswith(f"{path}/"):
                file = Path(folder, name)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(asset if isinstance(asset, bytes) else asset.read_bytes())
        return repository_contents(Path(folder), path)
