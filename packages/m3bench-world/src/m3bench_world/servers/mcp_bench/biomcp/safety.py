"""Reports of adverse events of drugs, and of devices."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.biomcp import parameters as p
from m3bench_world.servers.mcp_bench.biomcp.entries import get_drug
from m3bench_world.servers.mcp_bench.biomcp.text import bullets, document, fields, page_of, section

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.pharmacy import Drug
    from m3bench_world.regulator import DeviceReport, SafetyReport

SOURCES = ("drugs", "labels", "regulator")
SHOWN_REACTIONS = 10
MOST_DRUGS = 6
"""Drugs that a search for a reaction alone looks at: those with the most reports of it."""


def _by_reaction(world: World, reaction: str, *, serious: bool | None) -> tuple[str, list[SafetyReport]]:
    counted = Counter(
        {
            drug.name: sum(
                count
                for name, count in world.pharmacy.adverse_events(drug).reactions.items()
                if reaction.casefold() in name.casefold() and not name.startswith("All other")
            )
            for drug in _with_reaction(world, reaction)
        }
    )
    most = [(name, count) for name, count in counted.most_common(MOST_DRUGS) if count]
    if not most:
        raise NotFound(
            f"no reports with the reaction '{reaction[:60]}'; try one word, such as 'nausea' or 'rash'"
        )
    listed = []
    for name, _ in most:
        drug = world.pharmacy.find(name)
        reports = world.regulator.reports(drug) if drug else None
        if reports:
            listed += [reports.report(index) for index in reports.indices(reaction, serious=serious)[:10]]
    total = sum(counted.values())
    top = bullets(f"{name}: {count:,}" for name, count in most)
    head = fields(reaction=reaction, reports=f"{total:,} in all, serious and not")
    return document(head, section("Drugs with the most reports", top)), listed


def _with_reaction(world: World, reaction: str) -> list[Drug]:
    """Return the drugs whose class is known for a reaction, or all if none is."""
    wanted = reaction.casefold()
    known = [drug for drug in world.regulator.drugs if any(wanted in one for one in drug.kind.reactions)]
    return known or world.regulator.drugs


def openfda_adverse_searcher(
    context: ToolContext,
    drug: Annotated[str | None, about("Generic or brand name: 'vemurafenib'.")] = None,
    reaction: Annotated[str | None, about("Words of a reaction: 'rash', 'raised liver enzymes'.")] = None,
    serious: Annotated[bool | None, about("Only serious reports, or only others.")] = None,
    limit: p.Limit = 25,
    page: p.Page = 1,
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Search reports of adverse events of drugs: how many there are, the most frequent reactions, and the
    reports, newest first, with id, date, reactions and outcome. A report does not prove a cause."""
    name, effect = p.optional(drug, "drug"), p.optional(reaction, "reaction")
    if not name and not effect:
        raise BadArgument("drug", "nothing is asked for; pass a drug, a reaction, or both")
    if name:
        return _of_drug(context, name, effect, serious, page, limit)
    summary, listed = _by_reaction(context.world, effect, serious=serious)
    shown, note = page_of(listed, page, limit, "sample reports", "ask for a drug")
    return Answer(
        document("# Adverse event reports", summary, note, bullets(map(_line, shown))), sources=SOURCES
    )


def _of_drug(
    context: ToolContext, name: str, reaction: str, serious: bool | None, page: int, limit: int
) -> Answer:
    world = context.world
    drug = get_drug(world, name)
    reports = world.regulator.reports(drug)
    if reports is None:
        raise NotFound(f"no reports on the combination {drug.name}; ask for one of its drugs")
    counts = reports.counts(reaction, serious=serious)
    indices = reports.indices(reaction, serious=serious)
    shown, note = page_of(indices, page, limit, "reports", "try another reaction, or serious left out")
    top = bullets(f"{one}: {count:,}" for one, count in list(counts.reactions.items())[:SHOWN_REACTIONS])
    head = fields(drug=drug.name, reports=f"{counts.total:,}", serious=f"{counts.serious:,}")
    lines = bullets(_line(reports.report(index)) for index in shown)
    return Answer(
        document(
            "# Adverse event reports",
            head,
            section("Main reactions", top),
            section("Reports", f"{note}\n\n{lines}"),
        ),
        sources=SOURCES,
    )


def _line(one: SafetyReport) -> str:
    return f"{one.id}: {one.received.isoformat()}, {one.drug}; {', '.join(one.reactions)}; {one.outcome}"


def openfda_adverse_getter(
    context: ToolContext,
    report_id: Annotated[str, about("Id of a report, from openfda_adverse_searcher.")],
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Get one safety report: patient, drugs, reactions, outcome and reporter."""
    asked = check_text(report_id, "report_id")
    one = context.world.regulator.report(asked)
    if one is None:
        raise NotFound(f"no report '{asked[:40]}'; pass an id of openfda_adverse_searcher (nine digits)")
    body = fields(
        received=one.received.isoformat(),
        drug=one.drug,
        dose=one.dose,
        indication=one.indication,
        reactions=one.reactions,
        serious=one.serious,
        outcome=one.outcome,
        sex=one.sex,
        age=one.age if one.age is not None else one.age_group,
        other_drugs=one.other_drugs,
        reporter=one.reporter,
        country=one.country,
    )
    return Answer(section(f"Safety report {one.id}", body, 1), sources=SOURCES)


def find_device_reports(
    world: World,
    *,
    device: str = "",
    maker: str = "",
    problem: str = "",
    code: str = "",
    genomic: bool = True,
) -> list[DeviceReport]:
    def has(word: str, text: str) -> bool:
        return all(part in text.casefold() for part in word.casefold().split())

    return [
        device_report
        for device_report in world.regulator.device_reports
        if (device_report.genomic or not genomic)
        and has(device, device_report.device)
        and has(maker, device_report.maker)
        and has(problem, device_report.problem)
        and (not code or device_report.product_code.casefold() == code.casefold())
    ]


def openfda_device_searcher(
    context: ToolContext,
    device: Annotated[str | None, about("Words of the device: 'sequencer', 'BRAF', 'infusion pump'.")] = None,
    manufacturer: Annotated[str | None, about("Maker, or part of its name.")] = None,
    problem: Annotated[
        str | None, about("Words of the problem: 'sequence analysis', 'false negative'.")
    ] = None,
    product_code: Annotated[str | None, about("Product code of three letters, such as 'PQP'.")] = None,
    genomics_only: Annotated[
        bool, about("Only genomic and diagnostic DNA devices; false for all devices.")
    ] = True,
    limit: p.Limit = 25,
    page: p.Page = 1,
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Search reports on medical devices of the last three years: devices, makers, most frequent problems, and
    the reports with their keys, newest first."""
    found = find_device_reports(
        context.world,
        device=p.optional(device, "device"),
        maker=p.optional(manufacturer, "manufacturer"),
        problem=p.optional(problem, "problem"),
        code=p.optional(product_code, "product_code"),
        genomic=genomics_only,
    )
    shown, note = page_of(found, page, limit, "device reports", "try fewer words, or genomics_only=false")
    problems = Counter(device_report.problem for device_report in found).most_common(5)
    makers = Counter(device_report.maker for device_report in found).most_common(5)
    lines = (
        f"{one.key}: {one.received.isoformat()}, {one.device} ({one.product_code}, {one.maker}); "
        f"{one.problem}; {one.event}"
        for one in shown
    )
    summary = fields(
        problems=[f"{name} ({count})" for name, count in problems],
        makers=[f"{name} ({count})" for name, count in makers],
    )
    return Answer(document("# Device reports", summary, note, bullets(lines)), sources=("regulator",))


def openfda_device_getter(
    context: ToolContext,
    mdr_report_key: Annotated[str, about("Key of a report, from openfda_device_searcher.")],
    api_key: p.Key = None,  # noqa: ARG001 - part of the interface
) -> Answer:
    """Get one device report in full."""
    asked = check_text(mdr_report_key, "mdr_report_key")
    one = context.world.regulator.device_report(asked)
    if one is None:
        raise NotFound(
            f"no device report '{asked[:40]}'; pass a key of openfda_device_searcher (eight digits)"
        )
    body = fields(
        received=one.received.isoformat(),
        device=one.device,
        product_code=one.product_code,
        manufacturer=one.maker,
        event_type=one.event,
        problem=one.problem,
        effect_on_patient=one.patient_effect,
        genomic_device=one.genomic,
    )
    return Answer(
        document(section(f"Device report {one.key}", body, 1), one.narrative), sources=("regulator",)
    )
