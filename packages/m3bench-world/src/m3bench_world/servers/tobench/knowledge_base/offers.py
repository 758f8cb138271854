"""Articles as resources, and prompts to work with them."""

from __future__ import annotations

from collections.abc import Iterator

from m3bench.servers.kit import ResourceEntry
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.knowledge_base.tools import find_article, server


def _entries(context: ToolContext) -> Iterator[ResourceEntry]:
    for article in context.world.handbook.articles.values():
        yield ResourceEntry(f"kb://articles/{article.id}", article.id, f"{article.company}: {article.title}")


@server.resource("kb://articles/{article_id}", name="article", media_type="text/markdown", entries=_entries)
def read_article_resource(context: ToolContext, article_id: str) -> str:
    """An article in the version that is in force today."""
    article = find_article(context.world, article_id)
    version = article.current(context.world.handbook.today)
    days = f"Version {version.number}, valid from {version.valid_from.isoformat()}"
    parts = [f"# {article.title}", f"{article.company}, {article.id}. {days}."]
    parts += [f"## {section.heading}\n\n{section.text}" for section in version.sections]
    return "\n\n".join(parts) + "\n"


@server.prompt(question="What a customer asks.", company="The company that answers.")
def answer_customer(question: str, company: str) -> str:
    """Answer a customer by the policies of a company, with citations."""
    return (
        f"A customer of {company} asks: {question}\n\nFind the article that decides this, make sure that its "
        "version is in force today, and answer in two or three sentences. Cite the passage that you rely on."
    )


@server.prompt(article_id="Id of an article, such as 'KB-104'.")
def summarize_changes(article_id: str) -> str:
    """Summarize what changed between the versions of an article."""
    return (
        f"List the versions of article {article_id}, read each of them, and say in one line per version what "
        "changed and from which day it holds."
    )


def _ids(context: ToolContext) -> list[str]:
    return list(context.world.handbook.articles)


server.completions |= {
    ("kb://articles/{article_id}", "article_id"): _ids,
    ("summarize_changes", "article_id"): _ids,
    ("answer_customer", "company"): lambda context: context.world.handbook.companies.values(),
}
