"""Names for tools that every provider takes, and the way back; and the names nearest to a wrong one."""

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
    """Aliases of a set of full names, one to one, whatever their order.

    The plain form of ``server/tool`` is ``server__tool``, other characters as ``_``. Where two names would
    share it, or it is too long, the alias ends in a hash of the full name. So the alias of a tool depends on
    the other tools only where they clash.
    """

    def __init__(self, names: Iterable[str]) -> None:
        plain = {name: _plain(name) for name in names}
        uses = Counter(plain.values())
        hashed = [name for name, alias in plain.items() if uses[alias] > 1 or len(alias) > LONGEST_ALIAS]
        # All plain forms count as taken, so that no hashed alias can push another name out of its own.
        taken = set(uses)
        for name in sorted(hashed):
            plain[name] = _hashed(name, plain[name], taken)
            taken.add(plain[name])
        self._aliases = plain
        self._names = {alias: name for name, alias in plain.items()}

    def alias(self, full_name: str) -> str:
        """The alias of a name of the set; KeyError for any other."""
        return self._aliases[full_name]

    def name(self, alias: str) -> str | None:
        """The full name behind an alias, exactly as it is written, or a full name itself; None for others."""
        return self._names.get(alias) or (alias if alias in self._aliases else None)


def nearest(name: str, known: Collection[str], most: int = 3) -> tuple[str, ...]:
    """Known full names that look like a wrong one: those of the same tool elsewhere, then by spelling."""
    wanted = name[:_LONGEST_COMPARED].casefold()
    folded = {full.casefold(): full for full in known}
    own_name = re.split(r"/|__|\.", wanted)[-1]
    same_tool = [fold for fold in folded if own_name and fold.rpartition("/")[2] == own_name]
    alike = nearest_names(wanted, _worth_comparing(wanted, folded), most=most)
    ranked = sorted(same_tool, key=lambda fold: (fold not in alike, fold))
    return tuple(folded[fold] for fold in dict.fromkeys([*ranked, *alike]))[:most]


def _worth_comparing(wanted: str, names: Collection[str]) -> Collection[str]:
    """Those that share most pairs of letters: comparing thousands in full would hold up every other call."""
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
