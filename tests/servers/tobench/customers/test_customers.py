"""The server `customers`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.servers.tobench.sessions import WORLD, Session, pick

ANN = pick("FER", "customers")
BOB = list(WORLD.service.companies["FER"].customers.values())[1]


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path, "customers")


def test_companies_are_listed(session: Session) -> None:
    banks = session("list_companies", domain="Banking")["companies"]
    assert [bank["code"] for bank in banks] == ["FER", "ALP"]
    assert len(session("list_companies")["companies"]) == 24
    assert session.refusal("list_companies", domain="piracy")


def test_customers_are_found_without_their_secrets(session: Session) -> None:
    for query in (ANN["name"], ANN["email"], ANN["phone"], ANN["id"], ANN["address"]["postcode"]):
        customers = session("search_customers", company="FER", query=query)["customers"]
        assert ANN["id"] in [customer["id"] for customer in customers]
    shown = session("get_customer", customer_id=ANN["id"])
    assert shown["security_questions"] == list(ANN["security"])
    assert not any(answer in str(shown) for answer in ANN["security"].values())
    assert session.refusal("search_customers", company="FER", query="zzz")


def test_identity_is_verified_by_two_right_answers(session: Session) -> None:
    right = dict(list(ANN["security"].items())[:2])
    one = dict(list(right.items())[:1])
    assert "at least 2" in session.refusal("verify_identity", customer_id=ANN["id"], answers=one)
    strange = {"shoe_size": "42", "date_of_birth": "2000-01-01"}
    assert session.refusal("verify_identity", customer_id=ANN["id"], answers=strange)
    shouted = {question: answer.upper() for question, answer in right.items()}
    assert session("verify_identity", customer_id=ANN["id"], answers=shouted)["verified"]
    assert session.record("customers", ANN["id"])["verified_at"] == "2025-11-05T15:00:00Z"


def test_three_wrong_tries_lock(session: Session) -> None:
    right = dict(list(ANN["security"].items())[:2])
    wrong = dict.fromkeys(right, "no idea")
    left = [session("verify_identity", customer_id=ANN["id"], answers=wrong)["tries_left"] for _ in range(3)]
    assert left == [2, 1, 0]
    assert "locked" in session.refusal("verify_identity", customer_id=ANN["id"], answers=right)
    assert session.record("customers", ANN["id"])["verified_at"] is None


def test_contact_data_is_updated(session: Session) -> None:
    session("update_contact", customer_id=ANN["id"], email="ann@new.example", city="Wells")
    after = session.record("customers", ANN["id"])
    assert after == ANN | {"email": "ann@new.example", "address": ANN["address"] | {"city": "Wells"}}
    for bad in ({}, {"email": "nobody"}, {"phone": "call me"}, {"language": "english"}, {"city": "x" * 500}):
        assert session.refusal("update_contact", customer_id=ANN["id"], **bad)
    assert session.refusal("update_contact", customer_id=ANN["id"], city="Wells")


def test_notes_are_kept_in_order(session: Session) -> None:
    for text in ("called", "called again"):
        session("add_note", customer_id=ANN["id"], text=text)
    session("add_note", customer_id=BOB["id"], text="other")
    notes = session("list_notes", customer_id=ANN["id"])["notes"]
    assert [(note["id"], note["text"]) for note in notes] == [
        ("FER-N90001", "called"),
        ("FER-N90002", "called again"),
    ]
    assert session.refusal("add_note", customer_id=ANN["id"], text=" ")


def test_duplicates_are_merged_with_their_history(session: Session) -> None:
    people = list(WORLD.service.companies["FER"].customers.values())
    kept, double = people[3]["id"], people[27]["id"]
    own = session("get_history", customer_id=kept)
    others = session("get_history", customer_id=double)
    session("merge_customers", keep_id=kept, duplicate_id=double)
    both = session("get_history", customer_id=kept)
    assert len(both["accounts"]) == len(own["accounts"]) + len(others["accounts"]) == 4
    assert both["merged"] == [double]
    assert "was merged" in session.refusal("merge_customers", keep_id=double, duplicate_id=kept)
    assert "was merged" in session.refusal("update_contact", customer_id=double, city="Wells")
    assert session.refusal("merge_customers", keep_id=kept, duplicate_id=kept)
    elsewhere = pick("ALP", "customers")["id"]
    assert session.refusal("merge_customers", keep_id=kept, duplicate_id=elsewhere)
