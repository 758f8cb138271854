"""Redaction of secrets from all output.

`protect` registers a secret of this process. Every writer (journal, blobs, cassettes, logs, reports, exports,
the terminal) passes its output through `redactor()`.
"""

from m3bench.core.redaction.detection import (
    environment_secrets,
    names_a_secret,
    secrets_in_address,
    secrets_in_arguments,
    secrets_in_table,
)
from m3bench.core.redaction.forms import MIN_SECRET_LENGTH, SECRET, forms_of
from m3bench.core.redaction.redactor import RedactingStream, Redactor
from m3bench.core.redaction.registry import isolated_secrets, known_secrets, protect, redactor

__all__ = [
    "MIN_SECRET_LENGTH",
    "SECRET",
    "RedactingStream",
    "Redactor",
    "environment_secrets",
    "forms_of",
    "isolated_secrets",
    "known_secrets",
    "names_a_secret",
    "protect",
    "redactor",
    "secrets_in_address",
    "secrets_in_arguments",
    "secrets_in_table",
]
