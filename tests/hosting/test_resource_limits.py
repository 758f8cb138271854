"""Limits as options, and as they are told."""

from __future__ import annotations

import pytest

from m3bench.core import UsageError
from m3bench.hosting import RESOURCE_NAMES, parse_resource_limits, read_resource_limits
from m3bench.hosting.resource_limits import exceeded, readable_size


def test_sizes_may_have_units() -> None:
    given = ["memory=2GB", "tmp-bytes = 512 mb", "processes=7", "workspace-bytes=1000", "processes=8"]
    assert parse_resource_limits(given) == {
        "memory": 2 * 10**9,
        "tmp-bytes": 512 * 10**6,
        "processes": 8,
        "workspace-bytes": 1000,
    }
    assert read_resource_limits({"workspace_files": 5, "memory": "1TB"}) == {
        "workspace-files": 5,
        "memory": 10**12,
    }


@pytest.mark.parametrize(
    "wrong",
    [
        "memory", "memory=", "memory=-1", "memory=0", "memory=1XB", "memory=1e9", "processes=2GB",
        "memory=9999999999999999999", "=1", "quota=1",
    ],
)  # fmt: skip
def test_a_wrong_limit_is_refused_with_the_names(wrong: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_resource_limits([wrong])
    assert all(name in (caught.value.hint or "") for name in RESOURCE_NAMES)


def test_a_similar_name_and_an_impossible_depth_are_told() -> None:
    with pytest.raises(UsageError) as caught:
        parse_resource_limits(["workspace-file=1"])
    assert "workspace-files" in (caught.value.hint or "")
    with pytest.raises(UsageError, match="at most 256"):
        parse_resource_limits(["workspace-depth=100000"])


def test_a_reason_names_the_option_as_it_is_written() -> None:
    assert exceeded("used much", "memory", 4 * 10**9) == "used much (--resource-limit memory=4GB)"
    assert exceeded("used much", "memory", 1_234) == "used much (--resource-limit memory=1234)"
    assert [readable_size(size) for size in (60 * 10**9, 1_250_000, 2_000, 5)] == [
        "60 GB",
        "1.25 MB",
        "2 KB",
        "5 bytes",
    ]
