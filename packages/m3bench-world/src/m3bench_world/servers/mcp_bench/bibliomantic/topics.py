"""Kinds of questions, by their words."""

from __future__ import annotations

import re

import msgspec


class Topic(msgspec.Struct, frozen=True):
    words: frozenset[str]
    opening: str
    about: str


_GENERAL = Topic(
    frozenset(),
    "No single field is asked about, so read this as a picture of the whole situation.",
    "Look for {theme} in what is happening around you.",
)
_TOPICS = (
    Topic(
        frozenset(
            [
                "business",
                "venture",
                "company",
                "startup",
                "product",
                "market",
                "launch",
                "invest",
                "customer",
                "sales",
            ]
        ),
        "For a question about business, the hexagram describes the undertaking rather than the person.",
        "Treat {theme} as the state of the market and of your means, and size the next commitment by it.",
    ),
    Topic(
        frozenset(
            [
                "job",
                "career",
                "work",
                "promotion",
                "boss",
                "colleague",
                "employer",
                "position",
                "project",
                "team",
            ]
        ),
        "For a question about work, the lower half is you and the upper half those you answer to.",
        "Ask where {theme} already shapes your days at work.",
    ),
    Topic(
        frozenset(
            [
                "love",
                "relationship",
                "partner",
                "marriage",
                "marry",
                "wife",
                "husband",
                "friend",
                "family",
                "date",
            ]
        ),
        "For a question about people close to you, read both halves as the two sides.",
        "Let {theme} be something you talk about with the other person.",
    ),
    Topic(
        frozenset(["health", "ill", "sick", "diet", "sleep", "exercise", "recover", "stress"]),
        "For a question about health, ask a physician about facts and the hexagram about attitude.",
        "Consider how {theme} appears in your habits.",
    ),
    Topic(
        frozenset(
            ["travel", "move", "moving", "journey", "city", "country", "house", "home", "relocate", "trip"]
        ),
        "For a question about a journey or a move, the hexagram describes the road.",
        "Pack for {theme}, and leave room for the unexpected.",
    ),
    Topic(
        frozenset(
            ["learn", "study", "school", "university", "exam", "degree", "write", "book", "create", "art"]
        ),
        "For a question about learning or making, the hexagram describes the work itself.",
        "See {theme} as the present stage of the craft.",
    ),
)


def topic_of(question: str) -> Topic:
    """Return the kind of a question: the one with most of its words."""
    asked = re.findall(r"[a-z]+", question.lower())
    best = max(_TOPICS, key=lambda topic: sum(word in topic.words for word in asked))
    return best if any(word in best.words for word in asked) else _GENERAL
