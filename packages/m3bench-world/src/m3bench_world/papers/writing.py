"""Titles and abstracts, written from a study."""

from __future__ import annotations

import re

import msgspec

from m3bench_world.data import written
from m3bench_world.papers.draws import Draws, words
from m3bench_world.papers.study import Family, Study
from m3bench_world.papers.subjects import in_general, in_sentence, plural
from m3bench_world.papers.types import Subject

RESULTS = (
    "{Q} was {v} with {tm} and {w} with {tc} (difference {d}, {pv}).",
    "With {tm}, {q} reached {v}, against {w} with {tc} (difference {d}; {pv}).",
    "{TM} gave {q} of {v}, compared with {w} for {tc}, a difference of {d} ({pv}).",
)
_SEVERAL_DO = written("papers", "several_do", dict[str, str])
SECOND = (
    "{Q2} changed from {w2} to {v2}.",
    "For {q2}, the values were {v2} and {w2}.",
    "The same held for {q2} ({v2} against {w2}).",
)


class Draft(msgspec.Struct, frozen=True):
    """Title and abstract of a paper, before it has a place in an archive."""

    title: str
    abstract: str
    slots: dict[str, str]


def write_draft(
    subject: Subject,
    partner: Subject,
    family: Family,
    study: Study,
    draws: Draws,
    *,
    further: dict[str, str] | None = None,
) -> Draft:
    """Write title and abstract; `further` has slots that only some families use."""
    slots = _slots(subject, partner, study, further or {})
    sentences = family.sentences
    title = capital(fill(draws.pick(sentences["title"]), slots))
    parts = [
        _named_fully(fill(draws.pick(sentences["background"]), slots), subject),
        *(fill(draws.pick(sentences[key]), slots) for key in ("aim", "method")),
        fill(draws.pick(RESULTS), slots),
        fill(draws.pick(SECOND), slots),
        f"The association with {slots['p']} was of similar size at most sites (r = {slots['r']}).",
        fill(draws.pick(sentences["conclusion"]), slots),
    ]
    return Draft(title, " ".join(parts), slots)


def fill(pattern: str, slots: dict[str, str]) -> str:
    """Fill the slots of a pattern, adapting articles and verbs."""
    text = re.sub(r"\b([Aa]) (?=[aeioAEIO]|un(?!i))(?!eu|one\b)", r"\1n ", pattern.format_map(slots))
    return capital(_fix_agreement(text, slots["many"]) if slots["many"] else text)


def _fix_agreement(text: str, many: str) -> str:
    """Use plural verbs after plural subjects, unless they follow a preposition."""
    verbs = "|".join(_SEVERAL_DO)
    pattern = rf"(?<! in)(?<! of)(?<! for)(?<! on)(?<! with)(?<! to)(^|\s)({re.escape(many)}) ({verbs})\b"
    return re.sub(pattern, lambda m: f"{m[1]}{m[2]} {_SEVERAL_DO[m[3].lower()]}", text, flags=re.IGNORECASE)


def definite(name: str) -> str:
    """Return a name with its definite article, if it is a countable singular."""
    return f"the {name}" if _is_thing(name) else name


def indefinite(name: str) -> str:
    return f"a {name}" if _is_thing(name) else name


def _is_thing(name: str) -> bool:
    return name.rsplit(maxsplit=1)[-1] in words("things") and not name.startswith(("our ", "a "))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _named_fully(sentence: str, subject: Subject) -> str:
    if not subject.aliases:
        return sentence
    others = " or ".join(in_sentence(alias) for alias in subject.aliases[:3])
    name, many = in_sentence(in_general(subject.name)), in_sentence(plural(subject.name))
    for form in (many, capital(many), name, capital(name)):
        if form in sentence:
            return sentence.replace(form, f"{form} (also {others})", 1)
    return f"{sentence} ({capital(name)} is also called {others}.)"


def _slots(subject: Subject, partner: Subject, study: Study, further: dict[str, str]) -> dict[str, str]:
    first, second = study.measures[:2]
    (v, v2), (w, w2) = study.values[0][:2], study.values[1][:2]
    name = in_sentence(in_general(subject.name))
    drug = further.get("t", "")
    arm, control = (text.replace("{s}", name).replace("{t}", drug) for text in (study.arm, study.control))
    slots = {
        "s": name,
        "ss": in_sentence(plural(subject.name)),
        "p": in_sentence(in_general(partner.name)),
        "m": arm,
        "c": control,
        "am": indefinite(arm),
        "ac": indefinite(control),
        "tm": definite(arm),
        "tc": definite(control),
        "many": name if in_general(subject.name) != subject.name else "",
        "q": first.name,
        "q2": second.name,
        "q3": study.measures[2].name,
        "n": f"{study.size:,}",
        "unit": study.unit,
        "v": first.written(v),
        "w": first.written(w),
        "d": first.written(abs(round(v - w, first.digits))).replace("%", " percentage points"),
        "v2": second.written(v2),
        "w2": second.written(w2),
        "pv": study.probability,
        "place": study.place,
        "from": str(study.first_year),
        "to": str(study.last_year),
        "k": str(study.sites),
        "r": f"{study.correlation:.2f}",
        **further,
    }
    upper = (
        "s",
        "ss",
        "p",
        "m",
        "am",
        "tm",
        "q",
        "q2",
        "k",
        *(key for key in ("g", "x", "t") if key in further),
    )
    return slots | {key.upper(): capital(slots[key]) for key in upper}
