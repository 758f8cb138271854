"""The key to a gateway over HTTP."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from m3bench.core import UsageError
from m3bench.core.redaction import protect

TOKEN_VARIABLE = "M3BENCH_GATEWAY_TOKEN"  # noqa: S105 - the name of a variable
_SHORTEST = 16
_BYTES = 16
_PROCESS = secrets.token_urlsafe(_BYTES)


def new_token() -> str:
    """A random token. Its first half is that of this process, and is in nothing that is written.

    A run of thousands of attempts has as many tokens; with one half in common, one secret covers them all.
    """
    protect([_PROCESS])
    return f"{_PROCESS}.{secrets.token_urlsafe(_BYTES)}"


def checked_token(text: str, source: str) -> str:
    """A token that a user chose; its value is in nothing that is written."""
    token = text.strip()
    protect([token])
    if len(token) < _SHORTEST or not token.isascii() or not token.isprintable() or " " in token:
        raise UsageError(
            f"{source} holds no usable token.",
            f"A token is one word of at least {_SHORTEST} ASCII characters; "
            "a good one: python -c 'import secrets; print(secrets.token_urlsafe(32))'",
        )
    return token


def token_from_file(path: Path) -> str:
    """The token in a file that only its owner may read. A file that is not there is made, with a new one."""
    try:
        with os.fdopen(_opened(path), encoding="utf-8", errors="replace") as file:
            if os.fstat(file.fileno()).st_mode & 0o077:
                raise UsageError(f"Others may read the token in {path}.", f"Run: chmod 600 {path}")
            return checked_token(file.read(), str(path))
    except OSError as error:
        raise UsageError(
            f"The token file {path} cannot be used: {error.strerror}.", "Choose another --token-file."
        ) from None


def _opened(path: Path) -> int:
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        pass
    else:
        with os.fdopen(made, "w") as file:
            file.write(f"{new_token()}\n")
    return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
