from __future__ import annotations

from m3bench.apps.audit import agreements
from m3bench.apps.audit.decisions import AuditState


def test_only_what_both_judged_counts() -> None:
    yes, no, nothing = (AuditState(first=word) for word in ("approved", "rejected", "open"))
    found = agreements({"1": {"Ann": yes, "Bo": no}, "2": {"Ann": yes}, "3": {"Ann": no, "Cy": nothing}})
    assert [(pair.one, pair.other, pair.items, pair.share) for pair in found] == [("Ann", "Bo", 1, 0.0)]
