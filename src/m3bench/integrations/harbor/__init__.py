"""Harbor: suites as folders of its tasks, the gateway that serves them, and the verifier that scores them."""

from m3bench.integrations.harbor.documents import EXTRAS
from m3bench.integrations.harbor.export import ExportResult, HarborExport
from m3bench.integrations.harbor.serving import collect_attempt, serve_task
from m3bench.integrations.harbor.verifying import Unscorable, verify_attempt

__all__ = [
    "EXTRAS",
    "ExportResult",
    "HarborExport",
    "Unscorable",
    "collect_attempt",
    "serve_task",
    "verify_attempt",
]
