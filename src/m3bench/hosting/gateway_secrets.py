"""Keeps values that came from the environment out of what is written down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from m3bench.core import Trajectory

SECRET = "${SECRET}"  # noqa: S105 - what stands in the place of one
_SHORTEST = 6
"""Characters. Shorter values (a port, a language) occur everywhere and are not masked."""


class Mask:
    """Puts a placeholder in the place of secrets, wherever in a trajectory they stand."""

    def __init__(self, secrets: Iterable[str]) -> None:
        # The longest first: one may be part of another.
        self._secrets = sorted({one for one in secrets if len(one) >= _SHORTEST}, key=len, reverse=True)

    def trajectory(self, trajectory: Trajectory) -> Trajectory:
        if not self._secrets:
            return trajectory
        plain = msgspec.to_builtins(trajectory, builtin_types=(bytes,))
        return msgspec.convert(self._masked(plain), Trajectory, builtin_types=(bytes,))

    def data(self, data: bytes) -> bytes:
        for secret in self._secrets:
            data = data.replace(secret.encode(), SECRET.encode())
        return data

    def _text(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, SECRET)
        return text

    def _masked(self, value: Any) -> Any:
        match value:
            case str():
                return self._text(value)
            case bytes():
                return self.data(value)
            case dict():
                return {self._masked(key): self._masked(part) for key, part in value.items()}
            case list() | tuple():
                return [self._masked(part) for part in value]
        return value
