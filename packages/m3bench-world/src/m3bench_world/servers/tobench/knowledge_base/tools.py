"""The tools. An article has versions, of which one is in force."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from m3bench.core import Proof, near_misses, normalize
from m3bench.servers.kit import (
    Answer,
    BadArgument,
    NotFound,
    ResourceEntry,
    Server,
    about,
    check_choice,
    check_limit,
    check_text,
    parse_date,
)
from m3bench_world import World
from m3bench_world.handbook import Article, Section, Version
from m3bench_world.servers.context import ToolContext

server = Server(
    "knowledge-base",
    "Policies of several companies: search, read, compare versions and cite them.",
    sources=("handbook",),
    strict=True,
    proof=Proof("search_articles", {"query": "refund limit", "limit": 2}),
)

_MOST_HITS = 20
_STATUSES = ("any", "current", "outdated", "planned")

ArticleId = Annotated[str, about("Id of an article, such as 'KB-104'.")]
VersionNumber = Annotated[int | None, about("Number of a version; null takes the one in force today.")]


@server.tool
def search_articles(
    context: ToolContext,
    query: Annotated[str, about("Words to look for, such as 'refund limit of an agent'.")],
    company: Annotated[str, about("Name of a company; empty for all.")] = "",
    topic: Annotated[str, about("A topic, such as 'refunds'; empty for all. list_topics has them.")] = "",
    status: Annotated[str, about("any, current, outdated or planned versions.")] = "any",
    limit: Annotated[int, about("Most sections to return, up to 20.")] = 10,
) -> Answer:
    """Search the sections of all articles and versions, best first.

    Hits name article, version, whether it is in force (current, outdated or planned), and the text of the
    section. Check the status: older versions are found as well.
    """
    wanted = check_text(query, "query")
    kind = check_choice(status, "status", _STATUSES)
    most = check_limit(limit, "limit", _MOST_HITS)
    found = context.world.handbook.search(
        wanted, company=_company(context.world, company), topic=_topic(context.world, topic)
    )
    today = context.world.handbook.today
    hits = [hit for hit in found if kind in ("any", hit.version.status(today))]
    shown = [
        _place(context.world, hit.article, hit.version)
        | {"heading": hit.section.heading, "text": hit.section.text}
        for hit in hits[:most]
    ]
    return Answer({"total": len(hits), "hits": shown})


@server.tool
def read_article(context: ToolContext, article_id: ArticleId, version: VersionNumber = None) -> Answer:
    """Read a whole article in a version: its sections, from when to when it holds, and related articles."""
    article = find_article(context.world, article_id)
    read = _version(context.world, article, version)
    sections = [{"heading": section.heading, "text": section.text} for section in read.sections]
    return Answer(
        _place(context.world, article, read) | {"sections": sections, "related": list(article.links)}
    )


@server.tool
def list_topics(
    context: ToolContext,
    company: Annotated[str, about("Name of a company; empty for all.")] = "",
) -> Answer:
    """List the companies and their topics, with the id and title of each article."""
    chosen = _company(context.world, company)
    companies: dict[str, list[dict[str, str]]] = {}
    for article in context.world.handbook.articles.values():
        if chosen in (None, article.company):
            entry = {"topic": article.topic, "article": article.id, "title": article.title}
            companies.setdefault(article.company, []).append(entry)
    return Answer({"companies": companies})


@server.tool
def related_articles(context: ToolContext, article_id: ArticleId) -> Answer:
    """List the articles that an article refers to, and those that refer to it."""
    article = find_article(context.world, article_id)
    articles = context.world.handbook.articles
    return Answer(
        {
            "article": article.id,
            "refers_to": [_named(articles[link]) for link in article.links],
            "referred_by": [_named(each) for each in articles.values() if article.id in each.links],
        }
    )


@server.tool
def list_versions(
    context: ToolContext,
    article_id: ArticleId,
    day: Annotated[str, about("A day, YYYY-MM-DD, to name the version in force then; empty for today.")] = "",
) -> Answer:
    """List the versions of an article with their days and status, what changed, and which is in force."""
    article = find_article(context.world, article_id)
    asked = parse_date(day, "day") if day else context.world.handbook.today
    versions = []
    before: Version | None = None
    for each in article.versions:
        old = {section.heading: section.text for section in before.sections} if before else {}
        changed = [part.heading for part in each.sections if before and old.get(part.heading) != part.text]
        versions.append(_days(context.world, each) | {"changed_sections": changed})
        before = each
    in_force = [version.number for version in article.versions if version.status(asked) == "current"]
    return Answer(
        {
            "article": article.id,
            "day": asked.isoformat(),
            "in_force": in_force[0] if in_force else None,
            "versions": versions,
        }
    )


@server.tool
def cite_passage(
    context: ToolContext,
    article_id: ArticleId,
    passage: Annotated[str, about("Some words of the passage, as they stand in the article.")],
    version: VersionNumber = None,
) -> Answer:
    """Quote the sentence of an article that has these words, with a reference to version and section.

    Fails if the version does not say it; then it names the versions that do.
    """
    wanted = normalize(check_text(passage, "passage"))
    article = find_article(context.world, article_id)
    cited = _version(context.world, article, version)
    found = _sentence(cited, wanted)
    if found is None:
        others = [str(each.number) for each in article.versions if _sentence(each, wanted)]
        hint = f"; version {', '.join(others)} has it" if others else ""
        raise NotFound(f"version {cited.number} of {article.id} does not say '{passage[:80]}'{hint}")
    section, sentence = found
    reference = (
        f"{article.company}, {article.title} ({article.id}, version {cited.number}), {section.heading}"
    )
    return Answer(_place(context.world, article, cited) | {"quote": sentence, "reference": reference})


def _sentence(version: Version, wanted: str) -> tuple[Section, str] | None:
    for section in version.sections:
        for sentence in section.text.replace(". ", ".\n").split("\n"):
            if wanted in normalize(sentence):
                return section, sentence
    return None


def find_article(world: World, key: str) -> Article:
    """Return an article by its id."""
    wanted = check_text(key, "article_id").upper()[:60]
    articles = world.handbook.articles
    if wanted not in articles:
        raise NotFound(f"no article '{wanted}'", near_misses(wanted, articles, limit=3))
    return articles[wanted]


def _version(world: World, article: Article, number: int | None) -> Version:
    if number is None:
        return article.current(world.handbook.today)
    for version in article.versions:
        if version.number == number:
            return version
    raise BadArgument("version", f"{article.id} has the versions 1 to {len(article.versions)}")


def _company(world: World, name: str) -> str | None:
    return check_choice(name, "company", tuple(world.handbook.companies.values())) if name.strip() else None


def _topic(world: World, name: str) -> str | None:
    topics = sorted({article.topic for article in world.handbook.articles.values()})
    return check_choice(name, "topic", tuple(topics)) if name.strip() else None


def _days(world: World, version: Version) -> dict[str, Any]:
    return {
        "version": version.number,
        "status": version.status(world.handbook.today),
        "valid_from": version.valid_from.isoformat(),
        "valid_until": version.valid_until.isoformat() if version.valid_until else None,
    }


def _place(world: World, article: Article, version: Version) -> dict[str, Any]:
    named = {
        "article": article.id,
        "title": article.title,
        "company": article.company,
        "topic": article.topic,
    }
    return named | _days(world, version)


def _named(article: Article) -> dict[str, str]:
    return {"article": article.id, "title": article.title, "company": article.company}


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
