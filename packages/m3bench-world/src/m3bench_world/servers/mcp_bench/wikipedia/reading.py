"""Search articles, and read them."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, NotFound, about, check_limit, check_text
from m3bench_world.encyclopedia import DISAMBIGUATION, Article
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.wikipedia.server import (
    Title,
    address,
    find_article,
    section_text,
    server,
)

MOST_RESULTS = 50
KINDS = {
    "place": "Populated places",
    "film": "Films",
    "person": "People in film",
    "package": "Software packages",
    "drug": "Medicines",
    "diagnosis": "Diseases",
    "species": "Living things",
    "roll": "People in film",
    "landmark": "Sights",
    "company": "Companies",
    "country": "Countries",
    "food": "Foods",
    "geography": "Geography",
    "park": "Parks",
    "software": "Software",
    "element": "Chemical elements",
    "state": "States",
    "list": "Lists",
}
"""Categories of articles by kind, besides the one that their description gives."""


@server.tool
def search_wikipedia(
    context: ToolContext,
    query: Annotated[str, about("What to look for: a name or some words.")],
    limit: Annotated[int, about("How many results, 1 to 50.")] = 10,
) -> Answer:
    """Find articles by name or topic, best match first: title (for the other tools), description, the
    beginning of the article and its number of words."""
    book = context.world.encyclopedia
    text = check_text(query, "query")
    titles = book.long_search(text, check_limit(limit, "limit", MOST_RESULTS))
    articles = [article for title in titles if (article := book.long_article(title))]
    if not articles:
        raise NotFound(f"no article matches '{text[:100]}'", book.near(text))
    sources = dict.fromkeys(source for article in articles for source in article.sources)
    return Answer({"query": text, "results": [_result(one) for one in articles]}, sources=tuple(sources))


@server.tool
def get_article(context: ToolContext, title: Title) -> Answer:
    """A whole article: summary, sections with their text, categories, links to other articles and address. A
    name with several meanings gives the list of them."""
    article = find_article(context, title)
    page: dict[str, Any] = {"title": article.title, "description": article.description}
    if article.kind == DISAMBIGUATION:
        page["ambiguous"] = True
    elif title.strip() != article.title:
        page["redirected_from"] = title.strip()[:100]
    page |= {
        "url": address(article),
        "summary": article.summary,
        "sections": [
            {"title": section.heading, "level": 1, "text": section_text(article, number)}
            for number, section in enumerate(article.sections)
        ],
        "categories": categories(article),
        "links": list(article.links),
    }
    return Answer(page, sources=article.sources)


@server.tool
def get_summary(context: ToolContext, title: Title) -> Answer:
    """The summary of an article: its first sentences."""
    article = find_article(context, title)
    return Answer({"title": article.title, "summary": article.summary}, sources=article.sources)


def categories(article: Article) -> list[str]:
    """Return what the article belongs to: its kind, and what its description says."""
    described = article.description.split(",")[0].strip()
    named = f"{described[:1].upper()}{described[1:]}"
    return list(dict.fromkeys(name for name in (KINDS.get(article.kind, ""), named) if name))


def _result(article: Article) -> dict[str, Any]:
    first = article.summary.split(". ")[0].rstrip(".")
    text = " ".join((article.summary, *(section.text for section in article.sections)))
    return {
        "title": article.title,
        "description": article.description,
        "snippet": f"{first}."[:300],
        "words": len(text.split()),
    }
