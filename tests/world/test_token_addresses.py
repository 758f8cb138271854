"""Addresses of real tokens have the checksums of their networks."""

from __future__ import annotations

from hashlib import sha256

from m3bench_world import World
from m3bench_world.pools.tables import address, listed_tokens, networks, supplies

BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
MASK = (1 << 64) - 1


def round_constants() -> list[int]:
    """The constants of FIPS 202, section 3.2.5, from their shift register."""
    constants, register = [], 1
    for _ in range(24):
        value = 0
        for power in range(7):
            value |= (register & 1) << ((1 << power) - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
        constants.append(value)
    return constants


def rotated(word: int, by: int) -> int:
    by %= 64
    return (word << by | word >> (64 - by)) & MASK


def permuted(lanes: list[list[int]]) -> list[list[int]]:
    for constant in round_constants():
        parity = [column[0] ^ column[1] ^ column[2] ^ column[3] ^ column[4] for column in lanes]
        for x in range(5):
            mixed = parity[(x + 4) % 5] ^ rotated(parity[(x + 1) % 5], 1)
            lanes[x] = [lane ^ mixed for lane in lanes[x]]
        x, y, moved = 1, 0, lanes[1][0]
        for turn in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            moved, lanes[x][y] = lanes[x][y], rotated(moved, (turn + 1) * (turn + 2) // 2)
        for y in range(5):
            row = [lanes[x][y] for x in range(5)]
            for x in range(5):
                lanes[x][y] = row[x] ^ (~row[(x + 1) % 5] & MASK & row[(x + 2) % 5])
        lanes[0][0] ^= constant
    return lanes


def keccak(data: bytes) -> str:
    """Keccak-256 of a text that fits into one block."""
    block = bytearray(data + b"\x01" + bytes(135 - len(data)))
    block[-1] |= 0x80
    words = [int.from_bytes(block[start : start + 8], "little") for start in range(0, 136, 8)] + [0] * 8
    lanes = permuted([[words[x + 5 * y] for y in range(5)] for x in range(5)])
    return b"".join(lanes[x][0].to_bytes(8, "little") for x in range(4)).hex()


def checksummed(text: str) -> str:
    """EIP-55: a letter is a capital where the hash of the lower-case address has a digit from 8."""
    bare = text[2:].lower()
    return "0x" + "".join(
        sign.upper() if int(digit, 16) >= 8 else sign
        for sign, digit in zip(bare, keccak(bare.encode()), strict=False)
    )


def unpacked(text: str) -> bytes:
    number = 0
    for sign in text:
        number = number * 58 + BASE58.index(sign)
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def test_the_hash_is_keccak() -> None:
    """The hash of nothing, as in the Keccak reference, and two addresses of EIP-55."""
    assert keccak(b"") == "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"
    for known in ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"):
        assert checksummed(known) == known


def test_addresses_have_their_checksums() -> None:
    for token in listed_tokens():
        style = networks()[token.network].style
        if style == "evm":
            assert token.address == checksummed(token.address), token
        elif style == "tron":
            raw = unpacked(token.address)
            assert raw[21:] == sha256(sha256(raw[:21]).digest()).digest()[:4], token
        elif style == "base58":
            assert len(unpacked(token.address)) == 32, token


def test_every_token_has_a_supply() -> None:
    assert {token.coin for token in listed_tokens()} == set(supplies())


def test_invented_addresses_look_like_real_ones() -> None:
    chance = World().chance
    lengths = {style: len(address(chance, style, "test")) for style in ("evm", "move", "tron")}
    assert lengths == {"evm": 42, "move": 66, "tron": 34}
    assert address(chance, "tron", "test").startswith("T")
    assert len(unpacked(address(chance, "base58", "test"))) == 32
