"""Rental contracts as PDFs of several pages, with lines to sign on the last."""

from __future__ import annotations

from datetime import date
from typing import Any

from m3bench_world.documents.facts import Facts, money, spoken_day
from m3bench_world.documents.pdf_pages import MARGIN, Sheets

PER_PAGE = 4
_LINE = 190.0


def contract(facts: Facts) -> tuple[str, bytes, dict[str, Any]]:
    terms = _terms(facts)
    clauses = _clauses(terms)
    groups = [clauses[index : index + PER_PAGE] for index in range(0, len(clauses), PER_PAGE)]
    title = f"Lease {terms['number']}"
    pdf = Sheets(title, terms["landlord"], facts.day(-400, -30, "signed"), title)
    pages = []
    for number, group in enumerate(groups, 1):
        pdf.add_page()
        if number == 1:
            pdf.write_text("Lease of office space", 20, "B", 12)
            pdf.write_text(f"between {terms['landlord']} (landlord) and {terms['tenant']} (tenant)", gap=14)
        for heading, text in group:
            pdf.write_text(heading, 12, "B", 3)
            pdf.write_text(text, gap=14)
        pages.append(
            {
                "page": number,
                "clauses": [heading for heading, _ in group],
                "texts": [text for _, text in group],
            }
        )
    signatures = _signing(pdf, len(groups))
    truth = {**terms, "title": title, "pages": pages, "signatures": signatures}
    return f"lease-{terms['number'].lower()}.pdf", bytes(pdf.output()), truth


def _terms(facts: Facts) -> dict[str, Any]:
    return {
        "number": f"L{facts.whole(1_000, 9_999, 'number')}",
        "landlord": facts.company("landlord"),
        "tenant": facts.company("tenant"),
        "address": facts.address("rooms"),
        "area_m2": facts.whole(40, 600, "area"),
        "start": facts.day(10, 120, "start").isoformat(),
        "years": facts.whole(1, 10, "years"),
        "rent_cents": facts.whole(600, 9_000, "rent") * 100,
        "deposit_months": facts.whole(1, 3, "deposit"),
        "notice_months": facts.whole(2, 12, "notice"),
        "contact": facts.person("contact"),
    }


def _clauses(terms: dict[str, Any]) -> list[tuple[str, str]]:
    rent, deposit = terms["rent_cents"], terms["rent_cents"] * terms["deposit_months"]
    start = spoken_day(date.fromisoformat(terms["start"]))
    texts = {
        "Rooms": f"The landlord lets {terms['area_m2']} square metres of office space at {terms['address']}.",
        "Term": f"The lease begins on {start} and runs for {terms['years']} years.",
        "Rent": f"The monthly rent is {money(rent)} EUR, payable in advance each month.",
        "Deposit": f"The deposit is {terms['deposit_months']} monthly rents, which is {money(deposit)} EUR.",
        "Notice": f"Either party may end it with a notice of {terms['notice_months']} months in writing.",
        "Costs": "The tenant pays for electricity, heating and water according to consumption.",
        "Use": "The rooms are used as offices only. Any other use needs the landlord's consent in writing.",
        "Repairs": "The tenant repairs small damage. The landlord keeps the roof, walls and pipes in order.",
        "Subletting": "The tenant may sublet single rooms after informing the landlord.",
        "Keys": "The tenant receives three sets of keys and returns all of them at the end.",
        "Contact": f"Messages to the tenant are addressed to {terms['contact']}.",
        "Changes": "Changes to this lease are valid in writing only.",
    }
    return [(f"§ {number} {name}", text) for number, (name, text) in enumerate(texts.items(), 1)]


def _signing(pdf: Sheets, page: int) -> list[dict[str, Any]]:
    """Draw a line for each party, and return the areas above them."""
    top = pdf.get_y() + 40
    found = []
    for index, party in enumerate(("landlord", "tenant")):
        left = MARGIN + index * (_LINE + 80)
        pdf.line(left, top + 40, left + _LINE, top + 40)
        pdf.set_font("Helvetica", "", 9)
        pdf.text(left, top + 53, party.capitalize())
        found.append(
            {"party": party, "page": page, "left": left, "top": round(top, 2), "width": _LINE, "height": 40.0}
        )
    return found
