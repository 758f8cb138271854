"""Packs of a Git repository: many objects in one file, some as differences from others."""

from __future__ import annotations

import struct
import zlib

from m3bench.checks.data.git.errors import GitError

MAX_OBJECT = 16 * 2**20
_TYPES = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}
_OFFSET_DELTA, _ID_DELTA = 6, 7
_HEAD = 8 + 4 * 256


def inflated(data: bytes, most: int) -> bytes:
    """Return what a zlib stream holds. Raise `GitError` if that is broken or too large."""
    try:
        content = zlib.decompressobj().decompress(data, most + 1)
    except zlib.error as error:
        raise GitError(f"has a broken object: {error}") from None
    if len(content) > most:
        raise GitError(f"has an object of more than {most:,} bytes")
    return content


class Pack:
    """A pack and its table of contents, which must be of version 2."""

    def __init__(self, index: bytes, pack: bytes) -> None:
        if index[:8] != b"\xfftOc\0\0\0\2" or len(index) < _HEAD:
            raise GitError("has a pack with an unknown table of contents")
        (self._count,) = struct.unpack_from(">I", index, _HEAD - 4)
        if len(index) < _HEAD + 28 * self._count:
            raise GitError("has a pack with a broken table of contents")
        self._index = index
        self._pack = pack

    def offset(self, identity: str) -> int | None:
        """Return where an object is in the pack; None if it is not."""
        wanted = bytes.fromhex(identity)
        low, high = 0, self._count
        while low < high:
            middle = (low + high) // 2
            identity_there = self._index[_HEAD + 20 * middle : _HEAD + 20 * middle + 20]
            if identity_there == wanted:
                (position,) = struct.unpack_from(">I", self._index, _HEAD + 24 * self._count + 4 * middle)
                return int(position)
            low, high = (middle + 1, high) if identity_there < wanted else (low, middle)
        return None

    def entry(self, offset: int) -> tuple[str, bytes, str | int | None]:
        """Return the type of an object, its data, and for a difference its base: an id or an offset."""
        try:
            kind, size, position = self._head(offset)
            base: str | int | None = None
            if kind == _OFFSET_DELTA:
                distance, position = self._distance(position)
                if not 0 < distance <= offset:
                    raise GitError("has a broken pack")
                base = offset - distance
            elif kind == _ID_DELTA:
                base, position = self._pack[position : position + 20].hex(), position + 20
        except IndexError:
            raise GitError("has a broken pack") from None
        if size > MAX_OBJECT:
            raise GitError(f"has an object of more than {MAX_OBJECT:,} bytes")
        if base is None and kind not in _TYPES:
            raise GitError("has a broken pack")
        return _TYPES.get(kind, ""), inflated(self._pack[position : position + 2 * size + 1024], size), base

    def _head(self, position: int) -> tuple[int, int, int]:
        byte = self._pack[position]
        kind, size, shift = byte >> 4 & 7, byte & 15, 4
        while byte & 0x80 and shift < 64:
            position += 1
            byte = self._pack[position]
            size |= (byte & 0x7F) << shift
            shift += 7
        return kind, size, position + 1

    def _distance(self, position: int) -> tuple[int, int]:
        byte = self._pack[position]
        distance, count = byte & 0x7F, 0
        while byte & 0x80 and count < 10:
            position, count = position + 1, count + 1
            byte = self._pack[position]
            distance = ((distance + 1) << 7) | (byte & 0x7F)
        return distance, position + 1


def patched(base: bytes, delta: bytes) -> bytes:
    """Return an object from its base and the difference. Raise `GitError` if that is broken."""
    try:
        _, position = _size(delta, 0)
        size, position = _size(delta, position)
        if size > MAX_OBJECT:
            raise GitError(f"has an object of more than {MAX_OBJECT:,} bytes")
        return _applied(base, delta, position, size)
    except IndexError:
        raise GitError("has a broken pack") from None


def _applied(base: bytes, delta: bytes, position: int, size: int) -> bytes:
    made = bytearray()
    while position < len(delta):
        code = delta[position]
        position += 1
        if code & 0x80:
            start = length = 0
            for bit in range(7):
                if code >> bit & 1:
                    if bit < 4:
                        start |= delta[position] << 8 * bit
                    else:
                        length |= delta[position] << 8 * (bit - 4)
                    position += 1
            made += base[start : start + (length or 0x10000)]
        else:
            made += delta[position : position + code]
            position += code
        if len(made) > size or not code:
            raise GitError("has a broken pack")
    if len(made) != size:
        raise GitError("has a broken pack")
    return bytes(made)


def _size(delta: bytes, position: int) -> tuple[int, int]:
    size = shift = 0
    while shift < 64:
        byte = delta[position]
        size |= (byte & 0x7F) << shift
        position, shift = position + 1, shift + 7
        if not byte & 0x80:
            break
    return size, position
