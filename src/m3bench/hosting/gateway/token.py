"""The access token of a gateway over HTTP."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

from m3bench.core import UsageError
from m3bench.core.redaction import protect

TOKEN_VARIABLE = "M3BENCH_GATEWAY_TOKEN"  # noqa: S105 - the name of a variable
_SHORTEST = 16
_BYTES = 16
_PROCESS = secrets.token_urlsafe(_BYTES)


def new_token() -> str:
    """Return a random token. Its first half is fixed per process and redacted from all records.

    A run has a token per attempt. With a common half, one redacted secret covers all of them.
    """
    protect([_PROCESS])
    return f"{_PROCESS}.{secrets.token_urlsafe(_BYTES)}"


def checked_token(text: str, source: str) -> str:
    """Return a token that the user chose, and register it as a secret."""
    token = text.strip()
    protect([token])
    if len(token) < _SHORTEST or not token.isascii() or not token.isprintable() or " " in token:
        raise UsageError(
            f"{source} does not contain a valid token.",
            f"A token is one word of at least {_SHORTEST} ASCII characters. To create one: "
            "python -c 'import secrets; print(secrets.token_urlsafe(32))'",
        )
    return token


def chosen_token(path: Path | None, variable: str, shown: Callable[[str], str], needed_by: str) -> str:
    """Return the token of a file or a variable, or a new one that is shown on the terminal only.

    Args:
        path: The file, if one was given. It is created if it is missing.
        variable: The environment variable that may have a token.
        shown: Returns the line that tells a new token.
        needed_by: What needs it, as the subject of a sentence.
    """
    if path is not None:
        return token_from_file(path)
    if value := os.environ.get(variable):
        return checked_token(value, variable)
    if not sys.stderr.isatty():
        raise UsageError(
            f"{needed_by} needs a token, and there is no terminal to show a new one on.",
            f"Give --token-file FILE (it is created), or set {variable}.",
        )
    token = new_token()
    sys.stderr.write(f"{shown(token)}\n")  # the console would redact it
    return token


def token_from_file(path: Path) -> str:
    """Read the token from a file that only its owner may read. A missing file is created with a new token."""
    try:
        with os.fdopen(_opened(path), encoding="utf-8", errors="replace") as file:
            if os.fstat(file.fileno()).st_mode & 0o077:
                raise UsageError(
                    f"The token file {path} is readable by other users.", f"Run: chmod 600 {path}"
                )
            return checked_token(file.read(), str(path))
    except OSError as error:
        raise UsageError(
            f"Cannot use the token file {path}: {error.strerror}.", "Choose another --token-file."
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
