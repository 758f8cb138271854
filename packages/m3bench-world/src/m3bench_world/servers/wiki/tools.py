"""The two tools of the encyclopedia: search titles, and read an article."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, NotFound, Proof, Server, about, check_limit, check_text
from m3bench_world.encyclopedia import DISAMBIGUATION, Article
from m3bench_world.servers.context import ToolContext

MOST_RESULTS = 50
LONGEST_SECTION = 4_000

server = Server(
    "wiki",
    "An encyclopedia of species, places, countries, films, people, medicines, things and ideas.",
    sources=("encyclopedia",),
    proof=Proof("summary", {"title": "Apple"}),
)


@server.tool
def search(
    context: ToolContext,
    query: Annotated[
        str, about("What to look for: a name or some words, such as 'striped bass' or 'Paris city France'.")
    ],
    n: Annotated[int, about("How many results, 1 to 50.")] = 3,
) -> Answer:
    """Find articles of the encyclopedia by name or topic. Gives the best matches first, each with its exact
    title (pass it to `summary`), a short description and the beginning of the article."""
    book = context.world.encyclopedia
    text = check_text(query, "query")
    titles = book.search(text, check_limit(n, "n", MOST_RESULTS))
    if not titles:
        raise NotFound(f"no article matches '{text[:100]}'", book.near(text))
    articles = [article for title in titles if (article := book.article(title))]
    sources = dict.fromkeys(source for article in articles for source in article.sources)
    return Answer(
        {"query": text, "results": [_result(article) for article in articles]}, sources=tuple(sources)
    )


@server.tool
def summary(
    context: ToolContext,
    title: Annotated[
        str,
        about("Title of an article, such as 'Apple', 'Orange (fruit)' or 'Paris'; other names are followed."),
    ],
) -> Answer:
    """Read an article: its summary in a few sentences, its sections and links to other articles. Other names
    and plurals lead to the right article; a name with several meanings gives the list of them."""
    book = context.world.encyclopedia
    text = check_text(title, "title")
    article = book.article(text)
    if article is None:
        raise NotFound(f"no article with the title '{text[:100]}'", book.near(text))
    return Answer(_page(article, text, book.others(article)), sources=article.sources)


def _result(article: Article) -> dict[str, str]:
    first = article.summary.split(". ")[0].rstrip(".")
    return {"title": article.title, "description": article.description, "snippet": f"{first}."[:300]}


def _page(article: Article, text: str, others: list[str]) -> dict[str, Any]:
    page: dict[str, Any] = {"title": article.title, "description": article.description}
    if article.kind == DISAMBIGUATION:
        page["ambiguous"] = True
    elif text != article.title:
        page["redirected_from"] = text[:100]
    page["summary"] = article.summary
    page["sections"] = [
        {"heading": section.heading, "text": section.text[:LONGEST_SECTION]} for section in article.sections
    ]
    page["links"] = list(article.links)
    if others:
        page["other_meanings"] = others
    return page
