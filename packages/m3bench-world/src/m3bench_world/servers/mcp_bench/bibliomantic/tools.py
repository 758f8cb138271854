"""The four tools of the oracle."""

from __future__ import annotations

from typing import Annotated

from m3bench.core import normalize
from m3bench.servers.kit import Answer, BadArgument, Proof, Server, about, check_text
from m3bench_world import World
from m3bench_world.hexagrams import Cast, Hexagram, hexagram, hexagram_of, hexagrams
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.bibliomantic import pages


def resulting_in_haste(world: World, question: str, cast: Cast) -> Hexagram | None:
    """Return the hexagram that a short reading names as the result of the changes, with errata."""
    right = cast.resulting
    if right is None:
        return None
    others = (hexagram_of(_turned(right.lines, index)).number for index in range(len(right.lines)))
    named = tuple(str(number) for number in others if number != cast.hexagram.number)
    return hexagram(int(world.errata.pick("short readings", normalize(question), str(right.number), named)))


def _turned(lines: tuple[bool, ...], place: int) -> tuple[bool, ...]:
    return tuple(line != (number == place) for number, line in enumerate(lines))


server = Server(
    "Bibliomantic",
    "Hexagrams of the Book of Changes: casts of three coins, and the texts.",
    sources=("hexagrams", "knowledge"),
    proof=Proof("i_ching_divination", {"query": "Shall we plant the garden this month?"}),
)


@server.tool
def i_ching_divination(
    context: ToolContext,
    query: Annotated[
        str | None, about("The question, in one sentence. Without one, the reading is a general one.")
    ] = None,
) -> Answer:
    """Cast three coins six times for a question, and read the hexagram: its number, name, judgment, changing
    lines (counted from below), the number of the hexagram they lead to, and advice for the kind of question.
    The same question at the same time gives the same cast, here and in bibliomantic_consultation; a short
    reading is written in haste, and a consultation is not."""
    question = check_text(query, "query") if query is not None and query.strip() else ""
    cast = context.world.hexagrams.cast(question)
    return Answer(pages.reading(question, cast, resulting_in_haste(context.world, question, cast)))


@server.tool
def bibliomantic_consultation(
    context: ToolContext, query: Annotated[str, about("The question, in one sentence.")]
) -> Answer:
    """A full consultation on a question: the cast hexagram with judgment, image and trigrams, the text of
    each changing line, the hexagram that results from the changes, and a commentary on the question. The cast
    is that of i_ching_divination for the same question."""
    question = check_text(query, "query")
    return Answer(pages.consultation(question, context.world.hexagrams.cast(question)))


@server.tool
def get_hexagram_details(
    hexagram_number: Annotated[int, about("Number of the hexagram, 1 to 64.")],
) -> Answer:
    """All texts of one hexagram: English and Chinese name, symbol, the two trigrams, judgment, image, the six
    lines from below, commentary, and the hexagram that is its opposite and its inverse."""
    count = len(hexagrams())
    if not 1 <= hexagram_number <= count:
        raise BadArgument("hexagram_number", f"{hexagram_number} is not a whole number from 1 to {count}")
    return Answer(pages.details(hexagram(hexagram_number)), sources=("knowledge",))


@server.tool
def server_statistics(context: ToolContext) -> Answer:
    """The state of the server: status, time, load, number of hexagrams, method of casting and features."""
    return Answer(pages.statistics(context.world.now, tuple(server.tools)))
