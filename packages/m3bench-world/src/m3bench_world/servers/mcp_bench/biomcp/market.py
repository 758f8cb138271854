"""Labels, approvals, recalls and shortages of drugs."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from typing import TYPE_CHECKING, Annotated

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_choice, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.biomcp import parameters as p
from m3bench_world.servers.mcp_bench.biomcp.entries import get_drug
from m3bench_world.servers.mcp_bench.biomcp.text import bullets, cut, document, fields, page_of, section

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.pharmacy import Drug, Label
    from m3bench_world.regulator import Application, RecallEntry, Shortage

LABEL_SOURCES = ("drugs", "labels")
SOURCES = ("drugs", "labels", "regulator")
LONGEST_EXCERPT = 320
MOST_SECTIONS = 20
_SECTION_NAMES = {
    "indications": "indications_and_usage",
    "dosage": "dosage_and_administration",
    "interactions": "drug_interactions",
    "mechanism": "mechanism_of_action",
    "pregnancy": "pregnancy_or_breast_feeding",
    "reactions": "adverse_reactions",
    "storage": "storage_and_handling",
    "overdose": "overdosage",
}


def sections_of(world: World, label: Label, drug: Drug) -> dict[str, str]:
    """Return the sections of a label, with the boxed warning first where there is one."""
    boxed = world.regulator.boxed_warning(drug)
    return ({"boxed_warning": boxed} if boxed else {}) | label.sections


def _section_name(text: str, known: dict[str, str], name: str) -> str:
    asked = text.strip().casefold().replace(" ", "_")
    asked = _SECTION_NAMES.get(asked, asked)
    if asked not in known and asked != "boxed_warning":
        raise BadArgument(name, f"'{text[:60]}' is not a section; sections are {', '.join(known)}")
    return asked


def find_labels(world: World, name: str, indication: str, *, boxed: bool) -> list[tuple[Label, Drug]]:
    drugs = [get_drug(world, name, "name")] if name else world.regulator.drugs
    words = indication.casefold().split()
    fitting = [
        drug
        for drug in drugs
        if (not boxed or world.regulator.boxed_warning(drug))
        and all(any(word in use.casefold() for use in drug.indications) for word in words)
    ]
    return [(label, drug) for drug in fitting[:200] for label in world.regulator.labels(drug)]


def openfda_label_searcher(
    context: ToolContext,
    name: Annotated[str | None, about("Generic or brand name: 'vemurafenib'.")] = None,
    indication: Annotated[str | None, about("Words of what it is used for: 'atrial fibrillation'.")] = None,
    boxed_warning: Annotated[bool, about("Only labels with a boxed warning.")] = False,
    section: Annotated[
        str | None,
        about("Section to quote: indications, dosage, warnings, contraindications, adverse_reactions …"),
    ] = None,
    limit: p.Limit = 25,
    page: p.Page = 1,
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Search drug labels by name, use and boxed warning. Gives set id, brand, maker and excerpts; pass the
    set id to openfda_label_getter."""
    asked = p.optional(name, "name"), p.optional(indication, "indication")
    if not any(asked) and not boxed_warning:
        raise BadArgument("name", "nothing is asked for; pass a name, an indication, or boxed_warning=true")
    found = find_labels(context.world, *asked, boxed=boxed_warning)
    shown, note = page_of(found, page, limit, "labels", "try one word of the use")
    wanted = p.optional(section, "section")
    listed = (_listed(context.world, label, drug, wanted) for label, drug in shown)
    return Answer(document("# Drug labels", note, *listed), sources=LABEL_SOURCES)


def _listed(world: World, label: Label, drug: Drug, wanted: str) -> str:
    known = sections_of(world, label, drug)
    names = (
        [_section_name(wanted, known, "section")]
        if wanted
        else ["boxed_warning", "indications_and_usage", "warnings"]
    )
    quoted = "\n".join(
        f"- **{name}**: {cut(known[name], LONGEST_EXCERPT)}" for name in names if name in known
    )
    head = fields(
        set_ID=label.set_id, generic_name=label.generic, manufacturer=label.manufacturer, date=label.effective
    )
    return section(label.brand, f"{head}\n{quoted}")


def openfda_label_getter(
    context: ToolContext,
    set_id: Annotated[str, about("Set id of a label, from openfda_label_searcher or drug_getter.")],
    sections: Annotated[
        list[str] | None, about("Sections to give, such as ['indications', 'warnings']; all if left out.")
    ] = None,
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Get the sections of one drug label."""
    asked = check_text(set_id, "set_id")
    found = context.world.regulator.label(asked)
    if found is None:
        raise NotFound(f"no label '{asked[:60]}'; pass a set id of openfda_label_searcher")
    label, drug = found
    known = sections_of(context.world, label, drug)
    wanted = (sections or [])[:MOST_SECTIONS]
    names = [_section_name(text, known, "sections") for text in wanted] or list(known)
    head = fields(
        set_ID=label.set_id,
        generic_name=label.generic,
        manufacturer=label.manufacturer,
        version=label.version,
        date=label.effective,
        route=label.route,
        NDC=label.ndc,
    )
    body = (
        section(name.replace("_", " ").capitalize(), known.get(name, "None on this label.")) for name in names
    )
    return Answer(document(section(label.brand, head, 1), *body), sources=LABEL_SOURCES)


def find_applications(world: World, drug: str, number: str, year: str) -> list[Application]:
    if number:
        found = world.regulator.application_numbered(number)
        pool = [found[0]] if found else []
    elif drug:
        one = world.regulator.application(get_drug(world, drug))
        pool = [one] if one else []
    else:
        pool = [one for each in world.regulator.drugs if (one := world.regulator.application(each))]
    return [one for one in pool if not year or str(one.approved.year) == year]


def openfda_approval_searcher(
    context: ToolContext,
    drug: Annotated[str | None, about("Generic or brand name: 'vemurafenib'.")] = None,
    application_number: Annotated[str | None, about("Number such as NDA934218.")] = None,
    approval_year: Annotated[str | None, about("Year of the approval: '2015'.")] = None,
    limit: p.Limit = 25,
    page: p.Page = 1,
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Search approved drug applications by drug, number or year. Gives number, sponsor, products and
    dates."""
    asked = p.optional(drug, "drug"), p.optional(application_number, "application_number")
    year = p.optional(approval_year, "approval_year")
    if not any((*asked, year)):
        raise BadArgument("drug", "nothing is asked for; pass a drug, an application number or a year")
    if year and not (year.isascii() and year.isdecimal() and len(year) == 4):
        raise BadArgument("approval_year", f"'{year[:20]}' is not a year; write it as 2015")
    found = find_applications(context.world, *asked, year)
    shown, note = page_of(found, page, limit, "applications", "try the drug without the year")
    lines = (
        f"**{one.number}**: {one.drug} ({one.brand}); {one.sponsor}; approved {one.approved.isoformat()}; "
        f"{len(one.submissions)} submissions"
        for one in shown
    )
    return Answer(document("# Approvals", note, bullets(lines)), sources=SOURCES)


def openfda_approval_getter(
    context: ToolContext,
    application_number: Annotated[str, about("Number such as NDA934218, from openfda_approval_searcher.")],
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Get one application: products and the history of submissions."""
    asked = check_text(application_number, "application_number")
    found = context.world.regulator.application_numbered(asked)
    if found is None:
        raise NotFound(f"no application '{asked[:40]}'; pass a number of openfda_approval_searcher")
    one, drug = found
    head = fields(
        drug=one.drug,
        brand=one.brand,
        sponsor=one.sponsor,
        approved=one.approved.isoformat(),
        status="Over-the-counter" if drug.otc else "Prescription",
    )
    products = bullets(f"{product.form}: {', '.join(product.strengths)}" for product in drug.products)
    history = bullets(
        f"{submission.number}, {submission.day.isoformat()}: {submission.kind}"
        for submission in one.submissions
    )
    return Answer(
        document(
            section(one.number, head, 1), section("Products", products), section("Submissions", history)
        ),
        sources=SOURCES,
    )


def find_recalls(
    world: World,
    *,
    drug: str = "",
    grade: str = "",
    status: str = "",
    reason: str = "",
    since: date | None = None,
) -> list[RecallEntry]:
    name = get_drug(world, drug).name if drug else ""
    return [
        recall
        for recall in world.regulator.recalls
        if (not name or recall.drug == name)
        and (not grade or recall.grade == int(grade))
        and (not status or recall.status == status)
        and all(word in recall.reason.casefold() for word in reason.casefold().split())
        and (since is None or recall.started >= since)
    ]


def openfda_recall_searcher(
    context: ToolContext,
    drug: Annotated[str | None, about("Generic or brand name.")] = None,
    recall_class: Annotated[str | None, about("1 (most severe), 2 or 3.")] = None,
    status: Annotated[str | None, about("ongoing, completed or terminated.")] = None,
    reason: Annotated[str | None, about("Words of the reason: 'sterility', 'labeling', 'impurity'.")] = None,
    since_date: Annotated[str | None, about("First day, written as YYYYMMDD.")] = None,
    limit: p.Limit = 25,
    page: p.Page = 1,
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Search recalls of drugs in the last five years. Gives number, class, status, product, reason and date,
    newest first, with counts by class."""
    grade, state = p.optional(recall_class, "recall_class"), p.optional(status, "status")
    first = p.optional(since_date, "since_date")
    found = find_recalls(
        context.world,
        drug=p.optional(drug, "drug"),
        grade=_grade(grade) if grade else "",
        status=check_choice(state, "status", ("Ongoing", "Completed", "Terminated")) if state else "",
        reason=p.optional(reason, "reason"),
        since=_day(first) if first else None,
    )
    shown, note = page_of(found, page, limit, "recalls", "try fewer filters")
    counts = Counter(one.grade for one in found)
    lines = (
        f"**{one.number}** (class {one.grade}, {one.status}, {one.started.isoformat()}): {one.product}; "
        f"{one.reason}"
        for one in shown
    )
    summary = fields(**{f"class_{grade}": str(counts[grade]) for grade in (1, 2, 3)})
    return Answer(document("# Recalls", note, summary, bullets(lines)), sources=SOURCES)


def _grade(text: str) -> str:
    bare = text.strip().upper().removeprefix("CLASS").strip()
    bare = {"I": "1", "II": "2", "III": "3"}.get(bare, bare)
    return check_choice(bare, "recall_class", ("1", "2", "3"))


def _day(text: str) -> date:
    digits = re.fullmatch(r"(\d{4})-?(\d{2})-?(\d{2})", text, re.ASCII)
    try:
        return date(*map(int, digits.groups() if digits else (0, 0, 0)))
    except ValueError:
        raise BadArgument("since_date", f"'{text[:20]}' is not a day; write it as 20250131") from None


def openfda_recall_getter(
    context: ToolContext,
    recall_number: Annotated[str, about("Number such as D-0149-2025, from openfda_recall_searcher.")],
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Get one recall in full: product, lots, firm, distribution and dates."""
    asked = check_text(recall_number, "recall_number")
    one = context.world.regulator.recall(asked)
    if one is None:
        raise NotFound(
            f"no recall '{asked[:40]}'; pass a number of openfda_recall_searcher, such as D-0149-2025"
        )
    entry = one.entry
    body = fields(
        drug=entry.drug,
        product=entry.product,
        brand=one.brand,
        NDC=one.ndc,
        recall_class=entry.grade,
        status=entry.status,
        reason=entry.reason,
        firm=one.firm,
        lots=one.lots,
        quantity=one.quantity,
        distribution=one.distribution,
        started=entry.started.isoformat(),
        terminated=entry.ended.isoformat() if entry.ended else "",
    )
    return Answer(section(f"Recall {entry.number}", body, 1), sources=SOURCES)


def find_shortages(world: World, drug: str, status: str, category: str) -> list[Shortage]:
    pool = world.regulator.shortages(get_drug(world, drug)) if drug else world.regulator.all_shortages
    return [
        one
        for one in pool
        if (not status or one.status == status) and category.casefold() in one.category.casefold()
    ]


def _state(one: Shortage) -> str:
    end = f"resolved {one.ended.isoformat()}" if one.ended else f"expected end {one.expected.isoformat()}"
    return f"{one.status}; since {one.started.isoformat()}; {end}; {one.reason}"


def openfda_shortage_searcher(
    context: ToolContext,
    drug: Annotated[str | None, about("Generic or brand name.")] = None,
    status: Annotated[str | None, about("current or resolved.")] = None,
    therapeutic_category: Annotated[
        str | None,
        about("Oncology, Anti-Infective, Cardiovascular, Analgesia, Neurology, Psychiatry, Other …"),
    ] = None,
    limit: p.Limit = 25,
    page: p.Page = 1,
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Search drugs in short supply, now and in the past ten years. Gives status, start, reason and expected
    end."""
    state = p.optional(status, "status")
    found = find_shortages(
        context.world,
        p.optional(drug, "drug"),
        check_choice(state, "status", ("Current", "Resolved")) if state else "",
        p.optional(therapeutic_category, "therapeutic_category"),
    )
    categories = ", ".join(context.world.regulator.categories)
    shown, note = page_of(found, page, limit, "shortages", f"try no status; categories are {categories}")
    lines = (f"**{one.drug}** ({one.category}): {_state(one)}" for one in shown)
    return Answer(document("# Shortages", note, bullets(lines)), sources=SOURCES)


def openfda_shortage_getter(
    context: ToolContext,
    drug: Annotated[str, about("Generic or brand name.")],
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Get the shortage state and history of one drug."""
    regulator, known = context.world.regulator, get_drug(context.world, drug)
    history = regulator.shortages(known)
    current = [shortage for shortage in history if shortage.status == "Current"]
    head = fields(
        status="in shortage" if current else "not in shortage",
        category=regulator.category(known),
        affected_forms=current[0].forms if current else "",
    )
    lines = bullets(map(_state, history)) or "No shortage in the last ten years."
    return Answer(document(section(known.name, head, 1), section("History", lines)), sources=SOURCES)
