"""The server `browser`: reading needs no Chromium, acting does."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from m3bench.records import RecordStore
from m3bench.rendering.chromium import find_chromium
from m3bench_world import World
from m3bench_world.servers.tobench.browser.reading import read_html
from m3bench_world.servers.tobench.browser.session import close_browser
from tests.servers.asking import Asking, InProcess

SERVER = "browser"
WEB = World().web
NEEDS_CHROMIUM = pytest.mark.skipif(find_chromium() is None, reason="Chromium is not installed")


def test_pages_are_read_without_chromium(ask: Asking) -> None:
    opened = ask("open_page", url="https://shop.example/").data
    assert opened["title"] == "All products – Corner Shop"
    first = WEB.products[0]
    assert f"{first.name} | {first.price:.2f} EUR" in ask("read_page").data["text"].splitlines()
    links = {link["text"]: link["url"] for link in ask("list_links").data["links"]}
    assert links[first.name] == f"https://shop.example/products/{first.slug}"
    ask("open_page", url=links[first.name])
    assert f"Weight | {first.weight:.1f} kg" in ask("read_page").data["text"]
    assert ask("go_back").data["url"] == "https://shop.example/"
    ask("open_page", url="https://hotel.example/booking")
    (form,) = ask("list_forms").data["forms"]
    assert [field["name"] for field in form["fields"]] == ["name", "email", "room", "arrival", "nights"]
    assert form["fields"][2]["choices"][1:] == [room.name for room in WEB.rooms]


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8000/", "file:///etc/passwd", "https://shop.example/x", ""]
)
def test_only_pages_of_the_world_can_be_opened(tmp_path: Path, url: str) -> None:
    quick = InProcess(SERVER, tmp_path)
    assert "no page at" in quick("open_page", url=url).text
    assert "no page is open" in quick("read_page").text
    assert quick("go_back").is_error


def test_without_chromium_acting_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close_browser()
    monkeypatch.setenv("PATH", str(tmp_path))
    quick = InProcess(SERVER, tmp_path)
    quick("open_page", url="https://city.example/permit")
    for tool, arguments in {
        "click": {"target": "Apply"},
        "fill": {"field": "name", "value": "Ann"},
        "select": {"field": "zone", "choice": "A"},
        "press": {"key": "Enter"},
        "submit_form": {},
        "screenshot": {},
    }.items():
        assert "apt-get install chromium" in quick(tool, **arguments).text
    assert quick("read_page").data["url"] == "https://city.example/permit"


@settings(max_examples=40, deadline=None)
@given(st.text(st.sampled_from("<>/=\"' abtdrinputformselectoptionlabel&;#"), max_size=80))
def test_any_markup_is_read(html: str) -> None:
    read_html(html, "https://shop.example/")


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[InProcess]:
    yield InProcess(SERVER, tmp_path)
    close_browser()


@pytest.mark.slow
@NEEDS_CHROMIUM
def test_a_form_is_filled_in_seen_and_sent(visitor: InProcess) -> None:
    visitor("open_page", url="https://city.example/")
    assert visitor("click", target="Apply for a parking permit").data["url"] == "https://city.example/permit"
    assert visitor("fill", field="Full name", value="Ann Lee").data["value"] == "Ann Lee"
    assert "E-mail address" in visitor("submit_form").text
    assert RecordStore(visitor.workspace).changes() == []
    visitor("fill", field="email", value="ann@example.org")
    visitor("fill", field="#plate", value="AB 123")
    assert "is not one of" in visitor("select", field="Zone", choice="E").text
    assert visitor("select", field="Zone", choice="c").data["choice"] == "C"
    visitor("fill", field="Valid from", value="2025-12-01")
    picture = Image.open(io.BytesIO(visitor("screenshot").pictures[0]))
    assert picture.size == (1024, 720)
    sent = visitor("submit_form", form="permit").data
    assert sent["submitted"] == ["permit-0001"]
    assert "Your number is permit-0001." in visitor("read_page").data["text"]
    (change,) = RecordStore(visitor.workspace).changes()
    assert (change.table, change.key) == ("web_submissions", "permit-0001")
    assert change.value is not None
    assert change.value["values"]["plate"] == "AB 123"
    assert visitor("go_back").data["url"] == "https://city.example/permit"


@pytest.mark.slow
@NEEDS_CHROMIUM
def test_scripts_of_the_page_run_and_keys_reach_it(
    visitor: InProcess, tmp_path_factory: pytest.TempPathFactory
) -> None:
    room = WEB.rooms[1]
    visitor("open_page", url="https://hotel.example/booking")
    visitor("select", field="Room", choice=room.name)
    visitor("fill", field="Nights", value="3")
    assert f"Total: {3 * room.price} EUR" in visitor("read_page").data["text"]
    for field, value in {"name": "Bo", "email": "bo@example.org", "arrival": "2025-12-24"}.items():
        visitor("fill", field=field, value=value)
    assert visitor("press", key="Enter").data["submitted"] == ["booking-0001"]
    assert "nothing to click" in visitor("click", target="Buy a castle").text
    assert "no field" in visitor("fill", field="castle", value="x").text
    # Another workspace has a page of its own.
    other = InProcess(SERVER, tmp_path_factory.mktemp("other"))
    assert "no page is open" in other("screenshot").text
    close_browser()
    visitor("open_page", url="https://news.example/")
    assert visitor("click", target="More about it").is_error
    assert visitor("click", target="Parking zones redrawn").data["title"].startswith("Parking zones")
