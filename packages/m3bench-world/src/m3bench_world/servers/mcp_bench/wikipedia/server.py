"""The server to which the modules of this package add their tools, and articles by title."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

from m3bench.servers.kit import NotFound, Proof, Server, about, check_text
from m3bench_world.encyclopedia import Article
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.wiki import server as original

LONGEST_SECTION = 4_000
SITE = "https://encyclopedia.example/wiki/"

server = Server(
    "Wikipedia",
    "An encyclopedia: articles, their sections and links, summaries and key facts.",
    sources=original.sources,
    proof=Proof("get_summary", {"title": "Apple"}),
)

Title = Annotated[
    str, about("Title of an article, such as 'Solar flare' or 'Orange (fruit)'; other names are followed.")
]


def find_article(context: ToolContext, title: str) -> Article:
    """Return an article by title or another name. Raises `NotFound` with similar titles."""
    book = context.world.encyclopedia
    wanted = check_text(title, "title")
    article = book.long_article(wanted)
    if article is None:
        near = dict.fromkeys((*book.essays.search(wanted), *book.near(wanted)))
        raise NotFound(f"no article with the title '{wanted[:100]}'", list(near)[:5])
    return article


def section_text(article: Article, number: int) -> str:
    """Return the text of a section, not too long."""
    return article.sections[number].text[:LONGEST_SECTION]


def address(article: Article) -> str:
    return SITE + quote(article.title.replace(" ", "_"))
