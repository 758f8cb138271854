"""Targets: host names and addresses."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address

from m3bench.servers.kit import BadArgument, check_text

_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?", re.ASCII)
_LONGEST = 253

Target = str | IPv4Address | IPv6Address


def read_target(text: str, argument: str) -> Target:
    """Return a host name in lower case, or an address. The scheme and path of a URL are dropped."""
    bare = re.sub(r"^[a-z]+://", "", check_text(text, argument).lower()).split("/")[0].rstrip(".")
    if "%" not in bare:  # the zone of a link-local address
        try:
            return ip_address(bare)
        except ValueError:
            pass
    parts = bare.split(".")
    if len(bare) > _LONGEST or len(parts) < 2 or not all(_LABEL.fullmatch(part) for part in parts):
        problem = f"'{text.strip()[:60]}' is neither a host name nor an address"
        raise BadArgument(argument, f"{problem}; write it as example.com or 198.18.4.7")
    return bare


def read_domain(text: str, argument: str) -> str:
    """Return a host name. Addresses are refused."""
    target = read_target(text, argument)
    if not isinstance(target, str):
        raise BadArgument(argument, f"'{target}' is an address; pass a domain such as example.com")
    return target
