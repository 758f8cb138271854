"""How long a test waits before it says that something hangs."""

from __future__ import annotations

HANG_SECONDS = 600
"""Tests wait for events. This ends those whose event never comes, on a machine twenty times as slow, too."""
