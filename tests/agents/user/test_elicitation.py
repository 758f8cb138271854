"""The simulated user fills in the forms of servers."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.agents.user import FormUser
from m3bench.core import SimulatedUser, UserFact
from m3bench.hosting import Elicitation, ElicitationAnswer

USER = FormUser(
    SimulatedUser(
        persona="Ann",
        facts=(
            UserFact("order number", "My order number is W-1042, I think."),
            UserFact("guests", "There will be 4 of us.", ("number of guests", "people")),
            UserFact("seat", "By the window, please.", ("seat preference",)),
            UserFact("insurance", "No, I do not want insurance."),
            UserFact("email address", "Write to ann@example.org.", ("email",)),
        ),
    )
)


def answer(
    properties: Any, required: Any = (), message: str = "Please fill in.", url: str | None = None
) -> ElicitationAnswer:
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return anyio.run(USER.elicit, Elicitation(server="lab", message=message, schema=schema, url=url))


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("order_number", {"type": "string"}, "W-1042"),
        ("orderNumber", {"type": "string"}, "W-1042"),
        ("n", {"type": "string", "description": "The order number"}, "W-1042"),
        ("guests", {"type": "integer"}, 4),
        ("seat", {"type": "string", "enum": ["aisle", "window"]}, "window"),
        (
            "seat",
            {
                "type": "string",
                "oneOf": [{"const": "W", "title": "Window"}, {"const": "A", "title": "Aisle"}],
            },
            "W",
        ),
        ("seat", {"type": "array", "items": {"type": "string", "enum": ["aisle", "window"]}}, ["window"]),
        ("insurance", {"type": "boolean"}, False),
        ("email", {"type": "string", "format": "email"}, "ann@example.org"),
        ("confirm", {"type": "boolean"}, True),
        ("colour", {"type": "string", "default": "red"}, "red"),
    ],
)
def test_fields_get_facts_and_defaults(name: str, field: dict[str, Any], value: Any) -> None:
    found = answer({name: field}, [name])
    assert (found.action, found.content, found.by) == ("accept", {name: value}, "user")


def test_the_message_says_what_a_single_field_is() -> None:
    assert answer({"value": {"type": "string"}}, ["value"], "What is your order number?").content == {
        "value": "W-1042"
    }


def test_optional_fields_may_stay_empty() -> None:
    assert answer({"colour": {"type": "string"}}).content == {}


@pytest.mark.parametrize(
    ("properties", "message", "reason"),
    [
        ({"colour": {"type": "string"}}, "Which?", "does not know 'colour'"),
        ({"seat": {"type": "string", "enum": ["front", "back"]}}, "Which?", "does not know 'seat'"),
        ({"password": {"type": "string"}}, "Log in", "secret"),
        ({"api_key": {"type": "string"}}, "Log in", "secret"),
        ({"v": {"type": "string"}}, "Enter your credit card number", "secret"),
    ],
)
def test_what_the_user_declines(properties: Any, message: str, reason: str) -> None:
    found = answer(properties, list(properties), message)
    assert (found.action, found.content) == ("decline", {})
    assert reason in found.reason


def test_pages_are_not_opened() -> None:
    assert answer({}, url="https://example.org/login").action == "decline"


FIELDS = st.dictionaries(
    st.text(max_size=20),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["string", "number", "integer", "boolean", "array"])},
        optional={
            "enum": st.one_of(st.lists(st.text(max_size=5) | st.integers(), max_size=3), st.none()),
            "oneOf": st.lists(st.dictionaries(st.just("const"), st.text() | st.none())) | st.integers(),
            "enumNames": st.lists(st.integers(), max_size=2) | st.none(),
            "items": st.none() | st.dictionaries(st.just("enum"), st.lists(st.text(), max_size=2)),
            "title": st.text() | st.integers(),
            "description": st.text() | st.none(),
            "format": st.sampled_from(["email", "date", "uri", "other"]),
        },
    ),
    max_size=4,
)


@given(FIELDS, st.text(max_size=40))
def test_no_form_breaks_the_user(properties: Any, message: str) -> None:
    assert answer(properties, list(properties), message).action in ("accept", "decline")
