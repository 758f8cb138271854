from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core.redaction import names_a_secret
from m3bench.hosting.config.variables import VariableResolver, is_secret

NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,12}", fullmatch=True).filter(lambda name: name != "WORKSPACE")
VALUES = st.text(max_size=30)


class Filled(NamedTuple):
    value: str
    missing: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()


def fill(text: str, environment: dict[str, str]) -> Filled:
    filling = VariableResolver(environment)
    value = filling.fill(text)
    return Filled(value, tuple(filling.missing), tuple(filling.secrets), tuple(filling.foreign))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("a ${A} b", "a one b"),
        ("${A}${B}", "one"),
        ("${env:A}", "one"),
        ("${input:A}", "one"),
        ("${input:api-key}", "typed"),
        ("${A:-other}", "one"),
        ("${NONE:-other}", "other"),
        ("${B:-other}", "other"),
        ("${NONE:-}", ""),
        ("${env:NONE:-x:y}", "x:y"),
        ('${NONE:-{"a": 1}}', '{"a": 1}'),
        ("${NONE:-${A}}", "one"),
        ("${NONE:-${ALSO_NONE:-deep}}", "deep"),
        ("${WORKSPACE}/out", "${WORKSPACE}/out"),
        ("${WORKSPACE:-/tmp}/out", "${WORKSPACE}/out"),
        ("$A ${} ${1} ${A-b} ${ A } %A% $${A", "$A ${} ${1} ${A-b} ${ A } %A% $${A"),
    ],
)
def test_forms(text: str, expected: str) -> None:
    filled = fill(text, {"A": "one", "B": "", "API_KEY": "typed"})
    assert (filled.value, filled.missing, filled.foreign) == (expected, (), ())


def test_what_is_missing_is_named_once_and_left_in_place() -> None:
    filled = fill("${B} ${A} ${env:B} ${input:my-token} ${input:C}", {})
    assert filled.missing == ("B", "A", "MY_TOKEN", "C")
    assert filled.value == "${B} ${A} ${env:B} ${input:my-token} ${input:C}"


def test_a_missing_variable_in_a_default_counts_only_where_the_default_is_used() -> None:
    assert fill("${A:-${B}}", {}).missing == ("B",)
    assert fill("${A:-${B}}", {"A": "x"}).missing == ()


def test_what_only_an_editor_knows_is_foreign_unless_given() -> None:
    assert fill("${config:x.y} ${command:pick}", {}).foreign == ("${config:x.y}", "${command:pick}")
    filling = VariableResolver({}, {"workspaceFolder": "/work", "input:id": "typed"})
    assert filling.fill("${workspaceFolder} ${input:id}") == "/work typed"
    assert filling.secrets == filling.missing == filling.foreign == {}


def test_the_environment_comes_before_what_is_known() -> None:
    assert VariableResolver({"id": "mine"}, {"input:id": "default"}).fill("${input:id}") == "mine"


def test_values_from_the_environment_are_secret_unless_short_or_harmless() -> None:
    environment = {"GH_PAT": "ghp_123456", "HOME": "/home/somebody", "PORT": "8080", "ODD": "looks-fine"}
    filled = fill("${GH_PAT} ${HOME} ${PORT} ${ODD} ${GH_PAT} ${NONE:-a long default}", environment)
    assert filled.secrets == ("ghp_123456", "looks-fine")


def test_an_empty_value_is_set() -> None:
    assert fill("[${A}]", {"A": ""}) == Filled("[]")


@pytest.mark.parametrize(
    "name", ["GITHUB_TOKEN", "X-Api-Key", "Authorization", "APIKEY", "db_password", "PAT"]
)
def test_names_of_secrets(name: str) -> None:
    assert names_a_secret(name)


@pytest.mark.parametrize("name", ["MAX_TOKENS", "AUTHOR", "PATH", "Accept", "COMPASS", "KEYBOARD"])
def test_names_of_no_secrets(name: str) -> None:
    assert not names_a_secret(name)


@pytest.mark.slow
@given(NAMES, VALUES, st.text(max_size=20), st.text(max_size=20))
def test_a_set_variable_is_replaced_by_its_value_and_by_nothing_else(
    name: str, value: str, before: str, after: str
) -> None:
    before, after = before.replace("$", ""), after.replace("$", "")
    filled = fill(f"{before}${{{name}}}{after}", {name: value})
    assert filled.value == f"{before}{value}{after}"
    assert filled.missing == ()
    assert filled.secrets == ((value,) if is_secret(name, value) else ())


@given(NAMES, NAMES)
def test_values_are_never_filled_again(outer: str, inner: str) -> None:
    assert fill(f"${{{outer}}}", {outer: f"${{{inner}}}", inner: "no"} | {outer: f"${{{inner}}}"}).value == (
        f"${{{inner}}}"
    )


@given(st.text(alphabet="${}:-aA_ ", max_size=60))
def test_any_text_is_filled_without_complaint(text: str) -> None:
    filled = fill(text, {})
    if not filled.missing and "${" not in text:
        assert filled.value == text
    assert all(f"${{{name}" in text or f":{name}" in text for name in filled.missing)


@given(NAMES, st.text(alphabet=st.characters(exclude_characters="{}"), max_size=30))
def test_a_default_is_used_exactly_where_nothing_is_set(name: str, default: str) -> None:
    text = f"${{{name}:-{default}}}"
    assert fill(text, {}).value == default
    assert fill(text, {name: "value"}).value == "value"
