"""JSON shapes of drugs, papers, trials, topics and codes in answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from m3bench_world.servers.healthcare.dicom import MOST_SHOWN, Header

if TYPE_CHECKING:
    from m3bench_world.clinic import Chapter, Diagnosis, Topic, Trial
    from m3bench_world.papers import Paper
    from m3bench_world.pharmacy import AdverseEvents, Drug, Label

LONGEST_ABSTRACT = 2_000
MANY_PAPERS = 25
SHORT_ABSTRACT = 300
MOST_SITES = 4

_SYNTAXES = {
    "1.2.840.10008.1.2": "Implicit VR Little Endian",
    "1.2.840.10008.1.2.1": "Explicit VR Little Endian",
    "1.2.840.10008.1.2.4.50": "JPEG Baseline",
    "1.2.840.10008.1.2.4.70": "JPEG Lossless",
    "1.2.840.10008.1.2.4.90": "JPEG 2000 Lossless",
    "1.2.840.10008.1.2.5": "RLE Lossless",
}


def drug_overview(drug: Drug, label: Label) -> dict[str, Any]:
    return {
        "generic_name": drug.name,
        "brand_names": list(drug.brands),
        "drugbank_id": drug.drugbank or None,
        "pharmacologic_class": drug.kind.title,
        "indications": list(drug.indications),
        "dosage_forms": [
            {"form": product.form, "strengths": list(product.strengths)} for product in drug.products
        ],
        "route": list(label.route),
        "marketing_status": _status(drug),
        "product_type": label.product_type,
        "manufacturer_name": label.manufacturer,
        "product_ndc": label.ndc,
        "other_names": list(drug.names[:8]),
    }


def _status(drug: Drug) -> str:
    if drug.otc and drug.prescription:
        return "Over-the-counter and prescription"
    return "Over-the-counter" if drug.otc else "Prescription"


def drug_label(drug: Drug, label: Label) -> dict[str, Any]:
    return {
        "openfda": {
            "brand_name": [label.brand],
            "generic_name": [label.generic],
            "manufacturer_name": [label.manufacturer],
            "product_type": [label.product_type],
            "route": list(label.route),
            "product_ndc": [label.ndc],
        },
        "set_id": label.set_id,
        "version": label.version,
        "effective_time": label.effective,
        "marketing_status": _status(drug),
        **label.sections,
    }


def drug_events(drug: Drug, events: AdverseEvents) -> dict[str, Any]:
    reactions = [
        {"reaction": name, "count": count, "share": round(count / max(events.total, 1), 4)}
        for name, count in events.reactions.items()
    ]
    return {
        "generic_name": drug.name,
        "total_reports": events.total,
        "reactions": reactions,
        "by_seriousness": events.seriousness,
        "by_sex": events.sex,
        "by_age": events.age,
        "by_year": events.years,
        "note": "Each report is counted once, under its main reaction; reports do not prove a cause.",
    }


def articles(papers: list[Paper], number: str) -> list[dict[str, Any]]:
    """Return papers as search results; `number` is the name of their identifier."""
    longest = LONGEST_ABSTRACT if len(papers) <= MANY_PAPERS else SHORT_ABSTRACT
    return [
        {
            number: paper.id,
            "title": paper.title,
            "authors": list(paper.authors[:10]),
            "journal": paper.journal,
            "publication_date": paper.published.isoformat(),
            "doi": paper.doi,
            "abstract": _cut(paper.abstract, longest),
            "open_access": paper.open_access,
            "url": paper.url,
        }
        for paper in papers
    ]


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]}…"


def trial(one: Trial) -> dict[str, Any]:
    return {
        "nct_id": one.nct_id,
        "title": one.title,
        "status": one.status,
        "phase": one.phase,
        "study_type": one.study_type,
        "conditions": list(one.conditions),
        "interventions": list(one.interventions),
        "sponsor": one.sponsor,
        "enrollment": one.enrollment,
        "start_date": one.start,
        "completion_date": one.completion,
        "brief_summary": one.summary,
        "eligibility": {
            "sex": one.sex,
            "minimum_age": f"{one.minimum_age} Years",
            "maximum_age": f"{one.maximum_age} Years",
        },
        "locations": [msgspec.structs.asdict(site) for site in one.sites[:MOST_SITES]],
        "url": one.url,
    }


def topic(page: Topic) -> dict[str, Any]:
    return {
        "id": page.id,
        "title": page.title,
        "category": page.category,
        "language": page.language,
        "summary": page.summary,
        "sections": [
            {"heading": heading, "content": list(lines)} for heading, lines in page.sections.items()
        ],
        "related_topics": list(page.related),
    }


def chapter(one: Chapter) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.title,
        "book_title": one.book,
        "authors": list(one.authors),
        "publisher": one.publisher,
        "publication_year": one.year,
        "summary": one.summary,
        "url": one.url,
    }


def code(diagnosis: Diagnosis) -> dict[str, Any]:
    return {
        "code": diagnosis.code,
        "description": diagnosis.title,
        "section": diagnosis.section,
        "chapter": diagnosis.chapter,
        "is_leaf": diagnosis.is_leaf,
    }


def dicom(path: str, size: int, header: Header) -> dict[str, Any]:
    shown = header.elements[:MOST_SHOWN]
    named = {element.name: element.value for element in shown if element.name.isalnum()}
    return {
        "file": path,
        "size_bytes": size,
        "transfer_syntax": {
            "uid": header.transfer_syntax,
            "name": _SYNTAXES.get(header.transfer_syntax, "Other (explicit little endian header)"),
        },
        "patient": _group(named, "Patient"),
        "study": _group(named, "Study", "Series", "Modality", "AccessionNumber", "BodyPart"),
        "image": _group(
            named, "Rows", "Columns", "Bits", "Pixel", "Photometric", "Samples", "Slice", "Window"
        ),
        "has_pixel_data": header.has_pixel_data,
        "complete": header.complete,
        "element_count": len(header.elements),
        "elements": [
            {"tag": element.number, "name": element.name, "vr": element.vr, "value": element.value}
            for element in shown
        ],
    }


def _group(named: dict[str, Any], *beginnings: str) -> dict[str, Any]:
    return {name: value for name, value in named.items() if name.startswith(beginnings)}
