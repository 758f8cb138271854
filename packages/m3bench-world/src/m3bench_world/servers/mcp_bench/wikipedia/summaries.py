"""Summaries for a query and of a section, key facts, links and related articles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Annotated, Any

from m3bench.servers.kit import Answer, NotFound, about, check_limit, check_text
from m3bench_world import World
from m3bench_world.encyclopedia import Article, Encyclopedia
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.wikipedia.reading import categories
from m3bench_world.servers.mcp_bench.wikipedia.sentences import (
    Sentence,
    about_topic,
    fill,
    sentences_of,
    shorten,
)
from m3bench_world.servers.mcp_bench.wikipedia.server import Title, address, find_article, server

SOURCE = "fact sheets"
_NUMBERS = {
    "population": re.compile(r"(?<=population of about )[\d,]*\d"),
    "area": re.compile(r"(?<=an area of )[\d,]*\d(?= km²)"),
    "running time": re.compile(r"(?<=runs for )\d+(?= minutes)"),
    "takings": re.compile(r"(?<=It took about )[\d,]*\d(?= US dollars)"),
}
"""Numbers that a sheet may state otherwise than the article. All else is the same."""


def as_on_sheet(world: World, title: str, sentence: str) -> str:
    """Return a sentence of an article as its sheet has it: with errata in populations, areas, running times
    and takings."""
    for fact, pattern in _NUMBERS.items():
        found = pattern.search(sentence)
        if found is not None:
            stated = _stated(world, title, fact, found[0])
            sentence = sentence[: found.start()] + stated + sentence[found.end() :]
    return sentence


def _stated(world: World, title: str, fact: str, right: str) -> str:
    number = int(right.replace(",", ""))
    stated = world.errata.whole(SOURCE, f"{fact} of {title}", number)
    return f"{stated:,}" if "," in right else str(stated)


LONGEST = 5_000
MOST_FACTS = 50


@server.tool
def summarize_article_for_query(
    context: ToolContext,
    title: Title,
    query: Annotated[str, about("What the summary should be about.")],
    max_length: Annotated[int, about("Characters of the summary at most, 1 to 5000.")] = 250,
) -> Answer:
    """A summary of what an article says about a query: the sentences that fit it best. If none does, it is
    the beginning of the article, and 'on_topic' is false."""
    article = find_article(context, title)
    wanted = check_text(query, "query")
    longest = check_limit(max_length, "max_length", LONGEST)
    everything = sentences_of(article)
    fitting = about_topic(everything, wanted)
    summary = fill(fitting or everything, longest)
    return Answer(
        {"title": article.title, "query": wanted, "on_topic": bool(fitting), "summary": summary},
        sources=article.sources,
    )


@server.tool
def summarize_article_section(
    context: ToolContext,
    title: Title,
    section_title: Annotated[str, about("Title of a section, as get_sections gives it.")],
    max_length: Annotated[int, about("Characters of the summary at most, 1 to 5000.")] = 150,
) -> Answer:
    """A summary of one section of an article: its first sentences."""
    article = find_article(context, title)
    longest = check_limit(max_length, "max_length", LONGEST)
    heading = _heading(article, check_text(section_title, "section_title"))
    sentences = [one for one in sentences_of(article) if one.section == heading]
    return Answer(
        {"title": article.title, "section_title": heading, "summary": fill(sentences, longest)},
        sources=article.sources,
    )


def _heading(article: Article, wanted: str) -> str:
    headings = [section.heading for section in article.sections]
    by_key = {heading.casefold(): heading for heading in headings}
    if wanted.casefold() in by_key:
        return by_key[wanted.casefold()]
    near = get_close_matches(wanted.casefold()[:80], by_key, n=3, cutoff=0.5)
    shown = ", ".join(headings) or "none"
    what = f"{article.title} has no section '{wanted[:60]}'; its sections are: {shown}"
    raise NotFound(what, [by_key[key] for key in near])


@server.tool
def extract_key_facts(
    context: ToolContext,
    title: Title,
    topic_within_article: Annotated[
        str, about("What the facts should be about; all of the article if empty.")
    ] = "",
    count: Annotated[int, about("How many facts, 1 to 50.")] = 5,
) -> Answer:
    """Key facts of an article, one sentence each. With a topic, sentences about it come first ('on_topic' is
    their number), then those that begin the summary and the sections. They are kept on a sheet beside the
    article, which is not always brought up to date with it."""
    article = find_article(context, title)
    most = check_limit(count, "count", MOST_FACTS)
    topic = topic_within_article.strip()[:200]
    everything = sentences_of(article)
    fitting = about_topic(everything, topic)[:most] if topic else []
    chosen = list(dict.fromkeys(one.text for one in (*fitting, *_leading(everything))))[:most]
    facts = [as_on_sheet(context.world, article.title, text) for text in chosen]
    return Answer(
        {"title": article.title, "topic": topic, "on_topic": len(fitting), "facts": facts},
        sources=article.sources,
    )


def _leading(sentences: list[Sentence]) -> list[Sentence]:
    """Return the sentences of the summary, then the first ones of the sections, then the second ones …"""
    ranks: dict[str, int] = {}
    ordered = []
    for sentence in sentences:
        rank = ranks[sentence.section] = ranks.get(sentence.section, -1) + 1
        ordered.append((rank if sentence.section else -1, sentence.place, sentence))
    return [sentence for *_, sentence in sorted(ordered, key=lambda each: each[:2])]


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
