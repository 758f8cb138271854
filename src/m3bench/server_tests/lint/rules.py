"""The rules: their ids, how bad a breach is, and what to do."""

from __future__ import annotations

import msgspec

from m3bench.server_tests.records import Finding, Severity


class Rule(msgspec.Struct, frozen=True):
    """A rule that tools should keep."""

    id: str
    severity: Severity
    advice: str


_ERROR, _WARNING, _NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE


RULES = {row[0]: Rule(*row) for row in (
    ("server-unavailable", _ERROR, "Change the environment or the configuration, and test again."),
    ("server-start", _ERROR, "Start it by hand, and read what it prints. If it is slow, raise its time-out."),
    ("server-no-tools", _ERROR, "Register at least one tool before the server starts to answer."),
    ("server-repeated-tool", _ERROR, "Give every tool of a server its own name."),
    ("server-many-tools", _WARNING, "Merge tools, or split the server: some clients show 40 tools at most."),
    ("server-tokens", _WARNING, "Shorten descriptions and schemas: every request to a model pays for them."),
    ("name-characters", _ERROR, "Use letters, digits, _ and - only, at most 64: model APIs refuse others."),
    ("name-long", _WARNING, "Shorten it: with the prefix mcp__SERVER__ it has more than 64 characters."),
    ("description-missing", _ERROR, "Say in one to four sentences what the tool does and what it returns."),
    ("description-short", _WARNING, "Say what the tool does, what it returns, and when to use it."),
    ("description-long", _WARNING, "Keep it below 1,024 characters: some clients cut the rest."),
    ("description-repeats-name", _WARNING, "Say what the name does not: what is returned, for which input."),
    ("description-alike", _WARNING, "Say in each description how the two tools differ, or merge the tools."),
    ("description-unknown-parameter", _WARNING, "Rename it in the description, or add the parameter."),
    ("parameter-description", _WARNING, "Describe it: meaning, form, and an example value."),
    ("parameter-docstring", _NOTE, "Move it into the schema: many clients show parameters without the text."),
    ("parameter-type", _WARNING, "Give it a JSON type."),
    ("parameter-choices", _WARNING, "List the choices as an enum in the schema."),
    ("parameter-ambiguous", _WARNING, "Use one name for one thing: agents carry values from tool to tool."),
    ("parameter-vague", _NOTE, "Name it after what it holds."),
    ("schema-invalid", _ERROR, "Send a valid JSON schema of type object."),
    ("schema-deep", _WARNING, "Flatten the parameters: models fill in nested objects worse."),
    ("schema-required", _NOTE, "List what is needed in required, or give the parameters defaults."),
    ("output-schema", _NOTE, "Declare an output schema, so that clients can check and link results."),
    ("annotation-missing", _NOTE, "Set readOnlyHint: clients ask before they call other tools."),
    ("annotation-contradiction", _WARNING, "Correct the annotation, or rename the tool."),
    ("tool-tokens", _WARNING, "Shorten the description and the schema."),
    ("proof-fault", _ERROR, "Keep the server alive: answer every call with a valid result or with an error."),
    ("proof-timeout", _ERROR, "Limit the time of what the tool waits for, and answer with an error in time."),
    ("proof-failed", _WARNING, "Try the call by hand: m3bench servers call TOOL ARGUMENTS --config FILE."),
    ("proof-refused", _NOTE, "Give examples or defaults in the schema, so that callers know working values."),
    ("proof-empty", _NOTE, "Give examples that find something, and say in the result if there is nothing."),
    ("bad-call-crash", _ERROR, "Check arguments before they are used, and answer with an error."),
    ("bad-call-timeout", _ERROR, "Check arguments before anything is waited for, and answer with an error."),
    ("bad-call-accepted", _WARNING, "Refuse it with an error that names the parameter."),
    ("bad-call-unhelpful", _WARNING, "Name the parameter in the error, and what was expected."),
)}  # fmt: skip


def find(rule: str, tool: str, where: str, problem: str) -> Finding:
    """Return a finding with severity and advice of its rule."""
    known, problem = RULES[rule], problem.rstrip(".")
    return Finding(
        rule=rule, severity=known.severity, tool=tool, where=where, problem=problem, advice=known.advice
    )
