"""Reading untrusted Git repositories: no program of theirs is run, and sizes are limited."""

from m3bench.checks.data.git.errors import GitError
from m3bench.checks.data.git.objects import Commit
from m3bench.checks.data.git.repository import Repository

__all__ = ["Commit", "GitError", "Repository"]
