"""The audit of references: a local page to review and edit them, and reports on the decisions."""

from m3bench.apps.audit.decisions import Decision
from m3bench.apps.audit.folder import DECISIONS, PREFERENCES, open_audit_folder, pair_files
from m3bench.apps.audit.ledger import Ledger
from m3bench.apps.audit.outcomes import (
    AuditOutcome,
    approved_tasks,
    combine_decisions,
    export_approved,
    stale_verdicts,
)
from m3bench.apps.audit.pairs import PairSession, load_pairs
from m3bench.apps.audit.permitted_tools import PermittedTools
from m3bench.apps.audit.preference import Preference, preference_report
from m3bench.apps.audit.report_lines import agreements, audit_lines, preference_lines
from m3bench.apps.audit.results import RecordedResults
from m3bench.apps.audit.session import AuditSession
from m3bench.apps.audit.web import audit_app, pairs_app

__all__ = [
    "DECISIONS",
    "PREFERENCES",
    "AuditOutcome",
    "AuditSession",
    "Decision",
    "Ledger",
    "PairSession",
    "PermittedTools",
    "Preference",
    "RecordedResults",
    "agreements",
    "approved_tasks",
    "audit_app",
    "audit_lines",
    "combine_decisions",
    "export_approved",
    "load_pairs",
    "open_audit_folder",
    "pair_files",
    "pairs_app",
    "preference_lines",
    "preference_report",
    "stale_verdicts",
]
