"""Filling `${VAR}` in what a user wrote about a server.

Known forms: `${VAR}`, `${VAR:-default}`, and those of VS Code and Cursor: `${env:VAR}`, `${input:id}`.
`${WORKSPACE}` stays, since it differs from task to task.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from m3bench.core.redaction import MIN_SECRET_LENGTH, names_a_secret

WORKSPACE = "${WORKSPACE}"
"""Filled when a task starts."""

# A default may hold one level of braces: a small JSON object, or another variable.
_REFERENCE = re.compile(
    r"\$\{(?:(?P<kind>\w+):(?!-))?(?P<name>[\w.-]+?)(?P<fallback>:-(?P<default>(?:[^{}]|\{[^{}]*\})*))?\}",
    re.ASCII,
)
_VARIABLE = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_HARMLESS = re.compile(
    r"HOME|PATH|PWD|USER|LOGNAME|SHELL|LANG|LC_\w+|TERM|TZ|TMPDIR|TMP|TEMP|HOSTNAME|XDG_\w+", re.ASCII
)


class Filled(msgspec.Struct, frozen=True):
    """A text with its variables filled in, and what came to light on the way."""

    value: str
    missing: tuple[str, ...] = ()
    """Variables that are not set. Their place in the text is left as it was."""
    secrets: tuple[str, ...] = ()
    """Values that must not appear in any record; see `is_secret`."""
    foreign: tuple[str, ...] = ()
    """References that only an editor could fill, such as `${config:x}`."""


class Filling:
    """Fills the texts of one server and gathers what is missing or secret.

    `known` holds values that are no secrets, by what stands between the braces (`workspaceFolder`,
    `input:id`). The environment comes first.
    """

    def __init__(self, environment: Mapping[str, str], known: Mapping[str, str] | None = None) -> None:
        self._environment = environment
        self._known = known or {}
        # Dictionaries in place of sets: the order of appearance is kept.
        self._missing: dict[str, None] = {}
        self._secrets: dict[str, None] = {}
        self._foreign: dict[str, None] = {}

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(self._missing)

    @property
    def secrets(self) -> tuple[str, ...]:
        return tuple(self._secrets)

    @property
    def foreign(self) -> tuple[str, ...]:
        return tuple(self._foreign)

    def fill(self, text: str) -> str:
        """The text with every variable replaced once; what a value contains is never filled again."""
        return _REFERENCE.sub(self._replacement, text)

    def hide(self, value: str) -> None:
        """Count a value as secret, wherever it came from."""
        if len(value) >= MIN_SECRET_LENGTH:
            self._secrets[value] = None

    def _replacement(self, match: re.Match[str]) -> str:
        kind, name = match["kind"], match["name"]
        if kind is None and not _VARIABLE.fullmatch(name):
            return match[0]
        if kind is None and name == "WORKSPACE":
            return WORKSPACE
        value = self._value(kind, name)
        # As in a shell, a default also stands in for an empty value.
        if match["fallback"] and not value:
            return self.fill(match["default"])
        if value is None:
            self._note_unfilled(match[0], kind, name)
            return match[0]
        return value

    def _value(self, kind: str | None, name: str) -> str | None:
        for variable in _variables(kind, name):
            value = self._environment.get(variable)
            if value is not None:
                if is_secret(variable, value):
                    self._secrets[value] = None
                return value
        return self._known.get(name if kind is None else f"{kind}:{name}")

    def _note_unfilled(self, reference: str, kind: str | None, name: str) -> None:
        if variables := _variables(kind, name):
            self._missing[variables[-1]] = None
        else:
            self._foreign[reference] = None


def fill(text: str, environment: Mapping[str, str]) -> Filled:
    """One text, filled from the environment."""
    filling = Filling(environment)
    value = filling.fill(text)
    return Filled(value, filling.missing, filling.secrets, filling.foreign)


def is_secret(variable: str, value: str) -> bool:
    """Whether a value from the environment is to be hidden.

    A key may stand in a variable of any name, so that everything counts as secret but short values, the
    variables that every shell sets, and paths in variables that are not called like secrets.
    """
    if len(value) < MIN_SECRET_LENGTH or _HARMLESS.fullmatch(variable):
        return False
    return names_a_secret(variable) or not value.startswith(("/", "./", "../", "~/"))


def _variables(kind: str | None, name: str) -> tuple[str, ...]:
    """Environment variables that a reference may mean, the one to recommend last."""
    if kind in (None, "env"):
        return (name,)
    if kind != "input":
        return ()
    # No shell can set a variable called `api-key`.
    return (name,) if _VARIABLE.fullmatch(name) else (name, re.sub(r"\W", "_", name).upper())
