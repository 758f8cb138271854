"""Reading the text answers of the forum and of the price table."""

from __future__ import annotations

import re

import msgspec

from m3bench_suites.builders.tasks import require

_THREAD = re.compile(
    r"Title: (?P<title>.*)\nPost ID: (?P<id>\S+)\nAuthor: (?P<author>\S+)\n"
    r"Score: (?P<score>\d+) \((?P<ratio>\d+)% upvoted\)\nComments: (?P<comments>\d+)\n"
    r"Posted: (?P<posted>\S+)\nFlair: (?P<flair>.*)\n"
)
_MEMBERS = re.compile(r"\d+ hot threads of r/(?P<name>\S+) \((?P<members>[\d,]+) members\)")
_COMMENT = re.compile(r"^- (?P<author>\S+) \(score (?P<score>\d+)\): ", re.MULTILINE)
_DISCUSSED = re.compile(r"^Discussion: the best \d+ of (\d+) at the top level", re.MULTILINE)
_BRAND = re.compile(r"^- (?P<name>.+) \(code (?P<code>\d+)\)$", re.MULTILINE)
_PEAK = re.compile(
    r'"name":"(?P<name>[^"]+)","link":"[^"]+","current_players":\d+,"peak_players_24h":(?P<count>\d+)'
)
_REVIEWED = re.compile(
    r'"name":"(?P<name>[^"]+)","link":"[^"]+","price":"[^"]+","original_price":"[^"]+","discount":"[^"]+",'
    r'"release_date":"[^"]+","reviews":\{"summary":"[^"]+","positive_percent":\d+,"count":(?P<count>\d+)\}'
)
_VEHICLE = re.compile(
    r"^\| (?P<name>.+?) \| (?P<code>\d{6}-\d) \| (?P<label>.+?) \| (?P<price>R\$ [\d.]+,00) \|$", re.MULTILINE
)


class Thread(msgspec.Struct, frozen=True):
    """A thread of the forum, as lists and threads state it."""

    title: str
    id: str
    author: str
    score: int
    ratio: int
    comments: int
    posted: str
    flair: str


class Vehicle(msgspec.Struct, frozen=True):
    """A row of a table of prices."""

    name: str
    code: str
    label: str
    price: str
    """As the table states it: `R$ 91.345,00`."""

    @property
    def reais(self) -> int:
        return int(self.price.removeprefix("R$ ").removesuffix(",00").replace(".", ""))

    @property
    def new(self) -> bool:
        return self.label.startswith("Zero KM")


def threads(text: str) -> list[Thread]:
    """Return the threads that a text states, in its order."""
    stated = [msgspec.convert(match.groupdict(), Thread, strict=False) for match in _THREAD.finditer(text)]
    require(stated, "the text has no threads.")
    return stated


def members(text: str) -> str:
    """Return the number of members of a community as its list states it: `9,500,000`."""
    match = _MEMBERS.match(text)
    require(match, "the text has no members.")
    return match["members"] if match else ""


def best_comments(text: str) -> list[tuple[str, int]]:
    """Return author and score of the comments at the top level of a thread, in its order."""
    discussion = text.partition("\nDiscussion: ")[2]
    return [(match["author"], int(match["score"])) for match in _COMMENT.finditer(discussion)]


def best_comment(text: str) -> tuple[str, int]:
    """Return author and score of the best comment at the top level of a thread."""
    comments = best_comments(text)
    require(comments, "a thread has no comments.")
    alone = len(comments) == 1 or comments[0][1] > comments[1][1]
    require(alone, "the best two comments have the same score.")
    return comments[0]


def discussed(text: str) -> int:
    """Return how many comments a thread has at the top level."""
    match = _DISCUSSED.search(text)
    require(match, "the text has no discussion.")
    return int(match[1]) if match else 0


def combined_peaks(text: str, count: int) -> dict[str, int]:
    """Return the peaks of players of the first most played games. The end of the combined list may be cut."""
    return _first(_PEAK, text, count)


def combined_reviews(text: str, count: int) -> dict[str, int]:
    """Return the numbers of reviews of the first top sellers. The end of the combined list may be cut."""
    return _first(_REVIEWED, text, count)


def _first(pattern: re.Pattern[str], text: str, count: int) -> dict[str, int]:
    games = [(match["name"], int(match["count"])) for match in pattern.finditer(text)]
    require(len(games) >= count, "the combined list is too short.")
    return dict(games[:count])


def brands(text: str) -> dict[str, int]:
    """Return the brands of a list with their codes."""
    codes = {match["name"]: int(match["code"]) for match in _BRAND.finditer(text)}
    require(codes, "the text has no brands.")
    return codes


def vehicles(text: str, kind: str) -> list[Vehicle]:
    """Return the rows of the table of a kind: `Cars`, `Motorcycles` or `Trucks`. There may be none."""
    table = text.partition(f"\n## {kind}: ")[2].partition("\n## ")[0]
    return [msgspec.convert(match.groupdict(), Vehicle, strict=False) for match in _VEHICLE.finditer(table)]
