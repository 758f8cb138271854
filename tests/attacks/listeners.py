"""The TCP addresses that processes listen on."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

from m3bench.testing import child_processes

_LISTENING = "0A"


def descendants(parent: int) -> Iterator[int]:
    """Yield a process and all that it started, directly or not."""
    yield parent
    for child in child_processes(parent):
        yield from descendants(child)


def listening_addresses(pids: Iterable[int]) -> list[IPv4Address | IPv6Address]:
    """Return the addresses of all listeners of the processes."""
    sockets = {target for pid in pids for target in _descriptors(pid)}
    return [address for inode, address in _listeners() if f"socket:[{inode}]" in sockets]


def _descriptors(pid: int) -> Iterator[str]:
    try:
        for link in list(Path(f"/proc/{pid}/fd").iterdir()):
            yield str(link.readlink())
    except OSError:
        return  # it has ended


def _listeners() -> Iterator[tuple[str, IPv4Address | IPv6Address]]:
    for table, kind in (("tcp", IPv4Address), ("tcp6", IPv6Address)):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == _LISTENING:
                yield fields[9], kind(_bytes(fields[1].partition(":")[0]))


def _bytes(digits: str) -> bytes:
    """Return the bytes of an address: the kernel writes words of 32 bits, each in its own byte order."""
    words = [int(digits[start : start + 8], 16) for start in range(0, len(digits), 8)]
    return struct.pack(f"={len(words)}I", *words)


def is_loopback(address: IPv4Address | IPv6Address) -> bool:
    """Return whether only this machine reaches the address."""
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback
