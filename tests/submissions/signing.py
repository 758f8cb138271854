"""Keys for tests, the same each time."""

from __future__ import annotations

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from m3bench.submissions import SigningKey


def private_key(number: int) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)


def new_key(number: int) -> SigningKey:
    return SigningKey(private_key(number))


def key_file(path: Path, number: int) -> Path:
    """Write a private key as OpenSSH does."""
    path.write_bytes(private_key(number).private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
    return path
