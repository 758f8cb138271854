"""Tool names that every provider accepts, and suggestions for unknown names."""

from __future__ import annotations

import hashlib
import heapq
import re
from collections import Counter
from collections.abc import Collection, Iterable
from itertools import pairwise

from m3bench.core.text import nearest_names

LONGEST_ALIAS = 64
_DIGEST_LENGTHS = (8, 16, 32, LONGEST_ALIAS - 2)
_UNSAFE = re.compile(r"[^a-zA-Z0-9_-]")
_LONGEST_COMPARED = 200
_MOST_COMPARED = 100


class Aliases:
    """One-to-one aliases of a set of full names, independent of their order.

    The alias of ``server/tool`` is ``server__tool``, with other characters replaced by ``_``. If two names
    share an alias, or it is too long, it ends in a hash of the full name. An alias therefore depends on other
    tools only if they clash.
    """

    def __init__(self, names: Iterable[str]) -> None:
        plain = {name: _plain(name) for name in names}
        uses = Counter(plain.values())
        hashed = [name for name, alias in plain.items() if uses[alias] > 1 or len(alias) > LONGEST_ALIAS]
        # All plain aliases are reserved, so that a hashed alias never takes one.
        taken = set(uses)
        for name in sorted(hashed):
            plain[name] = _hashed(name, plain[name], taken)
            taken.add(plain[name])
        self._aliases = plain
        self._names = {alias: name for name, alias in plain.items()}

    def alias(self, full_name: str) -> str:
        """Return the alias of a full name. Raises KeyError if it is unknown."""
        return self._aliases[full_name]

    def name(self, alias: str) -> str | None:
        """Return the full name of an alias or of a full name, or None if it is unknown."""
        return self._names.get(alias) or (alias if alias in self._aliases else None)


def nearest(name: str, known: Collection[str], most: int = 3) -> tuple[str, ...]:
    """Return known names similar to an unknown one: the same tool on other servers first, then by
    spelling."""
    wanted = name[:_LONGEST_COMPARED].casefold()
    folded = {full.casefold(): full for full in known}
    own_name = re.split(r"/|__|\.", wanted)[-1]
    same_tool = [fold for fold in folded if own_name and fold.rpartition("/")[2] == own_name]
    alike = nearest_names(wanted, _worth_comparing(wanted, folded), most=most)
    ranked = sorted(same_tool, key=lambda fold: (fold not in alike, fold))
    return tuple(folded[fold] for fold in dict.fromkeys([*ranked, *alike]))[:most]


def _worth_comparing(wanted: str, names: Collection[str]) -> Collection[str]:
    """Preselect the names that share most letter pairs: comparing thousands in full would block other
    calls."""
    if len(names) <= _MOST_COMPARED:
        return names
    pairs = set(pairwise(wanted))
    return heapq.nlargest(_MOST_COMPARED, names, key=lambda name: len(pairs.intersection(pairwise(name))))


def _plain(name: str) -> str:
    server, slash, tool = name.partition("/")
    alias = _UNSAFE.sub("_", f"{server}__{tool}" if slash else name)
    return alias if alias[:1].isalpha() or alias[:1] == "_" else f"_{alias}"


def _hashed(name: str, plain: str, taken: Collection[str]) -> str:
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    for length in _DIGEST_LENGTHS:
        alias = f"{plain[: LONGEST_ALIAS - length - 1]}_{digest[:length]}"
        if alias not in taken:
            return alias
    raise AssertionError(f"no free alias for {name!r}")  # would need equal SHA-256 prefixes of 62 digits
