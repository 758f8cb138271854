"""Answers of the oracle, as Markdown."""

from __future__ import annotations

from datetime import datetime

from m3bench_world.hexagrams import Cast, Hexagram, hexagram_of, hexagrams, line_text
from m3bench_world.servers.mcp_bench.bibliomantic.topics import topic_of

CAPACITY = 100
"""Requests that the server says it can serve at a time; one call is served at a time."""
_QUOTED = 300


def reading(question: str, cast: Cast, resulting: Hexagram | None) -> str:
    """Return the short answer to a question. `resulting` is the hexagram that it names as the result."""
    cast_hexagram = cast.hexagram
    parts = [
        f"# I Ching reading\n\n**Question:** {_quoted(question)}",
        _head(cast_hexagram),
        f"**Judgment:** {cast_hexagram.judgment}",
        _changes(cast, resulting),
        f"## Guidance\n\n{_guidance(question, cast_hexagram)}",
    ]
    return "\n\n".join(parts)


def consultation(question: str, cast: Cast) -> str:
    """Return the long answer to a question."""
    first, result = cast.hexagram, cast.resulting
    parts = [
        f"# Consultation\n\n**Question:** {_quoted(question)}",
        _head(first),
        f"**Cast (from below):** {', '.join(map(str, cast.sums))}",
        _texts(first),
        _changes(cast, result),
    ]
    parts += [f"- **Line {place}:** {line_text(first, place)}" for place in cast.changing]
    if result:
        parts.append(f"## What it turns into\n\n{_head(result)}\n\n**Judgment:** {result.judgment}")
    parts.append(f"## Commentary\n\n{_guidance(question, first)} {_outlook(result)}")
    return "\n\n".join(parts)


def details(shown: Hexagram) -> str:
    """Return everything about one hexagram."""
    lines = "\n".join(f"{index}. {line_text(shown, index)}" for index in range(1, 7))
    opposite = hexagram_of(tuple(not line for line in shown.lines))
    inverse = hexagram_of(shown.lines[::-1])
    related = f"- **Opposite:** {_named(opposite)}\n- **Inverse:** {_named(inverse)}"
    return "\n\n".join(
        [
            _head(shown),
            _texts(shown),
            f"## Lines, from below\n\n{lines}",
            f"## Commentary\n\n{_commentary(shown)}",
            f"## Related hexagrams\n\n{related}",
        ]
    )


def statistics(now: datetime, tools: tuple[str, ...]) -> str:
    time = now.isoformat(timespec="seconds").replace("+00:00", "Z")
    facts = {
        "Status": "operational",
        "Time": time,
        "Active requests": "1",
        "Capacity": f"{CAPACITY} requests (load {100 / CAPACITY:.0f} %)",
        "Hexagrams": str(len(hexagrams())),
        "Method": "three coins; a line changes with probability 1/4",
        "Features": "changing lines, resulting hexagram, trigrams, line texts, advice by kind of question",
        "Tools": ", ".join(tools),
    }
    return "# Server statistics\n\n" + "\n".join(f"- **{name}:** {value}" for name, value in facts.items())


def _quoted(question: str) -> str:
    return " ".join(question.split())[:_QUOTED] if question else "none (a general reading)"


def _named(shown: Hexagram) -> str:
    return f"Hexagram {shown.number}, {shown.name} ({shown.chinese})"


def _head(shown: Hexagram) -> str:
    title = f"## Hexagram {shown.number}: {shown.name} {shown.symbol}"
    return f"{title}\n\n**Chinese name:** {shown.chinese} ({shown.pinyin})"


def _texts(shown: Hexagram) -> str:
    trigrams = (
        f"{shown.upper.name} {shown.upper.symbol} ({shown.upper.quality}) above, "
        f"{shown.lower.name} {shown.lower.symbol} ({shown.lower.quality}) below"
    )
    lines = " ".join("yang" if line else "yin" for line in shown.lines)
    return (
        f"**Trigrams:** {trigrams}\n\n**Lines (from below):** {lines}\n\n"
        f"**Judgment:** {shown.judgment}\n\n**Image:** {shown.image}"
    )


def _changes(cast: Cast, resulting: Hexagram | None) -> str:
    if resulting is None:
        return "**Changing lines:** none; the situation is stable."
    places = ", ".join(map(str, cast.changing))
    return f"**Changing lines:** {places}\n\n**Resulting hexagram:** {_named(resulting)}"


def _commentary(shown: Hexagram) -> str:
    strong = sum(shown.lines)
    balance = f"{strong} of its 6 lines are strong" if strong else "None of its lines is strong"
    return f"This is the hexagram of {shown.theme}. {balance[0].upper()}{balance[1:]}. {shown.advice}"


def _guidance(question: str, shown: Hexagram) -> str:
    topic = topic_of(question)
    return f"{topic.opening} {topic.about.format(theme=shown.theme)} {shown.advice}"


def _outlook(result: Hexagram | None) -> str:
    if result is None:
        return "No line changes, so the advice holds for as long as the question does."
    return f"The changes lead towards {result.theme}: {result.advice[0].lower()}{result.advice[1:]}"
