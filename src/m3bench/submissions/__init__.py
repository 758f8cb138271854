"""Submissions to a leaderboard: bundles of runs, their verification, and the tables of the site."""

from m3bench.submissions.packing import write_submission
from m3bench.submissions.ranking import leaderboard
from m3bench.submissions.records import SUFFIX, About, RunRecord, Submission
from m3bench.submissions.site import find_bundles, read_sealed_suites, refuse_copies, write_site
from m3bench.submissions.verification import Board, SealedSuite, Verified, VerifiedRun, verify

__all__ = [
    "SUFFIX",
    "About",
    "Board",
    "RunRecord",
    "SealedSuite",
    "Submission",
    "Verified",
    "VerifiedRun",
    "find_bundles",
    "leaderboard",
    "read_sealed_suites",
    "refuse_copies",
    "verify",
    "write_site",
    "write_submission",
]
