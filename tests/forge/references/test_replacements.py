"""Which calls were mistakes, and which only look like it."""

from __future__ import annotations

from m3bench.core import Call, Outcome, Result, Text
from m3bench.forge.references.consolidation import consolidate
from m3bench.forge.references.graph import Action, CallGraph, build_graph
from m3bench.forge.references.relevance import name_words, used_calls
from m3bench.forge.references.replacements import replaced_calls


def _web(*calls: tuple[str, object, str], answer: str, request: str = "") -> CallGraph:
    actions = [
        Action(Call(name, arguments, result=Result((Text(text),)), outcome=Outcome.SUCCESS))
        for name, arguments, text in calls
    ]
    return build_graph(actions, request, answer)


def test_a_wrong_tool_with_the_same_arguments_is_a_mistake() -> None:
    graph = _web(
        ("ocr/languages", {"q": "trumpet"}, "English, Italian"),
        ("met/search", {"q": "trumpet"}, '{"ids": [1898944]}'),
        ("met/object", {"id": 1898944}, '{"culture": "Italian", "credit": "Gift of Whitlock"}'),
        answer="It is Italian, object 1898944, a gift of Whitlock.",
    )
    assert replaced_calls(graph) == {0: 1}
    plan, removed = consolidate(graph)
    assert plan.steps == ((1,), (2,))
    assert removed[0].why == "replaced by met/search with the same arguments"


def test_two_tools_may_both_be_right_on_the_same_arguments() -> None:
    graph = _web(
        ("sun/flares", {"day": "2023-12-17"}, '{"class": "X4.2"}'),
        ("sun/ejections", {"day": "2023-12-17"}, '{"id": "CME-117"}'),
        answer="A flare of class X4.2 and the ejection CME-117.",
    )
    assert replaced_calls(graph) == {}


def test_what_the_request_names_is_no_mistake() -> None:
    numbers = {"numbers": [2, 4, 4]}
    graph = _web(
        ("math/median", numbers, "4"), ("math/mode", numbers, "4"),
        answer="Both are 4.", request="Give the median and the mode.",
    )  # fmt: skip
    assert replaced_calls(graph) == {}
    assert used_calls(graph) == {0, 1}


def test_a_call_that_was_made_more_exactly_is_replaced() -> None:
    graph = _web(
        ("parks/alerts", None, "Quiet Gulch, Acadia"),
        ("parks/alerts", {"park": "meve"}, "Quiet Gulch"),
        answer="Quiet Gulch is closed.", request="Are there alerts in meve?",
    )  # fmt: skip
    assert replaced_calls(graph) == {0: 1}
    assert used_calls(graph.among([1])) == {0}


def test_one_of_a_family_that_was_right_is_right() -> None:
    graph = _web(
        ("food/get", {"q": "kiwi"}, "nothing much"),
        ("papers/find", {"q": "kiwi"}, "nothing much"),
        ("food/get", {"q": "pear"}, '{"kcal": 1234.5}'),
        answer="In all 1234.5 kcal.",
    )
    assert replaced_calls(graph) == {1: 0}


def test_the_telling_words_of_a_tools_name() -> None:
    assert name_words("nasa/get_coronal_mass_ejection") == {"coronal", "mass", "ejection"}
    assert name_words("parks/getAlerts") == {"alert"}
    assert name_words("wiki/search") == set()
