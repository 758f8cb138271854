"""Who may use a Ray cluster: whoever has its token may run any code on it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from m3bench.core import UsageError
from m3bench.core.redaction import protect

LOOPBACK = "127.0.0.1"
_MODE, _TOKEN, _PATH = "RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"
_CLUSTER = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""Unless this is 0, Ray replaces a loopback address by one that other machines reach, on any system."""
_HOW = (
    "Set RAY_AUTH_MODE=token, and RAY_AUTH_TOKEN to the token of the cluster (or RAY_AUTH_TOKEN_PATH to its "
    "file). RAY_AUTH_MODE=disabled allows a cluster without a token: all who reach it can run code on it."
)


@contextmanager
def private_cluster() -> Iterator[dict[str, Any]]:
    """Yield options of `ray.init` for a cluster of this machine that no other user or machine can use.

    It listens on the loopback only, requires a new token, and keeps token, sockets and logs in a folder that
    others cannot enter. The folder is removed at the end.
    """
    # A socket's path may have 107 bytes, so the name is short.
    parent = os.environ.get("RAY_TMPDIR")
    with TemporaryDirectory(prefix="m3ray-", dir=parent, ignore_cleanup_errors=True) as folder:
        token = _write_token(Path(folder) / "token")
        with _environment({_MODE: "token", _TOKEN: None, _PATH: str(token), _CLUSTER: "0"}), _on_loopback():
            _read_again()
            yield {"_node_ip_address": LOOPBACK, "_temp_dir": str(Path(folder) / "ray")}
    _read_again()


def require_token(address: str) -> None:
    """Raise `UsageError` unless requests to this cluster carry a token that other users cannot read.

    The user may also decide to do without one.
    """
    mode = os.environ.get(_MODE, "").lower()
    if mode == "disabled":
        return
    if mode != "token":
        raise UsageError(f"The Ray cluster at {address} would be used without a token.", _HOW)
    if os.environ.get(_TOKEN):
        return
    path = Path(os.environ.get(_PATH) or Path.home() / ".ray" / "auth_token")
    try:
        is_open = path.stat().st_mode & 0o077
    except OSError as error:
        raise UsageError(f"There is no Ray token in {path}: {error.strerror}.", _HOW) from None
    if is_open:
        raise UsageError(f"The Ray token {path} is readable by other users.", f"Run: chmod 600 {path}")


def _write_token(path: Path) -> Path:
    token = secrets.token_hex(32)
    protect([token])
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(token)
    return path


@contextmanager
def _environment(variables: Mapping[str, str | None]) -> Iterator[None]:
    """Set variables, or unset those with None. Afterwards the environment is as before."""
    before = dict(os.environ)
    for name in variables:
        os.environ.pop(name, None)
    os.environ.update({name: value for name, value in variables.items() if value is not None})
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def _on_loopback() -> Iterator[None]:
    """Let Ray keep a loopback address. It reads the variable when it is imported, which may be long ago."""
    constants: Any = import_module("ray._private.ray_constants")
    before = constants.ENABLE_RAY_CLUSTER
    constants.ENABLE_RAY_CLUSTER = False
    try:
        yield
    finally:
        constants.ENABLE_RAY_CLUSTER = before


def _read_again() -> None:
    """Let Ray read mode and token again, which it has kept since it first needed them."""
    native = import_module("ray._raylet")
    native.Config.initialize("")
    native.AuthenticationTokenLoader.instance().reset_cache()
