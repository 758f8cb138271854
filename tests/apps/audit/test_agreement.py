from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.apps.audit import agreements, cohens_kappa
from m3bench.apps.audit.agreement import share_of_agreement
from m3bench.apps.audit.standing import Standing

labels = st.sampled_from(["approved", "rejected"])


def test_kappa_by_hand() -> None:
    # 20 times both yes, 5 times only the first, 10 times only the second, 15 times both no: 0.7 of which
    # chance gives 0.5 * 0.6 + 0.5 * 0.4 = 0.5.
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert share_of_agreement(pairs) == pytest.approx(0.7)
    assert cohens_kappa(pairs) == pytest.approx(0.4)


def test_kappa_is_undefined_where_chance_alone_agrees() -> None:
    assert cohens_kappa([]) is None
    assert cohens_kappa([("y", "y")] * 7) is None
    assert cohens_kappa([("y", "n")] * 7) == 0.0


@given(st.lists(st.tuples(labels, labels), max_size=60))
def test_kappa_is_the_same_from_both_sides_and_at_most_one(pairs: list[tuple[str, str]]) -> None:
    kappa = cohens_kappa(pairs)
    assert kappa == cohens_kappa([(other, one) for one, other in pairs])
    share = share_of_agreement(pairs)
    if kappa is not None and share is not None:
        assert -1 <= kappa <= 1
        assert kappa <= share
        assert (kappa == 1) == (share == 1)


def test_only_what_both_judged_counts() -> None:
    yes, no, nothing = (Standing(first=word) for word in ("approved", "rejected", "open"))
    found = agreements({"1": {"Ann": yes, "Bo": no}, "2": {"Ann": yes}, "3": {"Ann": no, "Cy": nothing}})
    assert [(one.one, one.other, one.items, one.share) for one in found] == [("Ann", "Bo", 1, 0.0)]
