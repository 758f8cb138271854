"""Resolve `${VAR}` references in server configurations.

Supported: `${VAR}`, `${VAR:-default}`, and the forms of VS Code and Cursor: `${env:VAR}`, `${input:id}`.
`${WORKSPACE}` is left alone, because it differs between tasks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from m3bench.core.redaction import MIN_SECRET_LENGTH, names_a_secret

WORKSPACE = "${WORKSPACE}"
"""Resolved when a task starts."""

# A default may contain one level of braces: a small JSON object, or another variable.
_REFERENCE = re.compile(
    r"\$\{(?:(?P<kind>\w+):(?!-))?(?P<name>[\w.-]+?)(?P<fallback>:-(?P<default>(?:[^{}]|\{[^{}]*\})*))?\}",
    re.ASCII,
)
_VARIABLE = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_HARMLESS = re.compile(
    r"HOME|PATH|PWD|USER|LOGNAME|SHELL|LANG|LC_\w+|TERM|TZ|TMPDIR|TMP|TEMP|HOSTNAME|XDG_\w+", re.ASCII
)


class VariableResolver:
    """Resolves the variables of one server, and collects missing variables and secrets.

    `known` holds values that are not secret, keyed by the text in braces (`workspaceFolder`, `input:id`). The
    environment takes precedence.
    """

    def __init__(self, environment: Mapping[str, str], known: Mapping[str, str] | None = None) -> None:
        self._environment = environment
        self._known = known or {}
        # Tables instead of sets, to keep the order of appearance.
        self.missing: dict[str, None] = {}
        """Variables that are not set. Their references are left in the text."""
        self.secrets: dict[str, None] = {}
        """Values that must not appear in any record; see `is_secret`."""
        self.foreign: dict[str, None] = {}
        """References that only an editor can resolve, such as `${config:x}`."""

    def fill(self, text: str) -> str:
        """Replace every variable once. Values are not resolved again."""
        return _REFERENCE.sub(self._replacement, text)

    def hide(self, value: str) -> None:
        """Register a secret from any source."""
        if len(value) >= MIN_SECRET_LENGTH:
            self.secrets[value] = None

    def _replacement(self, match: re.Match[str]) -> str:
        kind, name = match["kind"], match["name"]
        if kind is None and not _VARIABLE.fullmatch(name):
            return match[0]
        if kind is None and name == "WORKSPACE":
            return WORKSPACE
        value = self._value(kind, name)
        # As in a shell, a default also replaces an empty value.
        if match["fallback"] and not value:
            return self.fill(match["default"])
        if value is None:
            self._record_unresolved(match[0], kind, name)
            return match[0]
        return value

    def _value(self, kind: str | None, name: str) -> str | None:
        for variable in _variables(kind, name):
            value = self._environment.get(variable)
            if value is not None:
                if is_secret(variable, value):
                    self.secrets[value] = None
                return value
        return self._known.get(name if kind is None else f"{kind}:{name}")

    def _record_unresolved(self, reference: str, kind: str | None, name: str) -> None:
        if variables := _variables(kind, name):
            self.missing[variables[-1]] = None
        else:
            self.foreign[reference] = None


def is_secret(variable: str, value: str) -> bool:
    """Return whether a value from the environment must be hidden.

    A key may be in a variable of any name. Everything is secret except short values, variables that every
    shell sets, and paths in variables whose names do not suggest a secret.
    """
    if len(value) < MIN_SECRET_LENGTH or _HARMLESS.fullmatch(variable):
        return False
    return names_a_secret(variable) or not value.startswith(("/", "./", "../", "~/"))


def _variables(kind: str | None, name: str) -> tuple[str, ...]:
    """Return the environment variables that a reference may mean; the one to recommend is last."""
    if kind in (None, "env"):
        return (name,)
    if kind != "input":
        return ()
    # A shell cannot set a variable named `api-key`.
    return (name,) if _VARIABLE.fullmatch(name) else (name, re.sub(r"\W", "_", name).upper())
