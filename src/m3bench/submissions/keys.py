"""Keys of submitters: Ed25519 keys in the files of OpenSSH."""

from __future__ import annotations

import base64
import binascii
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from m3bench.core import UsageError

if TYPE_CHECKING:  # slow to import, and needed for signed bundles only
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SCHEME = "ssh-ed25519"
_BLOB_START = b"\0\0\0\x0bssh-ed25519\0\0\0 "
_KEY_BYTES = 32
_LARGEST_KEY_FILE = 2**20


class SigningKey:
    """A private key."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        raw = private.public_key().public_bytes_raw()
        self.public = f"{SCHEME} {base64.b64encode(_BLOB_START + raw).decode()}"
        """The public key in the form of OpenSSH, without a comment."""

    def sign(self, data: bytes) -> bytes:
        """Return the signature of some bytes."""
        return self._private.sign(data)


def read_signing_key(path: Path) -> SigningKey:
    """Read a private key, as `ssh-keygen -t ed25519` makes it.

    Raises:
        UsageError: There is none, it has a passphrase, or it is of another kind.
    """
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415 - slow
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key  # noqa: PLC0415

    try:
        with path.open("rb") as file:
            private = load_ssh_private_key(file.read(_LARGEST_KEY_FILE), None)
    except FileNotFoundError:
        raise UsageError(f"There is no key {path}.", f"Make one: {_making(path)}") from None
    except (TypeError, UnsupportedAlgorithm):
        raise UsageError(
            f"The key {path} has a passphrase or is of an unknown kind.",
            f"Make one for this use: {_making()}",
        ) from None
    except ValueError as error:
        raise UsageError(f"{path} is not a private key: {error}", f"Make one: {_making()}") from None
    if not isinstance(private, Ed25519PrivateKey):
        raise UsageError(f"The key {path} is not an Ed25519 key.", f"Make one: {_making()}")
    return SigningKey(private)


def _making(path: Path = Path("leaderboard.key")) -> str:
    return f"ssh-keygen -t ed25519 -N '' -f {path}"


def key_bytes(public: str) -> bytes | None:
    """Return the bytes of a public key; None if it is not an Ed25519 key in the form of OpenSSH."""
    scheme, _, encoded = public.partition(" ")
    try:
        blob = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        return None
    is_key = scheme == SCHEME and blob.startswith(_BLOB_START) and len(blob) == len(_BLOB_START) + _KEY_BYTES
    return blob[-_KEY_BYTES:] if is_key else None


def fingerprint(public: str) -> str:
    """Return the fingerprint of a public key, as `ssh-keygen -l` prints it."""
    raw = key_bytes(public)
    if raw is None:
        return "an invalid key"
    digest = hashlib.sha256(_BLOB_START + raw).digest()
    return f"SHA256:{base64.b64encode(digest).decode().rstrip('=')}"


def is_signed(public: str, signature: bytes, data: bytes) -> bool:
    """Return whether a signature of some bytes is by this key."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - slow
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

    raw = key_bytes(public)
    if raw is None:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


def read_key_names(path: Path) -> dict[str, str]:
    """Read who has which key, by public key: lines of ``NAME ssh-ed25519 KEY``, or public keys of OpenSSH.

    Raises:
        UsageError: The file cannot be read, or a line is something else.
    """
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError as error:
        raise UsageError(
            f"The keys {path} cannot be read: {error.strerror}.", f"Write lines of NAME {SCHEME} KEY there."
        ) from None
    names: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        name = [] if words[0] == SCHEME else [words.pop(0)]
        public = " ".join(words[:2])
        if key_bytes(public) is None:
            raise UsageError(
                f"{path}, line {number}: this is not a name and an Ed25519 key.",
                f"Write NAME {SCHEME} KEY, as in an allowed_signers file of OpenSSH, without options.",
            )
        names[public] = " ".join(name or words[2:]) or fingerprint(public)
    return names
