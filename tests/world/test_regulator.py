"""The regulator: reports that add up to the pharmacy's counts, and records with reversible numbers."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from m3bench_world import World
from m3bench_world.pharmacy import Drug

WORLD = World()
REGULATOR = WORLD.regulator


def drug(name: str, world: World = WORLD) -> Drug:
    found = world.regulator.drug(name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["vemurafenib", "Zelboraf", "warfarin"])
def test_reports_add_up_to_the_counts_of_the_pharmacy(name: str) -> None:
    one = drug(name)
    events = WORLD.pharmacy.adverse_events(one)
    reports = REGULATOR.reports(one)
    assert reports is not None
    counts = reports.counts()
    assert (counts.total, counts.serious) == (events.total, events.seriousness["Serious"])
    assert counts.reactions == {name: count for name, count in events.reactions.items() if count}
    parts = [reports.counts(serious=serious).total for serious in (True, False)]
    assert sum(parts) == events.total
    assert len(reports.indices("nausea")) == events.reactions["Nausea"]


def test_each_report_is_found_by_its_id_and_says_the_same() -> None:
    reports = REGULATOR.reports(drug("vemurafenib"))
    assert reports is not None
    shown = [reports.report(index) for index in reports.indices(serious=True)[:40]]
    assert [one.received for one in shown] == sorted((one.received for one in shown), reverse=True)
    assert shown[0].received <= WORLD.now.date()
    assert all(one.serious and one.outcome != "Not serious" for one in shown)
    assert all(REGULATOR.report(one.id) == one for one in shown)
    sexes = Counter(reports.report(index).sex for index in reports.indices())
    assert dict(sexes) == WORLD.pharmacy.adverse_events(drug("vemurafenib")).sex


@pytest.mark.parametrize("identifier", ["1", "99999999999", "abc", "999999999"])
def test_unknown_ids_have_no_report(identifier: str) -> None:
    assert REGULATOR.report(identifier) is None
    assert REGULATOR.device_report(identifier) is None
    assert REGULATOR.recall(identifier) is None
    assert REGULATOR.application_numbered(identifier) is None
    assert REGULATOR.label(identifier) is None


def test_known_years_of_approval_are_real_and_numbers_are_reversible() -> None:
    # Years as in the FDA's Drugs@FDA
    for name, year in (("vemurafenib", 2011), ("dabrafenib", 2013), ("imatinib", 2001), ("warfarin", 1954)):
        found = REGULATOR.application(drug(name))
        assert found is not None
        assert found.approved.year == year
        assert REGULATOR.application_numbered(found.number) == (found, drug(name))
        days = [submission.day for submission in found.submissions]
        assert days == sorted(days)
        assert days[-1] <= WORLD.now.date()


def test_labels_are_those_of_the_pharmacy() -> None:
    for name in ("ibuprofen", "vemurafenib"):
        for label in REGULATOR.labels(drug(name)):
            assert REGULATOR.label(label.set_id) == (label, drug(name))
    assert REGULATOR.labels(drug("ibuprofen"))[0] == WORLD.pharmacy.label(drug("ibuprofen"))
    assert "bleeding" in REGULATOR.boxed_warning(drug("warfarin")).lower()
    assert REGULATOR.boxed_warning(drug("loratadine")) == ""


def test_recalls_shortages_and_device_reports_stay_what_they_were_tomorrow() -> None:
    later = World(now=WORLD.now + timedelta(days=1)).regulator
    old = {recall.number: recall for recall in REGULATOR.recalls}
    new = {recall.number: recall for recall in later.recalls}
    assert len(old.keys() & new.keys()) > 600
    assert all(old[number].reason == new[number].reason for number in old.keys() & new.keys())
    assert {recall.number for recall in REGULATOR.recalls} - set(new) == set()
    assert set(REGULATOR.device_reports) <= set(later.device_reports)
    assert {(shortage.drug, shortage.started) for shortage in REGULATOR.all_shortages} <= {
        (shortage.drug, shortage.started) for shortage in later.all_shortages
    }
    assert len({recall.number for recall in REGULATOR.recalls}) == len(REGULATOR.recalls)


def test_records_have_states_that_fit_their_dates() -> None:
    today = WORLD.now.date()
    assert {recall.status for recall in REGULATOR.recalls} == {"Ongoing", "Completed", "Terminated"}
    assert all(recall.started <= today for recall in REGULATOR.recalls)
    assert all(
        (shortage.ended is None) == (shortage.status == "Current") for shortage in REGULATOR.all_shortages
    )
    assert any(shortage.status == "Current" for shortage in REGULATOR.all_shortages)
    for entry in REGULATOR.recalls[:20]:
        found = REGULATOR.recall(entry.number)
        assert found is not None
        assert found.entry == entry
        assert found.firm == WORLD.pharmacy.label(drug(entry.drug)).manufacturer
    genomic = [
        report
        for report in REGULATOR.device_reports
        if report.genomic and "equence analysis" in report.problem
    ]
    assert genomic
    assert all(REGULATOR.device_report(one.key) == one for one in genomic)


def test_another_seed_gives_other_records() -> None:
    other = World(8).regulator
    assert [recall.drug for recall in other.recalls[:20]] != [
        recall.drug for recall in REGULATOR.recalls[:20]
    ]
    assert other.device_reports[:5] != REGULATOR.device_reports[:5]
