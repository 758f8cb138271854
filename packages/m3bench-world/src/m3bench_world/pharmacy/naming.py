"""Drugs by table and their names: brands, salts, forms, strengths, suffixes and combinations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import msgspec

from m3bench.core import normalize
from m3bench_world import data
from m3bench_world.data import written
from m3bench_world.pharmacy.entities import DrugClass, Product

OTHER = "other"


class DrugColumns(msgspec.Struct):
    """DrugBank's and MedlinePlus's names; `common` marks those of MedlinePlus."""

    name: list[str]
    drugbank: list[str]
    common: list[bool]
    names: list[tuple[str, ...]]


class CommonDrug(msgspec.Struct, frozen=True, kw_only=True):
    """A row of `common.tsv`."""

    name: str
    kind: str
    indications: tuple[str, ...]
    products: tuple[Product, ...]
    sold: str
    brands: tuple[str, ...]
    dose: str


@cache
def drug_columns() -> DrugColumns:
    return data.load("drugs", DrugColumns)


@cache
def classes() -> dict[str, DrugClass]:
    return {row[0]: _class(row) for row in _rows("classes.tsv")}


@cache
def common_drugs() -> dict[str, CommonDrug]:
    """Return the common drugs by name in lower case."""
    return {row[0].lower(): _common(row) for row in _rows("common.tsv")}


def _rows(name: str) -> list[list[str]]:
    text = (files("m3bench_world.pharmacy") / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


def _list(text: str, separator: str = "; ") -> tuple[str, ...]:
    return tuple(part for part in text.split(separator) if part)


def _class(row: list[str]) -> DrugClass:
    key, title, stems, uses, action, reactions, cautions = row
    return DrugClass(
        key=key,
        title=title,
        stems=tuple(stems.split()),
        indications=_list(uses),
        action=action,
        reactions=_list(reactions),
        cautions=_list(cautions),
    )


def _common(row: list[str]) -> CommonDrug:
    name, kind, uses, forms, sold, brands, dose = row
    return CommonDrug(
        name=name,
        kind=kind,
        indications=_list(uses) or classes()[kind].indications,
        products=tuple(_product(form) for form in _list(forms)),
        sold=sold,
        brands=_list(brands, ","),
        dose=dose,
    )


def _product(text: str) -> Product:
    """Split "oral suspension 100 mg/5 mL,200 mg/5 mL" into the form and its strengths."""
    start = next((index for index, letter in enumerate(text) if letter.isdigit()), len(text))
    return Product(form=text[:start].strip(), strengths=_list(text[start:], ","))


MOST_WORDS = 14

_FORMS_TEXT = """
tablet tablets tab tabs capsule capsules cap caps caplet caplets softgel softgels gelcap gelcaps
liquigel liqui-gels cream creme ointment gel lotion foam patch patches transdermal topical oral
liquid suspension syrup solution drop drops eye ear nasal spray inhaler inhalation nebulizer
injection injectable injections vial pen autoinjector auto-injector suppository suppositories rectal
vaginal chewable chewables gummies gummy powder packet lozenge lozenges shampoo wash stick pad pads
wipes er xr sr cr dr xl la ec ir odt extended release extended-release delayed delayed-release
immediate immediate-release sustained-release modified-release coated enteric enteric-coated film-
coated extra strength regular maximum max low dose high children's childrens infants infants' baby
adult adults kids junior fast acting effervescent dispersible sublingual buccal ophthalmic otic otc
rx prescription generic brand medicine medication drug pill pills pack bottle box count ct relief
pain reliever arthritis migraine allergy the a of for in
"""
FORMS = frozenset(_FORMS_TEXT.split())
_SALTS_TEXT = """
sodium potassium calcium magnesium hydrochloride hcl dihydrochloride hydrobromide sulfate sulphate
phosphate acetate maleate mesylate besylate besilate tartrate succinate fumarate citrate nitrate
bromide chloride carbonate tosylate malate lactate gluconate pamoate stearate ethylsuccinate
trihydrate monohydrate dihydrate hydrate anhydrous furoate propionate valerate dipropionate
acetonide butyrate axetil medoxomil cilexetil etexilate disodium hemihydrate bitartrate potassium-
salt alafenamide disoproxil xinafoate hyclate palmitate bisulfate arginine strontium trometamol
tromethamine decanoate enanthate cypionate benzoate vk
"""
SALTS = frozenset(_SALTS_TEXT.split())
ALSO_CALLED = written("pharmacy", "also_called", dict[str, str])
"""Everyday and British names that are not in the tables."""
_STRENGTH = re.compile(r"[\d.,]+(?:mg|mcg|ug|g|ml|l|iu|units?|%|meq|mm|oz|h|hr|hour|day)?(?:/[\d.,]*[a-z]*)*")
_UNITS_TEXT = """
mg mcg ug g ml l iu unit units % meq oz mg/ml mcg/h hour hours percent
"""
_UNITS = frozenset(_UNITS_TEXT.split())
_SUFFIX = re.compile(r"^([a-z]{4,})-[a-z]{4}$")
_JOINTS = re.compile(r"\s*(?:/|\+|&|,|;|\band\b|\bwith\b|\bplus\b)\s*")
_NOISE = re.compile(r"[^a-z0-9%'./,+&;-]+")


def tidy(text: str) -> str:
    """Normalize a name: lower case, no accents, no symbols such as ®."""
    return " ".join(_NOISE.sub(" ", normalize(text)).split())


def spellings(text: str) -> Iterator[str]:
    """Return the names that a text may stand for, the most literal first: unchanged, then without strength,
    form, salt, and the four-letter suffix of a biologic."""
    words = text.split()[:MOST_WORDS]
    stages = [words]
    stages.append([word for word in words if not _is_strength(word)])
    stages.append([word.strip(",.;") for word in stages[-1] if word.strip(",.;") not in FORMS])
    stages.append([word for word in stages[-1] if word not in SALTS])
    stages.append([_SUFFIX.sub(r"\1", word) for word in stages[-1]])
    for stage in stages:
        if name := " ".join(stage).strip(" ,.;"):
            yield name
            if "-" in name:
                yield name.replace("-", " ")


def ingredients(name: str) -> tuple[str, ...]:
    """Return the sorted parts of a combination such as "A, B, and C" or "a/b"."""
    parts = (part.strip() for part in _JOINTS.split(name.lower()))
    return tuple(sorted(part for part in parts if part))


def class_of(name: str) -> DrugClass:
    """Return the class of a name by its stem; the longest stem wins."""
    word = _SUFFIX.sub(r"\1", ingredients(name)[0].split()[-1] if ingredients(name) else "")
    words = [word, *name.lower().split()]
    best, length = classes()[OTHER], 2
    for drug_class in classes().values():
        for stem in drug_class.stems:
            if len(stem) > length and any(_has_stem(one, stem) for one in words):
                best, length = drug_class, len(stem)
    return best


def _has_stem(word: str, stem: str) -> bool:
    return word.startswith(stem[:-1]) if stem.endswith("-") else word.endswith(stem)


def _is_strength(word: str) -> bool:
    return word in _UNITS or _STRENGTH.fullmatch(word) is not None
