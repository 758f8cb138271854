"""The one error of this room."""

from __future__ import annotations


class EncoderError(Exception):
    """An encoder that is unknown, not installed, or whose files are not the ones expected."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(f"{message}\n{hint}" if hint else message)
        self.message = message
        self.hint = hint
