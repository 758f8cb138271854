from __future__ import annotations

from m3bench.core import DuplicateIdError, FormatError, MissingExtraError


def test_a_format_error_names_file_record_and_place() -> None:
    error = FormatError("expected a list", file="a.json", record="7", place="steps")
    assert str(error) == "a.json, record 7, steps: expected a list"
    assert str(FormatError("is empty", file="a.json")) == "a.json: is empty"


def test_duplicates_are_listed_with_a_way_on() -> None:
    message = str(DuplicateIdError(["a", "b"], file="x.json"))
    assert "x.json: 2 duplicate ids: a, b" in message
    assert "--duplicates first" in message
    assert "1 duplicate id: a" in str(DuplicateIdError(["a"], file="x.json"))


def test_a_missing_extra_says_how_to_get_it() -> None:
    assert "pip install 'm3bench[parquet]'" in str(MissingExtraError("Writing Parquet", "parquet"))
