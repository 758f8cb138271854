"""People look at references: a local page to see, mend and judge them, and what their verdicts come to."""

from m3bench.apps.audit.agreement import Agreement, agreements
from m3bench.apps.audit.decisions import Decision
from m3bench.apps.audit.desk import Desk
from m3bench.apps.audit.exporting import export_approved
from m3bench.apps.audit.folder import DECISIONS, PREFERENCES, pair_files, place_of
from m3bench.apps.audit.items import Item
from m3bench.apps.audit.ledger import Ledger
from m3bench.apps.audit.pairing import Pair, PairDesk, pairs_of
from m3bench.apps.audit.preference import Preference, PreferenceReport, preference_report
from m3bench.apps.audit.reporting import audit_lines, preference_lines
from m3bench.apps.audit.results import Results
from m3bench.apps.audit.settling import Settlement, approved_tasks, settle, stale_verdicts
from m3bench.apps.audit.toolshelf import Toolshelf
from m3bench.apps.audit.web import audit_app, pairs_app

__all__ = [
    "DECISIONS",
    "PREFERENCES",
    "Agreement",
    "Decision",
    "Desk",
    "Item",
    "Ledger",
    "Pair",
    "PairDesk",
    "Preference",
    "PreferenceReport",
    "Results",
    "Settlement",
    "Toolshelf",
    "agreements",
    "approved_tasks",
    "audit_app",
    "audit_lines",
    "export_approved",
    "pair_files",
    "pairs_app",
    "pairs_of",
    "place_of",
    "preference_lines",
    "preference_report",
    "settle",
    "stale_verdicts",
]
