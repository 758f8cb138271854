"""Software: packages, manuals, web services and domains."""

from __future__ import annotations

FAMILIES: dict[str, int] = {
    "nixos": 2,
    "context7": 2,
    "osint": 3,
    "openapi_explorer": 2,
    "nixos_context7": 3,
    "osint_time": 2,
    "context7_openapi": 2,
    "nixos_context7_hugging_face": 2,
    "osint_openapi_math": 2,
}
"""The families in order, with their number of tasks in the released suite."""
