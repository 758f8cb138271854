"""Submissions to a leaderboard: bundles of runs, their verification, and the tables of the site."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.submissions.countersigning import countersign
    from m3bench.submissions.keys import SigningKey, fingerprint, read_key_names, read_signing_key
    from m3bench.submissions.packing import write_submission
    from m3bench.submissions.ranking import leaderboard
    from m3bench.submissions.records import SUFFIX, About
    from m3bench.submissions.signatures import Level
    from m3bench.submissions.site import Site, find_bundles, read_sealed_suites, refuse_copies, write_site
    from m3bench.submissions.verification import (
        OPEN,
        Board,
        Policy,
        SealedSuite,
        Verified,
        VerifiedRun,
        verify,
    )
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "OPEN",
    "SUFFIX",
    "About",
    "Board",
    "Level",
    "Policy",
    "SealedSuite",
    "SigningKey",
    "Site",
    "Verified",
    "VerifiedRun",
    "countersign",
    "find_bundles",
    "fingerprint",
    "leaderboard",
    "read_key_names",
    "read_sealed_suites",
    "read_signing_key",
    "refuse_copies",
    "verify",
    "write_site",
    "write_submission",
]
