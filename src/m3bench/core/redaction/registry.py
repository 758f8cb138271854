"""The secrets of this process.

All writers share one set, because a writer cannot know where a text comes from.
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
    """Redact these values in all output from now on. Values that are too short are ignored."""
    _registry.add(secrets)


def redactor() -> Redactor:
    """Return the redactor for all secrets known now."""
    return _registry.redactor


def known_secrets() -> frozenset[str]:
    return _registry.secrets


@contextmanager
def isolated_secrets() -> Iterator[None]:
    """For tests: start without secrets, and restore the previous ones afterwards."""
    global _registry  # noqa: PLW0603 - it is the registry of the process
    before, _registry = _registry, _Registry()
    try:
        yield
    finally:
        _registry = before
