"""Package leaflets and adverse event counts, generated from the tables and the seed."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

from m3bench_world.data import written
from m3bench_world.pharmacy.entities import AdverseEvents, Drug, Label
from m3bench_world.text import join_names
from m3bench_world.world import World

_MAKERS = written("pharmacy", "makers", tuple[str, ...])
_MAKERS += (
    "Brightwell",
    "Cortland Bay",
    "Silverfern",
    "Tamarack",
    "Westhaven",
    "Quillan",
    "Redmarsh",
    "Estuary",
)
_MAKER_KINDS = ("Pharmaceuticals Inc.", "Laboratories", "Pharma LLC", "Health Products", "Generics Ltd.")
_FILLERS: tuple[str, ...] = (
    "microcrystalline cellulose",
    "lactose monohydrate",
    "magnesium stearate",
    "povidone",
)
_FILLERS += (
    "croscarmellose sodium",
    "hypromellose",
    "titanium dioxide",
    "silicon dioxide",
    "talc",
    "corn starch",
)
_SKIN_BASE = (
    "purified water",
    "white petrolatum",
    "cetyl alcohol",
    "glycerin",
    "propylene glycol",
    "dimethicone",
)
_LIQUID_BASE = (
    "purified water",
    "glycerin",
    "citric acid",
    "sodium benzoate",
    "sucralose",
    "sorbitol solution",
)
_INJECTION_BASE = ("water for injection", "sodium chloride", "sodium phosphate", "polysorbate 80", "mannitol")
_ROUTES = written("pharmacy", "routes", dict[str, tuple[str, ...]])
_GENERAL_REACTIONS = ("Drug ineffective", "Fatigue", "Headache", "Nausea", "Off label use", "Pain")
_OTHER_REACTIONS = "All other reactions"
_FIRST_YEARS_OF_REPORTS = 10


def label(world: World, drug: Drug, brand: str | None = None) -> Label:
    """Return the leaflet of a drug's first product, under the given brand or its first one."""
    chance = world.chance
    brand = brand or (drug.brands[0] if drug.brands else drug.name)
    name = f"{drug.name}, {brand}"
    maker = f"{chance.pick(_MAKERS, 'maker', name)} {chance.pick(_MAKER_KINDS, 'maker kind', name)}"
    bits = f"{chance.bits('label', name, 1):016x}{chance.bits('label', name, 2):016x}"
    effective = world.now.date() - timedelta(days=chance.whole(30, 1500, "label age", name))
    labeler = chance.whole(10000, 89999, "labeler", maker)
    return Label(
        set_id="-".join((bits[:8], bits[8:12], bits[12:16], bits[16:20], bits[20:])),
        version=chance.whole(1, 24, "label version", name),
        effective=effective.isoformat(),
        brand=brand,
        generic=drug.name,
        manufacturer=maker,
        product_type="HUMAN OTC DRUG" if drug.otc else "HUMAN PRESCRIPTION DRUG",
        route=tuple(dict.fromkeys(route(product.form) for product in drug.products)) or ("ORAL",),
        ndc=f"{labeler}-{chance.whole(100, 999, 'product', name)}-{chance.whole(10, 99, 'package', name)}",
        sections=_sections(world, drug, brand, maker),
    )


def route(form: str) -> str:
    """Return the route of administration of a form."""
    for name, words in _ROUTES.items():
        if any(word in form for word in words) and not form.startswith("oral"):
            return name
    return "ORAL"


def _sections(world: World, drug: Drug, brand: str, maker: str) -> dict[str, str]:
    uses = join_names(drug.indications)
    kind = drug.kind
    forms = "; ".join(f"{product.form}: {', '.join(product.strengths)}" for product in drug.products)
    sections = {
        "active_ingredient": f"{drug.name} ({_strength(drug)})",
        "purpose": kind.title[0].upper() + kind.title[1:],
        "indications_and_usage": f"{brand} ({drug.name}) is used for: {uses}.",
        "dosage_and_administration": _dosage(drug),
        "dosage_forms_and_strengths": forms[:1].upper() + forms[1:] + ".",
        "contraindications": f"Do not use after an allergic reaction to {drug.name} or another ingredient.",
        "warnings": _warnings(drug),
        "drug_interactions": "Tell a doctor or pharmacist about all other medicines, herbal products and "
        f"supplements before taking {drug.name}.",
        "adverse_reactions": _reactions(drug),
        "pregnancy_or_breast_feeding": "If pregnant or breast-feeding, ask a health professional before use.",
        "mechanism_of_action": f"{drug.name} is {kind.with_article}. It {kind.action}.",
        "overdosage": "In case of overdose, get medical help or contact a Poison Control Center right away.",
        "inactive_ingredient": ", ".join(_inactive(world, drug)),
        "storage_and_handling": _storage(drug),
    }
    sections["package_label_principal_display_panel"] = _panel(drug, brand, maker)
    return sections


def _strength(drug: Drug) -> str:
    if not drug.products or not drug.products[0].strengths:
        return "see package"
    product = drug.products[0]
    return (
        f"{product.strengths[0]} in each {product.form}"
        if "%" not in product.strengths[0]
        else product.strengths[0]
    )


def _dosage(drug: Drug) -> str:
    if drug.dose:
        return f"{drug.dose}. Do not take more than directed. Children under the stated age: ask a doctor."
    if not drug.prescription:
        return "Use as stated on the package. Do not use more than directed. Children under 12: ask a doctor."
    strengths = [strength for product in drug.products[:1] for strength in product.strengths]
    supplied = (
        f" {drug.name} is supplied as {drug.products[0].form} of {join_names(strengths)}."
        if strengths
        else ""
    )
    return (
        "The dose is set by the prescriber for the condition, age, weight, kidney and liver function."
        f"{supplied} Take it as prescribed, at about the same times, and do not change the dose on your own."
    )


def _warnings(drug: Drug) -> str:
    points = [f"{caution[0].upper()}{caution[1:]}." for caution in drug.kind.cautions]
    points.append("Keep out of reach of children.")
    if drug.otc:
        points.append("Stop use and ask a doctor if symptoms get worse or new symptoms occur.")
    return " ".join(points)


def _reactions(drug: Drug) -> str:
    usual, fewer = drug.kind.reactions[:3], drug.kind.reactions[3:]
    text = f"The most usual side effects are {join_names(usual)}."
    return f"{text} Less often: {join_names(fewer)}." if fewer else text


def _inactive(world: World, drug: Drug) -> list[str]:
    form = drug.products[0].form if drug.products else "tablet"
    way = route(form)
    base = _FILLERS
    if way in ("TOPICAL", "TRANSDERMAL", "VAGINAL", "RECTAL"):
        base = _SKIN_BASE
    elif way == "INTRAVENOUS OR SUBCUTANEOUS":
        base = _INJECTION_BASE
    elif way != "ORAL" or any(word in form for word in ("solution", "suspension", "drops", "liquid")):
        base = _LIQUID_BASE
    return [part for part in base if world.chance.happens(0.6, "filler", drug.name, part)] or list(base[:2])


def _storage(drug: Drug) -> str:
    if drug.products and "injection" in drug.products[0].form and drug.prescription:
        return "Store as stated on the carton; many injections are kept at 2 to 8 °C (36 to 46 °F)."
    return "Store at 20 to 25 °C (68 to 77 °F), dry and in the original package."


def _panel(drug: Drug, brand: str, maker: str) -> str:
    sold = "Sold without prescription." if drug.otc else "Rx only."
    title = brand if brand == drug.name else f"{brand} ({drug.name})"
    return f"{title}. {_strength(drug)}. {sold} {maker}"


def adverse_events(world: World, drug: Drug) -> AdverseEvents:
    chance = world.chance
    low, high = (2_000, 60_000) if not drug.invented else (300, 9_000) if drug.common else (12, 900)
    share = chance.share("reports", drug.name)
    total = low + int((high - low) * share * share * share)
    names = [reaction[0].upper() + reaction[1:] for reaction in drug.kind.reactions]
    names = list(dict.fromkeys([*names, *_GENERAL_REACTIONS]))
    weights = [
        chance.between(0.6, 1.4, "reaction", drug.name, name) / (rank + 2) for rank, name in enumerate(names)
    ]
    reactions = _split(total, [*names, _OTHER_REACTIONS], [*weights, sum(weights) * 0.8])
    other = reactions.pop(_OTHER_REACTIONS)
    ordered = dict(sorted(reactions.items(), key=lambda pair: (-pair[1], pair[0])))
    serious = chance.between(0.25, 0.7, "serious", drug.name)
    women = chance.between(0.4, 0.65, "women", drug.name)
    ages = ("0-17 years", "18-44 years", "45-64 years", "65 years and over", "Unknown")
    last = world.now.year
    years = [str(year) for year in range(last - _FIRST_YEARS_OF_REPORTS + 1, last + 1)]
    return AdverseEvents(
        total=total,
        reactions=ordered | {_OTHER_REACTIONS: other},
        seriousness=_split(total, ["Serious", "Not serious"], [serious, 1 - serious]),
        sex=_split(total, ["Female", "Male", "Unknown"], [women, 0.93 - women, 0.07]),
        age=_split(total, list(ages), [chance.between(0.5, 1.5, "age", drug.name, age) for age in ages]),
        years=_split(total, years, [chance.between(0.8, 1.2, "year", drug.name, year) for year in years]),
    )


def _split(total: int, names: list[str], weights: list[float]) -> dict[str, int]:
    """Split a total by weights into integers that add up to it."""
    bounds, cumulative = [0], 0.0
    whole = sum(weights)
    for weight in weights[:-1]:
        cumulative += weight
        bounds.append(round(total * cumulative / whole))
    bounds.append(total)
    return {name: after - before for name, (before, after) in zip(names, pairwise(bounds), strict=True)}
