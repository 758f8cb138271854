"""The notation of applications: what is read, and what is refused."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench_world.servers.synthetic.notation import NotationError, parse
from m3bench_world.servers.synthetic.table import Action, Field, FieldType

SHOP = """\
[corner-shop] Sell things.
article: name ~Mug/Postcard, shelf window/back, price 1-90, weight 0.5-9.5
sale: clerk person, >article, payment cash/card, day date, note; refund=card
"""


def test_fields_have_the_types_of_their_notation() -> None:
    (shop,) = parse(SHOP)
    article, sale = shop.kinds
    assert (shop.name, shop.purpose) == ("corner-shop", "Sell things.")
    assert article.fields == (
        Field("name", FieldType.TEXT, ("Mug", "Postcard")),
        Field("shelf", FieldType.CHOICE, ("window", "back")),
        Field("price", FieldType.NUMBER, low=1, high=90),
        Field("weight", FieldType.NUMBER, low=0.5, high=9.5, is_whole=False),
    )
    assert [field.type for field in sale.fields] == ["text", "reference", "choice", "date", "text"]
    assert sale.fields[1] == Field("article_id", FieldType.REFERENCE, target="article")
    assert sale.fields[4].pool == "note"
    assert sale.actions == (Action("refund", "payment", "card"),)
    assert (article.is_archivable, sale.is_archivable) == (True, False)


def test_numbers_below_zero_are_read() -> None:
    (kind,) = parse("[x] Y.\nroom: state a/b, celsius -30-12")[0].kinds
    assert (kind.fields[1].low, kind.fields[1].high) == (-30, 12)
    assert kind.fields[1].bounds == (-60, 1200)


@pytest.mark.parametrize(
    ("name", "plural"),
    [
        ("policy", "policies"),
        ("day", "days"),
        ("batch", "batches"),
        ("press", "presses"),
        ("box", "boxes"),
        ("lot", "lots"),
    ],
)
def test_plurals(name: str, plural: str) -> None:
    (kind,) = parse(f"[x] Y.\n{name}: state a/b")[0].kinds
    assert kind.plural == plural


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not the head"),
        ("crm Keep.", "not the head"),
        ("[Crm] Keep.", "not the head"),
        ("[crm] Keep accounts", "not the head"),
        ("[crm] Keep.\naccount", "not a kind"),
        ("[crm] Keep.\nAccount: state a/b", "not a kind"),
        ("[crm] Keep.\naccount: name company", "no field with choices"),
        ("[crm] Keep.\naccount: state a/b, Owner person", "not a field"),
        ("[crm] Keep.\naccount: state a/b, owner No-one", "not what a field can hold"),
        ("[crm] Keep.\naccount: state a/b, >owner", "crm has no kind 'owner'"),
        ("[crm] Keep.\naccount: state a/b; win=won", "and 0 have"),
        ("[crm] Keep.\naccount: state a/b, other a/c; win=a", "and 2 have"),
    ],
)
def test_other_texts_are_refused(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        parse(text)


@settings(max_examples=60)
@given(st.text(alphabet="[]ab: ~/,;=>-_.0\n", max_size=40), st.booleans())
def test_any_text_is_read_or_refused(text: str, begun: bool) -> None:
    with contextlib.suppress(NotationError):
        assert parse(f"[ab] A.\nab: a a/b, {text}" if begun else text)
