"""`BioMCP`: labels, approvals, safety reports, recalls, shortages and devices."""

from __future__ import annotations

import re

import pytest

from tests.servers.asking import Asking, InProcess

SERVER = "BioMCP"


def test_reports_have_the_counts_of_healthcare_mcp(ask: Asking) -> None:
    found = ask("openfda_adverse_searcher", drug="vemurafenib", limit=5).text
    care = InProcess("healthcare-mcp", ask.workspace)
    events = care("fda_drug_lookup", drug_name="vemurafenib", search_type="adverse_events").data[
        "adverse_events"
    ]
    assert f"**Reports**: {events['total_reports']:,}\n" in found
    assert f"**Serious**: {events['by_seriousness']['Serious']:,}\n" in found
    top = events["reactions"][0]
    assert f"- {top['reaction']}: {top['count']:,}\n" in found
    serious = ask("openfda_adverse_searcher", drug="Zelboraf", serious=True, limit=3).text
    assert f"**Reports**: {events['by_seriousness']['Serious']:,}\n" in serious
    number = re.findall(r"^- (\d{9}):", serious, re.MULTILINE)[0]
    report = ask("openfda_adverse_getter", report_id=number).text
    assert "**Drug**: Vemurafenib" in report
    assert "**Serious**: yes" in report
    assert "rash" in ask("openfda_adverse_searcher", reaction="rash", limit=2).text.lower()


def test_labels_are_those_of_healthcare_mcp(ask: Asking) -> None:
    found = ask("openfda_label_searcher", name="ibuprofen", section="warnings").text
    care = InProcess("healthcare-mcp", ask.workspace)
    label = care("fda_drug_lookup", drug_name="ibuprofen", search_type="label").data["label"]
    assert label["set_id"] in found
    whole = ask("openfda_label_getter", set_id=label["set_id"]).text
    assert label["warnings"] in whole
    assert label["mechanism_of_action"] in whole
    part = ask("openfda_label_getter", set_id=label["set_id"], sections=["indications", "warnings"]).text
    assert label["indications_and_usage"] in part
    assert label["mechanism_of_action"] not in part
    boxed = ask("openfda_label_searcher", boxed_warning=True, limit=4).text
    assert boxed.count("**boxed_warning**") == 4
    assert "Warfarin" in ask("openfda_label_searcher", indication="atrial fibrillation").text


def test_approvals_lead_from_the_drug_to_its_history(ask: Asking) -> None:
    found = ask("openfda_approval_searcher", drug="dabrafenib").text
    number = re.findall(r"NDA\d{6}", found)[0]
    assert "approved 2013" in found
    whole = ask("openfda_approval_getter", application_number=number).text
    assert "ORIG-1, 2013" in whole
    assert ask("openfda_approval_searcher", application_number=number).text == found
    assert "Vemurafenib" in ask("openfda_approval_searcher", approval_year="2011", limit=100).text


def test_recalls_are_counted_and_filtered(ask: Asking) -> None:
    found = ask("openfda_recall_searcher", recall_class="Class I", status="ongoing", limit=100).text
    numbers = re.findall(r"D-\d{4}-\d{4}", found)
    assert f"**Class 1**: {len(numbers)}\n" in found
    assert "**Class 2**: 0" in found
    whole = ask("openfda_recall_getter", recall_number=numbers[0]).text
    assert "**Status**: Ongoing" in whole
    assert "**Lots**" in whole
    name = re.findall(r"\*\*Drug\*\*: (.+)", whole)[0]
    assert numbers[0] in ask("openfda_recall_searcher", drug=name, limit=100).text
    recent = ask("openfda_recall_searcher", since_date="20251001", reason="labeling").text
    assert all(day >= "2025-10-01" for day in re.findall(r"\d{4}-\d\d-\d\d(?=\))", recent))


def test_shortages_are_current_or_resolved(ask: Asking) -> None:
    current = ask("openfda_shortage_searcher", status="current", limit=100).text
    assert "resolved" not in current
    name = re.findall(r"\*\*(.+?)\*\* \(", current)[0]
    assert "in shortage" in ask("openfda_shortage_getter", drug=name).text
    assert "(Oncology)" in ask("openfda_shortage_searcher", therapeutic_category="oncology").text
    assert name in ask("openfda_shortage_searcher", drug=name).text


def test_device_reports_are_genomic_unless_all_are_wanted(ask: Asking) -> None:
    found = ask("openfda_device_searcher", problem="sequence analysis", limit=3).text
    key = re.findall(r"^- (\d{8}):", found, re.MULTILINE)[0]
    whole = ask("openfda_device_getter", mdr_report_key=key).text
    assert "Sequence analysis error" in whole
    assert "**Genomic device**: yes" in whole
    assert ask("openfda_device_searcher", device="infusion pump").is_error
    assert "FRN" in ask("openfda_device_searcher", device="infusion pump", genomics_only=False).text
    assert ask("openfda_device_searcher", manufacturer="Lumenor", product_code="PFF").text.count("PFF") > 1


@pytest.mark.parametrize(
    ("tool", "arguments", "advice"),
    [
        ("openfda_adverse_searcher", {}, "pass a drug"),
        ("openfda_adverse_searcher", {"drug": "vemurafenob"}, "Vemurafenib"),
        ("openfda_adverse_searcher", {"reaction": "xyzzy"}, "try one word"),
        ("openfda_adverse_getter", {"report_id": "1"}, "nine digits"),
        ("openfda_label_searcher", {}, "boxed_warning=true"),
        ("openfda_label_searcher", {"name": "aspirin", "section": "poems"}, "sections are"),
        ("openfda_label_getter", {"set_id": "0"}, "openfda_label_searcher"),
        ("openfda_device_getter", {"mdr_report_key": "0"}, "eight digits"),
        ("openfda_approval_searcher", {"approval_year": "last"}, "write it as 2015"),
        ("openfda_approval_getter", {"application_number": "NDA000001"}, "openfda_approval_searcher"),
        ("openfda_recall_searcher", {"recall_class": "4"}, "one of: 1, 2, 3"),
        ("openfda_recall_searcher", {"since_date": "20251345"}, "write it as 20250131"),
        ("openfda_recall_getter", {"recall_number": "D-1"}, "D-0149-2025"),
        ("openfda_shortage_searcher", {"status": "often"}, "Current, Resolved"),
        ("openfda_shortage_getter", {"drug": "xqzzy"}, "no drug"),
    ],
)
def test_mistakes_get_advice(ask: Asking, tool: str, arguments: dict[str, object], advice: str) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert advice in heard.text
