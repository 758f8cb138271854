"""People, mails, calendars and policies of the world."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pypdfium2  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from m3bench_world import World
from m3bench_world.agenda import Hours, busy_spans, event_at, free_spans, occurrences
from m3bench_world.mailbox import FOLDERS
from m3bench_world.office import Group, address_of, find_zone

WORLD = World()
SEEDS = (3, 11)


@pytest.mark.parametrize("seed", SEEDS)
def test_people_have_names_and_addresses_of_their_own(seed: int) -> None:
    office = World(seed).office
    assert len({person.address for person in office.people}) == len(office.people) == 26
    assert len({person.given_name for person in office.people}) == 26
    assert office.owner.group is Group.OWNER
    assert all(person.address.isascii() and person.address.endswith(".example") for person in office.people)
    assert address_of("Inês M. Galvão-Þór", "x.example").startswith("ines.")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_seed_gives_the_same_mails_and_another_other_ones(seed: int) -> None:
    assert World(seed).mailbox.records == World(seed).mailbox.records
    assert World(seed).mailbox.records != WORLD.mailbox.records
    assert World(seed).agenda.records == World(seed).agenda.records


@pytest.mark.parametrize("seed", SEEDS)
def test_mails_are_from_before_now_and_answer_earlier_ones(seed: int) -> None:
    world = World(seed)
    records = world.mailbox.records
    for mail in records.values():
        assert mail["folder"] in FOLDERS
        assert datetime.fromisoformat(mail["date"]) < world.now
        if mail["in_reply_to"]:
            before = records[mail["in_reply_to"]]
            assert (before["thread"], before["date"] < mail["date"]) == (mail["thread"], True)
        for file in mail["attachments"]:
            assert world.mailbox.attachment(mail["id"], file["name"])
    assert world.mailbox.attachment("mail-1", "no such file") is None
    assert world.mailbox.attachment("mail-0", "parcel.png") is None


def attachment(kind: str, name: str) -> tuple[bytes, dict[str, object]]:
    """The attachment of the first thread of a kind, and the facts of the thread."""
    thread = WORLD.mailbox.find(kind)[0]
    mail = next(record for record in WORLD.mailbox.records.values() if record["thread"] == thread)
    entry = next(each["name"] for each in mail["attachments"] if each["name"].endswith(name))
    return WORLD.mailbox.attachment(mail["id"], entry) or b"", WORLD.mailbox.threads[thread].facts


def test_attachments_say_what_the_facts_say() -> None:
    data, facts = attachment("supplier_invoice", ".pdf")
    text = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_bounded()
    assert f"GBP {facts['total']:.2f}" in text
    assert str(facts["due"]) in text
    data, facts = attachment("sales_figures", ".csv")
    rows = [line.split(",") for line in data.decode().splitlines()[1:]]
    assert sum(int(row[1]) for row in rows) == facts["total"]
    data, _ = attachment("damaged_parcel", "parcel.png")
    assert Image.open(io.BytesIO(data)).size == (640, 420)
    assert data == attachment("damaged_parcel", "parcel.png")[0]


def test_a_mail_goes_with_each_invitation() -> None:
    asked = {
        event["id"]
        for event in WORLD.agenda.records.values()
        if {"address": WORLD.office.owner.address, "status": "needs_action"} in event["attendees"]
    }
    assert {WORLD.mailbox.threads[each].facts["event"] for each in WORLD.mailbox.find("invitation")} == asked
    assert len(asked) == 3


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_in_two_places_at_once(seed: int) -> None:
    world = World(seed)
    span = (world.now - timedelta(days=12), world.now + timedelta(days=30))
    for who in (*(person.address for person in world.agenda.people), *world.agenda.rooms):
        busy = busy_spans(world.agenda.records.values(), (who,), *span)
        assert all(one[1] <= other[0] for one, other in pairwise(busy))
    assert world.agenda.busy([world.office.owner.address], *span)
    assert world.agenda.busy(["nobody@x.example"], *span) == []


def series(**rule: object) -> dict[str, object]:
    return {
        "start": "2025-10-20T10:00+01:00",
        "end": "2025-10-20T11:00+01:00",
        "zone": "Europe/London",
        "recurrence": rule,
        "skipped": ["2025-11-03"],
    }


@pytest.mark.parametrize(
    ("rule", "days"),
    [
        ({"frequency": "weekly", "until": "2025-11-12"}, [20, 27, 10]),
        ({"frequency": "weekly", "interval": 2, "until": "2025-11-30"}, [20, 17]),
        ({"frequency": "weekly", "weekdays": [0, 2], "until": "2025-10-30"}, [20, 22, 27, 29]),
        ({"frequency": "daily", "interval": 3, "until": "2025-10-30"}, [20, 23, 26, 29]),
        ({"frequency": "monthly", "until": "2025-12-31"}, [20, 20, 20]),
    ],
)
def test_series_keep_their_local_time(rule: dict[str, object], days: list[int]) -> None:
    spans = list(
        occurrences(series(**rule), datetime(2025, 10, 1, tzinfo=UTC), datetime(2026, 2, 1, tzinfo=UTC))
    )
    assert [start.day for start, _ in spans] == days
    assert {start.hour for start, _ in spans} == {10}  # the clock changed on 26 October


def test_zones_are_known_by_their_iana_names() -> None:
    assert str(find_zone("Asia/Tokyo")) == "Asia/Tokyo"
    assert find_zone("../etc/passwd") is None
    assert (
        event_at(
            {"start": "2025-07-01T10:00+00:00", "end": "2025-07-01T11:00+00:00", "zone": "Europe/London"}
        )[0].hour
        == 11
    )


MINUTES = st.lists(st.tuples(st.integers(0, 600), st.integers(1, 90)), max_size=6)


@settings(max_examples=40)
@given(MINUTES)
def test_free_times_are_within_working_hours_and_not_busy(drawn: list[tuple[int, int]]) -> None:
    base = datetime(2025, 11, 6, 8, tzinfo=UTC)
    busy = [
        (base + timedelta(minutes=start), base + timedelta(minutes=start + length)) for start, length in drawn
    ]
    working = Hours("Europe/London").spans(base, base + timedelta(days=1))
    other = Hours("Europe/Berlin").spans(base, base + timedelta(days=1))
    free = free_spans([working, other], busy)
    for start, end in free:
        assert working[0][0] <= start < end <= other[0][1]
        assert all(ends <= start or begins >= end for begins, ends in busy)
    covered = sum((end - start for start, end in free), timedelta())
    taken = {
        minute for start, length in drawn for minute in range(start, start + length) if 60 <= minute < 60 * 8
    }
    assert covered == timedelta(minutes=420 - len(taken))


@pytest.mark.parametrize("seed", SEEDS)
def test_each_policy_has_one_version_in_force_and_an_older_one(seed: int) -> None:
    handbook = World(seed).handbook
    for article in handbook.articles.values():
        states = [each.status(handbook.today) for each in article.versions]
        assert states.count("current") == 1
        assert "outdated" in states
        for one, other in pairwise(article.versions):
            assert one.facts != other.facts
            assert one.valid_until == other.valid_from - timedelta(days=1)
        for version in article.versions:
            text = " ".join(section.text for section in version.sections)
            assert all(str(fact) in text for fact in version.facts.values())
            assert "{" not in text
        assert all(link in handbook.articles for link in article.links)
    assert handbook.today == date(2025, 11, 5)


def test_a_search_finds_the_policy() -> None:
    hits = WORLD.handbook.search("How long is the warranty on batteries?")
    assert hits[0].article is WORLD.handbook.find("shop", "warranty")
    assert WORLD.handbook.search("zebra crossing quicksilver") == []
