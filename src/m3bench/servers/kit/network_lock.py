"""One network runs at a time: each needs up to 100 MB for its maps while it runs."""

from __future__ import annotations

import threading

NETWORK_LOCK = threading.Lock()
"""Hold it while a network runs. Its maps are freed at the end of the run."""
