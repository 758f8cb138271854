"""Health topics: plain, harmless advice in English and Spanish."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from m3bench.core import near_misses, normalize
from m3bench_world.clinic.entities import Topic

LANGUAGES = ("en", "es")

_HEADINGS = {
    "en": ("What to know", "What you can do", "When to see a doctor", "Questions for your doctor"),
    "es": ("Lo que debe saber", "Lo que puede hacer", "Cuándo ver a un médico", "Preguntas para su médico"),
}
_QUESTIONS = {
    "en": (
        "What does this mean for me, at my age and with my history?",
        "Which changes would help me most, and by when?",
        "Do my medicines or other conditions matter here?",
    ),
    "es": (
        "¿Qué significa esto para mí, a mi edad y con mis antecedentes?",
        "¿Qué cambios me ayudarían más y para cuándo?",
        "¿Importan aquí mis medicinas u otras enfermedades?",
    ),
}
_GENERAL = {
    "en": "This page gives general information and does not replace advice from a health professional.",
    "es": "Esta página da información general y no sustituye el consejo de un profesional de la salud.",
}
_SEE_A_DOCTOR = {
    "food": (
        "You lose weight without wanting to, or have trouble eating or swallowing.",
        "Pierde peso sin querer o le cuesta comer o tragar.",
    ),
    "activity": (
        "You get chest pain, faint, or have pain that does not settle.",
        "Tiene dolor de pecho, se desmaya o el dolor no cede.",
    ),
    "sleep": (
        "Poor sleep lasts more than a month or makes you unsafe by day.",
        "Duerme mal más de un mes o peligra de día.",
    ),
    "mind": (
        "It lasts more than two weeks or limits life. With thoughts of harming yourself, call for help.",
        "Los síntomas duran más de dos semanas o afectan su vida. Si piensa en hacerse daño, pida ayuda ya.",
    ),
    "heart": (
        "You notice chest pain, short breath, fainting or sudden weakness: call emergency services.",
        "Nota dolor de pecho, falta de aire, desmayo o debilidad súbita: llame a emergencias.",
    ),
    "lungs": (
        "Breathing gets hard, lips turn blue, or symptoms last more than three weeks.",
        "Le cuesta respirar, los labios se ponen azules o los síntomas duran más de tres semanas.",
    ),
    "infection": (
        "Fever is high or lasts more than three days, or you feel much worse.",
        "La fiebre es alta o dura más de tres días, o se siente mucho peor.",
    ),
    "skin": (
        "A spot changes, bleeds or does not heal, or a rash spreads with fever.",
        "Una mancha cambia, sangra o no sana, o una erupción se extiende con fiebre.",
    ),
    "digestion": (
        "You see blood, have strong pain, or symptoms wake you at night.",
        "Ve sangre, tiene dolor fuerte o los síntomas lo despiertan.",
    ),
    "bones": (
        "You cannot use the joint or limb, or it is hot, swollen or numb.",
        "No puede usar la articulación o el miembro, o está caliente, hinchado o dormido.",
    ),
    "pain": (
        "Pain is sudden and severe, or lasts for weeks.",
        "El dolor es súbito e intenso, o dura semanas.",
    ),
    "children": (
        "A child is hard to wake, drinks too little, or you feel that something is wrong.",
        "El niño cuesta de despertar, bebe poco o usted siente que algo va mal.",
    ),
    "safety": (
        "There is any danger to life: call emergency services first.",
        "Hay peligro de vida: llame primero a emergencias.",
    ),
    "medicines": (
        "You have a rash, swelling, bleeding or took too much.",
        "Tiene erupción, hinchazón, sangrado o tomó de más.",
    ),
}
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
