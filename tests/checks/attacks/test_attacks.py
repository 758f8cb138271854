"""Attacks fail and rewrites pass, whatever a form asks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.checks import AnswerFields, Evidence, Expected, filled_form, run_checks
from m3bench.checks.attacks import ATTACKS, NEAR_MISSES, REWRITES
from m3bench.core import (
    AnswerField,
    AnswerForm,
    Call,
    FieldType,
    Reference,
    Result,
    Step,
    Task,
    Text,
    Trajectory,
)

FORM = AnswerForm(
    (
        AnswerField("title", FieldType.NAME, "its title"),
        AnswerField("isbn", FieldType.CODE, "its ISBN"),
        AnswerField("price", FieldType.NUMBER, "its price", "USD"),
        AnswerField("length", FieldType.DURATION, "how long it plays", "minutes"),
        AnswerField("published", FieldType.DATE, "when it came out"),
        AnswerField("opens", FieldType.TIME, "when the shop opens"),
        AnswerField("sold_out", FieldType.YES_NO, "whether it is sold out"),
        AnswerField(
            "status", FieldType.CHOICE, "how it is sold", choices=("over the counter", "prescription")
        ),
        AnswerField("authors", FieldType.NAME, "who wrote it", many=True),
        AnswerField(
            "offers",
            FieldType.RECORD,
            "who sells it",
            many=True,
            fields=(
                AnswerField("shop", FieldType.NAME, "the shop"),
                AnswerField("price", FieldType.NUMBER, "its price there", "USD"),
            ),
        ),
        AnswerField("sequel", FieldType.NAME, "its sequel"),
    )
)


def book(title: str, price: float, *, sold_out: bool = False) -> dict[str, Expected]:
    return {
        "title": Expected(title),
        "isbn": Expected("9780306406157" if title == "Dune" else "9781402894626"),
        "price": Expected(price),
        "length": Expected(83 if title == "Dune" else 125),
        "published": Expected("1965-08-01" if title == "Dune" else "1999-12-31"),
        "opens": Expected("09:30"),
        "sold_out": Expected(sold_out),
        "status": Expected("over the counter", ("OTC",)),
        "authors": Expected(items=(Expected("Frank Herbert", ("F. Herbert",)), Expected("Ann Lee"))),
        "offers": Expected(
            rows=(
                {"shop": Expected("Corner"), "price": Expected(price)},
                {"shop": Expected("Market"), "price": Expected(price + 2)},
            )
        ),
        "sequel": Expected(),
    }


def attempt(fields: dict[str, Expected], workspace: Path) -> tuple[Evidence, tuple[AnswerFields]]:
    found = Call("shop/look", {}, result=Result((Text("Dune costs 12.5 at Corner"),)))
    other = Call("shop/look", {"page": 2}, result=Result((Text("Dune costs 14.5 at Market"),)))
    right = Trajectory(
        task_id="t", steps=(Step((found, other)),), answer="It is Dune.", fields=filled_form(fields)
    )
    return Evidence(Task(id="t", form=FORM), right, workspace, {}), (AnswerFields(fields),)


SIBLING = Task(
    id="other",
    form=FORM,
    references=(Reference(fields=filled_form(book("Emma", 7, sold_out=True)), answer="It is Emma."),),
)


def passes(evidence: Evidence, checks: tuple[AnswerFields], trajectory: Trajectory) -> bool:
    other = Evidence(evidence.task, trajectory, evidence.workspace, evidence.before)
    return run_checks(checks, other).passed


@pytest.mark.parametrize("name", ATTACKS)
def test_every_attack_fails(name: str, tmp_path: Path) -> None:
    sequel = Expected("Dune Messiah") if name == "refuse beside the form" else Expected()
    evidence, checks = attempt({**book("Dune", 12.5), "sequel": sequel}, tmp_path)
    assert passes(evidence, checks, evidence.trajectory)
    attacked = ATTACKS[name](evidence.trajectory, evidence.task, [SIBLING])
    assert attacked is not None
    assert not passes(evidence, checks, attacked)


def numbers_alone() -> tuple[Task, Trajectory, tuple[AnswerFields]]:
    form = AnswerForm(tuple(AnswerField(name, FieldType.NUMBER, "a number") for name in ("port", "line")))
    fields = {"port": Expected(9087), "line": Expected(18)}
    right = Trajectory(task_id="t", fields=filled_form(fields), answer="Done.")
    return Task(id="t", form=form), right, (AnswerFields(fields),)


def test_numbers_among_other_numbers_fail(tmp_path: Path) -> None:
    task, right, checks = numbers_alone()
    listed = ATTACKS["enumerate"](right, task, [])
    assert listed is not None
    assert listed.fields is not None
    assert "9088" in listed.fields["port"]
    assert not run_checks(checks, Evidence(task, listed, tmp_path, {})).passed


def test_siblings_with_other_fields_are_no_attack() -> None:
    task, right, _ = numbers_alone()
    assert ATTACKS["dump prose"](right, task, [SIBLING]) is None
    same = Task(id="o", form=task.form, references=(Reference(fields={"port": 9090}, answer=""),))
    assert ATTACKS["dump prose"](right, task, [SIBLING, same]) is not None


TRIP = AnswerForm(
    (
        AnswerField("city", FieldType.NAME, "the city"),
        AnswerField("from_city", FieldType.NAME, "where it begins"),
        AnswerField("twin", FieldType.NAME, "the town of the same name"),
        AnswerField("registrar", FieldType.NAME, "the company"),
        AnswerField("film", FieldType.NAME, "the film on board"),
        AnswerField("author", FieldType.NAME, "who wrote the book of it"),
        AnswerField("days", FieldType.NUMBER, "how long it takes", "days"),
        AnswerField("price", FieldType.NUMBER, "what it costs", "USD"),
        AnswerField("steps", FieldType.NUMBER, "how many steps it has"),
        AnswerField("leaves", FieldType.TIME, "when it leaves, local time"),
        AnswerField("lands", FieldType.TIME, "when it arrives, in UTC"),
        AnswerField("day", FieldType.DATE, "the day"),
        AnswerField("hours", FieldType.DURATION, "how long the flight is", "minutes"),
        AnswerField("direct", FieldType.YES_NO, "whether it is direct"),
        AnswerField("stops", FieldType.NAME, "where it stops", many=True),
    )
)
TRIP_VALUES = {
    "city": Expected("Chisinau"),
    "from_city": Expected("Munich, Germany"),
    "twin": Expected("Santa Rosa, El Oro, Ecuador"),
    "registrar": Expected("Zonewright Oy"),
    "film": Expected("The Lord of the Rings"),
    "author": Expected("Brontë"),
    "days": Expected(7),
    "price": Expected(1234.5),
    "steps": Expected(-1234),
    "leaves": Expected("14:05"),
    "lands": Expected("15:35"),
    "day": Expected("2025-11-05"),
    "hours": Expected(90),
    "direct": Expected(False),
    "stops": Expected(items=(Expected("Leeds"), Expected("Oslo"))),
}


def both_attempts(workspace: Path) -> list[tuple[Evidence, tuple[AnswerFields]]]:
    trip = Trajectory(task_id="t", fields=filled_form(TRIP_VALUES), answer="Done.")
    evidence = Evidence(Task(id="t", form=TRIP), trip, workspace, {})
    return [attempt(book("Dune", 1234), workspace), (evidence, (AnswerFields(TRIP_VALUES),))]


@pytest.mark.parametrize("name", REWRITES)
def test_every_rewrite_passes_and_changes_something(name: str, tmp_path: Path) -> None:
    tried = 0
    for evidence, checks in both_attempts(tmp_path):
        assert evidence.task.form is not None
        rewritten = REWRITES[name](evidence.trajectory, evidence.task.form, checks[0].fields)
        if rewritten is not None:
            tried += 1
            assert rewritten != evidence.trajectory
            assert passes(evidence, checks, rewritten), (name, rewritten.fields, rewritten.answer)
    assert tried


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_every_near_miss_fails(name: str, tmp_path: Path) -> None:
    tried = 0
    for evidence, checks in both_attempts(tmp_path):
        assert evidence.task.form is not None
        for miss in NEAR_MISSES[name](evidence.trajectory, evidence.task.form, checks[0].fields):
            tried += 1
            assert not passes(evidence, checks, miss), (name, miss.fields, miss.answer)
    assert tried


def test_there_are_forty_right_forms_and_as_many_wrong_ones() -> None:
    assert len(REWRITES) >= 40
    assert len(ATTACKS) + len(NEAR_MISSES) >= 40


def test_lines_of_fields_are_read_where_no_field_has_rows(tmp_path: Path) -> None:
    form = AnswerForm(FORM.fields[:9])
    fields = {name: each for name, each in book("Dune", 12.5).items() if name not in ("offers", "sequel")}
    evidence, checks = attempt(fields, tmp_path)
    task = Task(id="t", form=form)
    rewritten = REWRITES["a line a field"](evidence.trajectory, form, checks[0].fields)
    assert rewritten is not None
    assert run_checks(checks, Evidence(task, rewritten, tmp_path, {})).passed


NAMES = st.from_regex(r"[A-Z][a-z]{3,9}( [A-Z][a-z]{3,9})?", fullmatch=True)
NUMBERS = st.integers(0, 10**6) | st.floats(0.01, 1e5).map(lambda value: round(value, 2))


@pytest.mark.slow
@given(NAMES, NUMBERS, st.lists(NAMES, min_size=1, max_size=4, unique_by=str.casefold), st.booleans())
def test_attacks_fail_and_rewrites_pass_for_any_values(
    name: str, number: Any, names: list[str], truth: bool
) -> None:
    form = AnswerForm((FORM.fields[0], FORM.fields[2], FORM.fields[8], FORM.fields[6]))
    fields = {
        "title": Expected(name),
        "price": Expected(number),
        "authors": Expected(items=tuple(map(Expected, names))),
        "sold_out": Expected(truth),
    }
    task = Task(id="t", form=form)
    right = Trajectory(task_id="t", fields=filled_form(fields), answer="Done.")
    checks = (AnswerFields(fields),)
    evidence = Evidence(task, right, Path(), {})
    for attack in ATTACKS.values():
        attacked = attack(right, task, [SIBLING])
        assert attacked is None or not passes(evidence, checks, attacked)
    for rewrite in REWRITES.values():
        rewritten = rewrite(right, form, fields)
        assert rewritten is None or passes(evidence, checks, rewritten)
    for near in NEAR_MISSES.values():
        assert not any(passes(evidence, checks, miss) for miss in near(right, form, fields))


def test_a_dump_is_an_attack_only_if_it_contradicts(tmp_path: Path) -> None:
    evidence, _ = attempt(book("Dune", 12.5), tmp_path)
    right = evidence.trajectory
    same = Task(
        id="same", form=FORM, references=(Reference(fields=filled_form(book("Dune", 12.5)), answer=""),)
    )
    other = Task(id="film", references=(Reference(fields={"director": "Ada Lang"}, answer=""),))
    dump = ATTACKS["dump prose"]
    assert dump(right, evidence.task, [same, other, Task(id="empty")]) is None
    dumped = dump(right, evidence.task, [other, SIBLING])
    assert dumped is not None
    assert "Emma" in (dumped.answer or "")
    assert "Ada Lang" not in (dumped.answer or "")
