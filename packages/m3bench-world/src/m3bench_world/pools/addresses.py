"""Invented addresses and hashes, in the style of a network."""

from __future__ import annotations

from hashlib import sha256

from m3bench_world.chance import Chance

_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def address(chance: Chance, style: str, *name: object) -> str:
    """Return an address of an account, a pool or a token."""
    number = chance.stream("address", *name).getrandbits(256)
    if style == "evm":
        return f"0x{number & ((1 << 160) - 1):040x}"
    if style == "move":
        return f"0x{number:064x}"
    if style == "tron":
        body = b"\x41" + (number & ((1 << 160) - 1)).to_bytes(20, "big")
        check = sha256(sha256(body).digest()).digest()[:4]
        return _base58(int.from_bytes(body + check, "big"))
    return _base58(number | 1 << 255)


def transaction_hash(chance: Chance, style: str, *name: object) -> str:
    draws = chance.stream("transaction", *name)
    if style == "base58":
        return _base58(draws.getrandbits(512) | 1 << 511)
    return ("0x" if style == "evm" else "") + f"{draws.getrandbits(256):064x}"


def _base58(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 58)
        digits = _BASE58[digit] + digits
    return digits
