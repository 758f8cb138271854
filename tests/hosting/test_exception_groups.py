from __future__ import annotations

from m3bench.core import FormatError, UsageError
from m3bench.hosting import unwrap_group


def test_a_single_error_comes_out_of_all_groups() -> None:
    error = ValueError("a bug")
    assert unwrap_group(error) is error
    assert unwrap_group(ExceptionGroup("", [ExceptionGroup("", [error])])) is error


def test_of_several_errors_that_a_user_can_fix_the_first_is_told() -> None:
    first, second = UsageError("Wrong."), FormatError("wrong")
    assert unwrap_group(ExceptionGroup("", [ExceptionGroup("", [first, second]), first])) is first


def test_bugs_stay_together() -> None:
    group = ExceptionGroup("", [UsageError("Wrong."), ValueError("a bug")])
    assert unwrap_group(group) is group
