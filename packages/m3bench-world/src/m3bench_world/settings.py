"""Settings of pictures and documents: what they show instead of what they would draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Settings:
    """Settings by name. Those that nobody asks for are mistakes."""

    def __init__(self, owner: str, values: Mapping[str, Any]) -> None:
        self._owner, self._values = owner, values
        self._known = set[str]()

    def get(self, name: str, otherwise: Any) -> Any:
        """Return a setting, or what is drawn if it is not set."""
        self._known.add(name)
        return self._values.get(name, otherwise)

    def require_known(self) -> None:
        """Raise `ValueError` if a setting was given that nobody asked for."""
        if unknown := sorted(self._values.keys() - self._known):
            known = ", ".join(sorted(self._known)) or "none"
            raise ValueError(f"{self._owner} have no setting {unknown[0]!r}; settings are: {known}")
