"""People look at references: a local page to see, mend and judge them, and what their verdicts come to."""

from m3bench.audit.agreement import Agreement, agreements, cohens_kappa
from m3bench.audit.decisions import Decision
from m3bench.audit.desk import Desk
from m3bench.audit.exporting import export_approved
from m3bench.audit.items import Item
from m3bench.audit.ledger import Ledger
from m3bench.audit.pairing import Pair, PairDesk, pairs_of
from m3bench.audit.preference import Preference, PreferenceReport, preference_report, wilson
from m3bench.audit.reporting import audit_lines, preference_lines
from m3bench.audit.results import Results
from m3bench.audit.settling import Settlement, approved_tasks, settle, stale_verdicts
from m3bench.audit.toolshelf import Toolshelf

__all__ = [
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
    "audit_lines",
    "cohens_kappa",
    "export_approved",
    "pairs_of",
    "preference_lines",
    "preference_report",
    "settle",
    "stale_verdicts",
    "wilson",
]
