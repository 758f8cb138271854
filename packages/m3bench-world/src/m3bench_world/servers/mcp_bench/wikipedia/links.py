"""Related topics, sections and links of articles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from m3bench.servers.kit import Answer, about, check_limit
from m3bench_world.encyclopedia import Article, Encyclopedia
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.wikipedia.reading import categories
from m3bench_world.servers.mcp_bench.wikipedia.sentences import shorten
from m3bench_world.servers.mcp_bench.wikipedia.server import Title, address, find_article, server

MOST_TOPICS = 50
LONGEST_SUMMARY = 200


@server.tool
def get_related_topics(
    context: ToolContext,
    title: Title,
    limit: Annotated[int, about("How many topics, 1 to 50; there may be fewer.")] = 10,
) -> Answer:
    """Topics related to an article: those it links to, then those of its categories. Each has a title, a
    short summary and its type ('link' or 'category')."""
    book = context.world.encyclopedia
    article = find_article(context, title)
    most = check_limit(limit, "limit", MOST_TOPICS)
    topics = []
    for name, kind in dict(_related(book, article, most)).items():
        related = book.long_article(name)
        if related is not None:
            summary = shorten(related.summary, LONGEST_SUMMARY)
            topics.append({"title": name, "type": kind, "summary": summary, "url": address(related)})
    return Answer({"title": article.title, "related_topics": topics[:most]}, sources=article.sources)


def _related(book: Encyclopedia, article: Article, most: int) -> Iterator[tuple[str, str]]:
    named = {article.title}
    for name in article.links[:most]:
        named.add(name)
        yield name, "link"
    for name in book.long_search(" ".join(categories(article)), most + len(named)):
        if name not in named:
            yield name, "category"


@server.tool
def get_sections(context: ToolContext, title: Title) -> Answer:
    """The sections of an article in order: title, level and number of characters."""
    article = find_article(context, title)
    sections: list[dict[str, Any]] = [
        {"title": section.heading, "level": 1, "characters": len(section.text)}
        for section in article.sections
    ]
    return Answer({"title": article.title, "sections": sections}, sources=article.sources)


@server.tool
def get_links(context: ToolContext, title: Title) -> Answer:
    """The titles of the articles that an article links to."""
    article = find_article(context, title)
    return Answer(
        {"title": article.title, "count": len(article.links), "links": list(article.links)},
        sources=article.sources,
    )
