from __future__ import annotations

import pytest

from m3bench.core import Task
from m3bench.runs.serving import request_needs

ARITHMETIC = "add, subtract, multiply and divide numbers; sum, mean and rounding"


def test_the_sentences_of_a_request_are_needs() -> None:
    assert request_needs("Find the park. Then list its trails!\nOk.") == [
        "Find the park",
        "Then list its trails",
    ]
    assert request_needs("Go") == ["Go"]
    assert len(request_needs("Look at another thing. " * 50)) == 12


@pytest.mark.parametrize(
    "request_text",
    ["What is the difference in price?", "How many more visitors came?", "By how many % did it rise?"],
)
def test_numbers_that_must_be_computed_imply_arithmetic(request_text: str) -> None:
    assert ARITHMETIC in request_needs(request_text)


def test_nothing_is_implied_without_a_reason() -> None:
    assert request_needs("Which film won the prize in Lyon") == ["Which film won the prize in Lyon"]


@pytest.mark.parametrize(
    ("request_text", "need"),
    [
        ("Put the names into people.json", "read and edit JSON files"),
        ("Pack it as Backup.ZIP please", "run a shell command, pack and unpack archives"),
        ("Which folder is the largest", "list, read and write files in folders"),
        ("Look up the orders in shop.db", "query a SQL database"),
        ("Which rows of late.csv repeat", "query the rows of a table with SQL"),
        ("Sort the names in raw.txt", "run shell commands to sort, filter and count lines of text"),
    ],
)
def test_files_that_a_request_names_imply_what_can_be_done_with_them(request_text: str, need: str) -> None:
    assert need in request_needs(request_text)


@pytest.mark.parametrize(
    ("request_text", "need"),
    [
        ("How warm is it there tomorrow", "current weather and forecast of a place"),
        ("What is the AQI in Accra (Ghana)", "find the coordinates of a place by its name or address"),
        ("Who changed the branch main last", "git commits and branches of a repository"),
    ],
)
def test_what_a_request_is_about_implies_a_need(request_text: str, need: str) -> None:
    assert need in request_needs(request_text)


def test_a_unit_in_per_cent_is_no_sum() -> None:
    assert ARITHMETIC not in request_needs("Report the relative humidity (%) in Reykjavik")


def test_pictures_and_files_of_the_task_count_as_well() -> None:
    task = Task(id="t", request="What does the sign say", images=("IMG_2041.jpg",))
    assert "read the text in a picture" in request_needs("What does the sign say", task)
    assert len(request_needs("What does the sign say")) == 1
