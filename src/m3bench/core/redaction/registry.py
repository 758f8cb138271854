"""The secrets of this process.

One set for all: a writer cannot know where a text has been, so that it takes out whatever is secret anywhere.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from m3bench.core.redaction.forms import MIN_SECRET_LENGTH
from m3bench.core.redaction.redactor import Redactor


class _Registry:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.secrets: frozenset[str] = frozenset()
        self.redactor = Redactor()

    def add(self, secrets: Iterable[str]) -> None:
        with self._lock:
            new = {secret for secret in secrets if len(secret) >= MIN_SECRET_LENGTH} - self.secrets
            if new:
                self.secrets |= new
                self.redactor = Redactor(self.secrets)


_registry = _Registry()


def protect(secrets: Iterable[str]) -> None:
    """From now on these values are in nothing that is written. Values that are too short are ignored."""
    _registry.add(secrets)


def redactor() -> Redactor:
    """For all secrets that are known by now."""
    return _registry.redactor


def known_secrets() -> frozenset[str]:
    return _registry.secrets


@contextmanager
def isolated_secrets() -> Iterator[None]:
    """For tests: inside, no secret of before is known; afterwards, none of inside."""
    global _registry  # noqa: PLW0603 - it is the registry of the process
    before, _registry = _registry, _Registry()
    try:
        yield
    finally:
        _registry = before
