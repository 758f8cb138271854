"""Drug names: brands, salts, forms, strengths, suffixes and combinations."""

from __future__ import annotations

import re
from collections.abc import Iterator

from m3bench.core import normalize
from m3bench_world.pharmacy.entities import DrugClass
from m3bench_world.pharmacy.tables import OTHER, classes

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
ALSO_CALLED = {
    "paracetamol": "Acetaminophen",
    "apap": "Acetaminophen",
    "asa": "Aspirin",
    "acetylsalicylic acid": "Aspirin",
    "lignocaine": "Lidocaine",
    "adrenaline": "Epinephrine",
    "frusemide": "Furosemide",
    "cefalexin": "Cephalexin",
    "aciclovir": "Acyclovir",
    "glyceryl trinitrate": "Nitroglycerin",
    "hctz": "Hydrochlorothiazide",
    "fluticasone": "Fluticasone propionate",
    "insulin": "Insulin glargine",
    "lithium": "Lithium Carbonate",
    "divalproex": "Valproic Acid",
    "hydrocodone acetaminophen": "Hydrocodone and Acetaminophen",
    "amphetamine salts": "Dextroamphetamine and Amphetamine",
    "birth control": "Ethinyl Estradiol and Norethindrone",
    "triple antibiotic": "Neomycin, Polymyxin B, and Bacitracin",
    "milk of magnesia": "Magnesium hydroxide",
    "baking soda": "Sodium Bicarbonate",
    "rubbing alcohol": "Isopropyl alcohol",
    "petroleum jelly": "Petrolatum",
    "fish oil": "Omega-3 fatty acids",
    "omega-3": "Omega-3 fatty acids",
    "iron": "Ferrous sulfate",
    "calcium": "Calcium Carbonate",
    "zinc": "Zinc sulfate",
    "magnesium": "Magnesium oxide",
    "potassium": "Potassium chloride",
    "vitamin d": "Cholecalciferol",
    "vitamin d3": "Cholecalciferol",
    "vitamin c": "Ascorbic acid",
    "vitamin b1": "Thiamine",
    "vitamin b3": "Niacin",
    "vitamin b6": "Pyridoxine",
    "vitamin b9": "Folic Acid",
    "vitamin b12": "Cyanocobalamin",
}
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
