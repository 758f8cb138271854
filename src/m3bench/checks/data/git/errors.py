"""The error of a repository that cannot be read."""

from __future__ import annotations


class GitError(Exception):
    """What is wrong with a repository. The message is a predicate whose subject is the repository."""
