"""The page of an attempt as people read it: verdicts, the hidden user, and long texts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from m3bench.apps.viewer.values import piece
from m3bench.apps.viewer.web import viewer_app
from m3bench.checks import AnswerFields, Expected, write_checks
from m3bench.core import AnswerField, AnswerForm, FieldType, SimulatedUser, UserFact
from tests.apps.audit.browsing import browser
from tests.apps.audit.serving import TOKEN, served
from tests.apps.viewer.browsing import Viewer, link
from tests.apps.viewer.samples import PLAIN, api_over, attempt_of, make_run

_WORDS = " ".join(f"word{number}" for number in range(400))
_TASK = msgspec.structs.replace(
    PLAIN,
    request=_WORDS,
    user=SimulatedUser(
        persona="Ann, a guest",
        goal="A room with a view.",
        facts=(UserFact("order number", "A-17", ("booking", "reservation")),),
    ),
    form=AnswerForm((AnswerField("street", FieldType.NAME, "where it is"),)),
    checks=write_checks([AnswerFields({"street": Expected(value="Torget5" * 30)})]),
)


def test_a_piece_of_a_text_ends_between_words() -> None:
    first = piece("many words here", 0, 8)
    assert (first["text"], first["next"]) == ("many ", 5)
    assert piece("many words here", first["next"], 50)["text"] == "words here"
    assert piece("x" * 500, 0, 300)["next"] == 300


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    root: Path = tmp_path_factory.mktemp("runs")
    attempt = attempt_of(_TASK, answer="done")
    filled = msgspec.structs.replace(attempt.trajectory, fields={"street": "Bryggen" * 30})
    make_run(root / "town", [_TASK], [msgspec.structs.replace(attempt, trajectory=filled)])
    library, api = api_over(root)
    with served(viewer_app(api, TOKEN)) as found:
        yield found
    library.close()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "dark"), [(1400, False), (390, False), (390, True)])
def test_the_verdict_is_in_sight_and_the_user_is_a_table(address: str, width: int, dark: bool) -> None:
    with browser() as opened:
        viewer = Viewer(opened, address, link("town", _TASK.id), width=width, dark=dark)
        viewer.at(_TASK.id)
        page = viewer.page
        box = page.locator(".form .verdict").bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        rows = page.locator(".hidden-user tr").all_inner_texts()
        request = page.locator("#task .said").first.inner_text()
        page.get_by_role("button", name="Show more").first.click()
        whole = page.locator("#task .said").first.inner_text()
        assert viewer.overflow() <= 0
        assert viewer.complaints == []
        viewer.close()
    assert [row.split("\t")[0] for row in rows] == ["Who", "Goal", "order number"]
    assert "A-17" in rows[2]
    assert "booking, reservation" in rows[2]
    assert request.removesuffix(" …").split()[-1] in _WORDS.split()
    assert whole == _WORDS
