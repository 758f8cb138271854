"""Signed statements about a bundle: `signatures.json`."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

import msgspec

from m3bench.submissions.evidence import Refused
from m3bench.submissions.keys import SigningKey, is_signed
from m3bench.submissions.records import SIGNATURES

_PURPOSE = b"m3bench bundle signature 1\0"
"""Signed along, so that a signature for another purpose is none of these."""
_MOST = 64


class Level(StrEnum):
    """What signatures say about a bundle, from little to much."""

    UNSIGNED = "unsigned"
    SIGNED = "signed"
    """The submitter signed it."""
    VERIFIED = "verified"
    """Somebody else scored its runs again, with the same numbers."""
    REPEATED = "repeated"
    """Somebody else ran its runs again, with about the same success."""

    @property
    def rank(self) -> int:
        return list(Level).index(self)


class Repeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A run of the bundle that somebody ran again."""

    run: str
    """Its id in the bundle."""
    own: str
    """The id of the other run."""
    journal: str
    """The SHA-256 of the other run's journal."""
    success: float | None = None
    """The success of the other run."""


class Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a signature says."""

    bundle: str
    """The SHA-256 of `submission.json`, which has the hashes of all other files."""
    level: Level
    at: datetime
    repeats: tuple[Repeat, ...] = ()


class Signature(msgspec.Struct, frozen=True):
    """A signed statement."""

    key: str
    statement: str
    """JSON. Its bytes are signed."""
    signature: str
    """In Base64."""


class SignatureFile(msgspec.Struct, frozen=True):
    """`signatures.json`."""

    m3bench: int = 1
    signatures: tuple[Signature, ...] = ()


def head_digest(head: bytes) -> str:
    """Return what signatures name a bundle by."""
    return hashlib.sha256(head).hexdigest()


def sign(statement: Statement, key: SigningKey) -> Signature:
    """Sign a statement."""
    text = msgspec.json.encode(statement).decode()
    return Signature(key.public, text, base64.b64encode(key.sign(_PURPOSE + text.encode())).decode())


def encode_signatures(signatures: Sequence[Signature]) -> bytes:
    """Return the content of `signatures.json`."""
    return msgspec.json.format(msgspec.json.encode(SignatureFile(signatures=tuple(signatures)))) + b"\n"


def decode_signatures(data: bytes | None) -> tuple[Signature, ...]:
    """Return the signatures of a bundle. Raise `Refused` if the file is invalid."""
    if data is None:
        return ()
    try:
        signatures = msgspec.json.decode(data, type=SignatureFile).signatures
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Refused(f"{SIGNATURES} is invalid: {str(error)[:300]}") from None
    if len(signatures) > _MOST:
        raise Refused(f"it has {len(signatures)} signatures; there may be {_MOST}")
    return signatures


def read_statement(signature: Signature, digest: str) -> Statement | str:
    """Return what a signature says about this bundle, or what is wrong with it."""
    try:
        raw = base64.b64decode(signature.signature, validate=True)
        statement = msgspec.json.decode(signature.statement, type=Statement)
    except (binascii.Error, msgspec.MsgspecError, ValueError, RecursionError):
        return "is illegible"
    if not is_signed(signature.key, raw, _PURPOSE + signature.statement.encode("utf-8", "surrogatepass")):
        return "is forged: it does not match"
    if statement.bundle != digest:
        return "is of another bundle"
    return statement
