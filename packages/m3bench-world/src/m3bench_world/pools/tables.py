"""Networks, exchanges and tokens: real names and addresses, read from tables.

Token addresses are those that explorers of the networks show; hexadecimal ones have the capitals of their
EIP-55 checksum. Supplies, block heights and weights are round figures of late 2025.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TypeVar

import msgspec

from m3bench_world.chance import Chance

Row = TypeVar("Row", bound=msgspec.Struct)
STABLE = ("USDT", "USDC", "DAI")
"""Coins whose price is about one dollar, in the order in which pools quote in them."""


class Network(msgspec.Struct, frozen=True):
    id: str
    name: str
    weight: float
    """Trading relative to Ethereum."""
    ticket: float
    """Usual size of a swap, in dollars."""
    block_seconds: float
    block_height: int
    """Height on the reference day."""
    launched: date
    style: str
    """How addresses are written."""
    native: str
    """Symbol of the wrapped native token."""
    made_up: int
    """Number of invented tokens."""
    aliases: str


class Dex(msgspec.Struct, frozen=True):
    network: str
    id: str
    name: str
    protocol: str
    weight: float
    since: date
    fees: str
    """Fee tiers, in percent."""


class ListedToken(msgspec.Struct, frozen=True):
    network: str
    symbol: str
    name: str
    coin: str
    """Symbol of the coin at the exchange."""
    decimals: int
    address: str


class Supply(msgspec.Struct, frozen=True):
    coin: str
    millions: float
    home: str


def _rows(file: str, kind: type[Row]) -> tuple[Row, ...]:
    head, *lines = (files(__package__) / file).read_text(encoding="utf-8").splitlines()
    fields = head.split("\t")
    rows = (dict(zip(fields, line.split("\t"), strict=True)) for line in lines)
    return tuple(msgspec.convert(row, kind, strict=False) for row in rows)


@cache
def networks() -> dict[str, Network]:
    """Return all networks by id, those with most trading first."""
    return {network.id: network for network in _rows("networks.tsv", Network)}


@cache
def dexes() -> tuple[Dex, ...]:
    return _rows("dexes.tsv", Dex)


@cache
def listed_tokens() -> tuple[ListedToken, ...]:
    return _rows("tokens.tsv", ListedToken)


@cache
def supplies() -> dict[str, Supply]:
    return {supply.coin: supply for supply in _rows("supplies.tsv", Supply)}


@cache
def words(name: str) -> tuple[str, ...]:
    text = (files(__package__) / "words.txt").read_text(encoding="utf-8")
    return tuple(text.partition(f"[{name}]\n")[2].partition("\n[")[0].split())


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
