"""Health topics: plain, harmless advice in English and Spanish."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from m3bench.core import near_misses, normalize
from m3bench_world.clinic.entities import Topic
from m3bench_world.data import written

LANGUAGES = ("en", "es")

_HEADINGS = {
    "en": ("What to know", "What you can do", "When to see a doctor", "Questions for your doctor"),
    "es": ("Lo que debe saber", "Lo que puede hacer", "Cuándo ver a un médico", "Preguntas para su médico"),
}
_QUESTIONS = written("clinic", "questions", dict[str, tuple[str, str, str]])
_GENERAL = {
    "en": "This page gives general information and does not replace advice from a health professional.",
    "es": "Esta página da información general y no sustituye el consejo de un profesional de la salud.",
}
_SEE_A_DOCTOR = written("clinic", "see_a_doctor", dict[str, tuple[str, str]])
_OTHERWISE = (
    "Symptoms are new, get worse, or worry you.",
    "Los síntomas son nuevos, empeoran o le preocupan.",
)


class TopicRow(msgspec.Struct, frozen=True, kw_only=True):
    category: str
    titles: tuple[str, str]
    aliases: tuple[str, ...]
    summaries: tuple[str, str]
    tips: tuple[tuple[str, ...], tuple[str, ...]]


@cache
def topic_rows() -> tuple[TopicRow, ...]:
    """Read the table `topics.tsv`, one language after the other."""
    text = (files("m3bench_world.clinic") / "topics.tsv").read_text(encoding="utf-8")
    return tuple(_row(*line.split("\t")) for line in text.splitlines())


def topics(language: str = "en") -> list[Topic]:
    """Return all pages in a language."""
    return [_page(row, language) for row in topic_rows()]


def find_topics(text: str, language: str, limit: int = 3) -> list[Topic]:
    """Return pages on a topic, named in either language: by title, then other names, then shared words."""
    wanted = normalize(text)
    scored = [(_likeness(row, wanted), -index) for index, row in enumerate(topic_rows())]
    best = sorted((pair for pair in scored if pair[0] > 0), reverse=True)[:limit]
    return [_page(topic_rows()[-place], language) for _, place in best]


def near_topics(text: str, language: str) -> list[str]:
    return near_misses(text, [row.titles[LANGUAGES.index(language)] for row in topic_rows()])


@cache
def _names(row: TopicRow) -> tuple[list[str], list[str]]:
    """Return normalized titles and other names."""
    return [normalize(title) for title in row.titles], [normalize(alias) for alias in row.aliases]


def _likeness(row: TopicRow, wanted: str) -> float:
    titles, aliases = _names(row)
    if wanted in titles:
        return 10.0
    if wanted in aliases:
        return 8.0
    names = [*titles, *aliases]
    inside = [name for name in names if len(name) > 3 and f" {name} " in f" {wanted} "]
    if inside:
        return 4.0 + max(map(len, inside)) / 100
    words = {word for word in wanted.split() if len(word) > 3}
    shared = max((len(words & set(name.split())) / len(set(name.split())) for name in names), default=0.0)
    return shared if words and shared >= 0.5 else 0.0


def _row(category: str, english: str, spanish: str, aliases: str, *texts: str) -> TopicRow:
    summary, resumen, tips, consejos = texts
    return TopicRow(
        category=category,
        titles=(english, spanish),
        aliases=tuple(alias for alias in aliases.split(",") if alias),
        summaries=(summary, resumen),
        tips=(tuple(tips.split(";")), tuple(consejos.split(";"))),
    )


def _page(row: TopicRow, language: str) -> Topic:
    place = LANGUAGES.index(language)
    know, do, see, ask = _HEADINGS[language]
    related = [
        topic_row.titles[place]
        for topic_row in topic_rows()
        if topic_row.category == row.category and topic_row != row
    ]
    return Topic(
        id="-".join(normalize(row.titles[0]).replace("'", "").split()),
        title=row.titles[place],
        category=row.category,
        language=language,
        summary=row.summaries[place],
        sections={
            know: (row.summaries[place], _GENERAL[language]),
            do: tuple(f"{tip}." for tip in row.tips[place]),
            see: (_SEE_A_DOCTOR.get(row.category, _OTHERWISE)[place],),
            ask: _QUESTIONS[language],
        },
        related=tuple(related[:5]),
    )
