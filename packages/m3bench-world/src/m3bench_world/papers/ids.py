"""Reversible identifiers in each archive's format, keyed by the world's seed.

The numbers lie above those that the real archives have given out, so that no real paper is mistaken for one
of this world. Within a month, a prime field scatters the papers' codes over the numbers."""

from __future__ import annotations

import re
from datetime import date

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.papers.subjects import vocabulary

HOMES = ("arxiv", "pubmed", "biorxiv", "medrxiv", "iacr")
"""Archives that host papers; the others list papers of these."""
FIRST_MONTH = {
    "arxiv": 2015 * 12,
    "pubmed": 2005 * 12,
    "biorxiv": 2020 * 12,
    "medrxiv": 2020 * 12,
    "iacr": 2015 * 12,
}
_FIELD = {"arxiv": 59_999, "pubmed": 39_989, "biorxiv": 299_993, "medrxiv": 399_989, "iacr": 499}
_LOWEST = {"arxiv": 40_000, "pubmed": 50_000_000, "biorxiv": 700_000, "medrxiv": 600_000, "iacr": 3_000}
_LAST_MONTH = 2100 * 12
_ARXIV = re.compile(r"(?:arxiv:)?(\d\d)(\d\d)\.(\d{5})(?:v(\d{1,2}))?", re.ASCII)
_PUBMED = re.compile(r"(?:pmid:)?\s*(\d{8})", re.ASCII)
_RXIV = re.compile(r"10\.1101/(\d{4})\.(\d\d)\.(\d\d)\.(\d{6}|\d{8})(?:v\d)?", re.ASCII)
_IACR = re.compile(r"(?:iacr:|eprint:)?(\d{4})/(\d{4})", re.ASCII)
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)


class Key(msgspec.Struct, frozen=True):
    """Key of a paper: the archive that hosts it, its month (years × 12 + month), subject and position in the
    month."""

    home: str
    month: int
    subject: int
    turn: int

    @property
    def code(self) -> int:
        return self.subject * 2 + self.turn


def _first_subject(home: str) -> int:
    """Return the lowest subject number of an archive."""
    return vocabulary().by_topic["crypto"][0].number if home == "iacr" else 0


class Ids:
    """Conversion between keys and identifiers. A decoded key may belong to no paper; check that it exists."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def native(self, key: Key, published: date, version: int) -> str:
        """Return the identifier in the paper's own archive."""
        number = self._scattered(key)
        year, month = divmod(key.month, 12)
        if key.home == "arxiv":
            return f"{year % 100:02d}{month + 1:02d}.{number}v{version}"
        if key.home == "pubmed":
            return str(number)
        if key.home == "iacr":
            return f"{year}/{number}"
        shown = f"{year % 100:02d}{number}" if key.home == "medrxiv" else str(number)
        return f"10.1101/{published:%Y.%m.%d}.{shown}"

    def _scattered(self, key: Key) -> int:
        field = _FIELD[key.home]
        stride, shift = self._scatter(key.home, key.month)
        return (
            _LOWEST[key.home]
            + self._month_block(key.home, key.month)
            + ((key.code - 2 * _first_subject(key.home)) * stride + shift) % field
        )

    def _gathered(self, home: str, month: int, number: int) -> Key | None:
        field = _FIELD[home]
        within = number - _LOWEST[home] - self._month_block(home, month)
        if not (0 <= within < field and FIRST_MONTH[home] <= month < _LAST_MONTH):
            return None
        stride, shift = self._scatter(home, month)
        code = (within - shift) * pow(stride, -1, field) % field
        return Key(home, month, _first_subject(home) + code // 2, code % 2)

    def _scatter(self, home: str, month: int) -> tuple[int, int]:
        field = _FIELD[home]
        return (
            self._chance.whole(2, field - 1, "stride", home, month),
            self._chance.whole(0, field - 1, "shift", home, month),
        )

    @staticmethod
    def _month_block(home: str, month: int) -> int:
        if home == "pubmed":
            return (month - FIRST_MONTH[home]) * 40_000
        return month % 12 * 500 if home == "iacr" else 0

    def key(self, text: str) -> Key | None:
        """Decode an identifier of any kind; None if it is invalid."""
        bare = _DOI.sub("", text.strip())
        for read in (self._arxiv, self._pubmed, self._rxiv, self._iacr, self._own_doi, self._sealed):
            found = read(bare)
            if found:
                return found
        return None

    def month(self, text: str) -> tuple[str, int] | None:
        """Return archive and month of an identifier, valid or not."""
        bare = _DOI.sub("", text.strip()).lower()
        if match := _ARXIV.fullmatch(bare):
            return "arxiv", (2000 + int(match[1])) * 12 + min(max(int(match[2]), 1), 12) - 1
        if match := _RXIV.fullmatch(bare):
            month = int(match[1]) * 12 + min(max(int(match[2]), 1), 12) - 1
            return "biorxiv" if len(match[4]) == 6 else "medrxiv", month
        if match := re.fullmatch(r"(\d{4})/\d{1,6}", bare, re.ASCII):
            return "iacr", int(match[1]) * 12
        return None

    def _arxiv(self, text: str) -> Key | None:
        bare = re.sub(r"(?i)^10\.48550/|^https?://arxiv\.org/(abs|pdf)/|\.pdf$", "", text)
        match = _ARXIV.fullmatch(bare.lower())
        if not match or not 1 <= int(match[2]) <= 12:
            return None
        return self._gathered("arxiv", (2000 + int(match[1])) * 12 + int(match[2]) - 1, int(match[3]))

    def _pubmed(self, text: str) -> Key | None:
        match = _PUBMED.fullmatch(text.lower())
        if not match:
            return None
        month = FIRST_MONTH["pubmed"] + (int(match[1]) - _LOWEST["pubmed"]) // 40_000
        return self._gathered("pubmed", month, int(match[1]))

    def _rxiv(self, text: str) -> Key | None:
        match = _RXIV.fullmatch(text.lower())
        if not match or not 1 <= int(match[2]) <= 12:
            return None
        home = "biorxiv" if len(match[4]) == 6 else "medrxiv"
        return self._gathered(home, int(match[1]) * 12 + int(match[2]) - 1, int(match[4][-6:]))

    def _iacr(self, text: str) -> Key | None:
        match = _IACR.fullmatch(text.lower())
        if not match:
            return None
        month = (int(match[2]) - _LOWEST["iacr"]) // 500
        return self._gathered("iacr", int(match[1]) * 12 + month, int(match[2])) if 0 <= month < 12 else None

    def doi(self, key: Key, native: str) -> str:
        if key.home == "arxiv":
            return f"10.48550/arXiv.{native.split('v', maxsplit=1)[0]}"
        if key.home == "pubmed":
            return f"10.5555/pub.{native}"
        return f"10.5555/eprint.{native.replace('/', '.')}" if key.home == "iacr" else native

    def _own_doi(self, text: str) -> Key | None:
        lowered = text.lower()
        if lowered.startswith("10.48550/arxiv."):
            return self._arxiv(lowered.removeprefix("10.48550/arxiv."))
        if lowered.startswith("10.5555/pub."):
            return self._pubmed(lowered.removeprefix("10.5555/pub."))
        if lowered.startswith("10.5555/eprint."):
            return self._iacr(lowered.removeprefix("10.5555/eprint.").replace(".", "/"))
        return None

    def sealed(self, key: Key) -> str:
        """Return 40 hexadecimal digits: a checksum, and the key encrypted with it."""
        plain = HOMES.index(key.home) << 48 | key.month << 24 | key.code
        check = self._chance.bits("seal", plain), self._chance.bits("seal", plain, "more") >> 32
        return f"{check[0]:016x}{check[1]:08x}{plain ^ self._chance.bits('veil', *check):016x}"

    def _sealed(self, text: str) -> Key | None:
        bare = re.sub(r"^(gs_|corpusid:)", "", text.lower())
        if not re.fullmatch(r"[0-9a-f]{40}", bare):
            return None
        check = int(bare[:16], 16), int(bare[16:24], 16)
        plain = int(bare[24:], 16) ^ self._chance.bits("veil", *check)
        home, month, code = plain >> 48, plain >> 24 & 0xFFFFFF, plain & 0xFFFFFF
        if home >= len(HOMES):
            return None
        key = Key(HOMES[home], month, code // 2, code % 2)
        return key if self.sealed(key) == bare else None
