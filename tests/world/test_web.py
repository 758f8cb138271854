"""The world's web pages."""

from __future__ import annotations

import re

import pytest

from m3bench_world import World
from m3bench_world.web import FormError

WEB = World().web
PERMIT = "https://city.example/submit/permit"
GOOD = {"name": "Ann Lee", "email": "ann@example.org", "plate": "AB 1", "zone": "C", "start": "2025-12-01"}


def test_every_link_leads_to_a_page() -> None:
    links = {url for page in WEB.pages.values() for url in re.findall(r'href="([^"]+)"', page.html)}
    assert len(links) > 20
    assert [url for url in links if WEB.page(url) is None] == []
    assert WEB.page("https://shop.example#top") is WEB.page("https://shop.example/")
    assert WEB.page("https://example.com/") is None


def test_pages_show_the_truth() -> None:
    for product in WEB.products:
        page = WEB.pages[f"https://shop.example/products/{product.slug}"]
        assert f"{product.price:.2f} EUR" in page.html
        assert product.name in page.html
    for site, (opens, closes) in WEB.hours.items():
        assert f"{opens} to {closes}" in WEB.pages[f"{site}contact"].html
    tariffs = WEB.pages["https://telecom.example/"].html
    assert all(f"{tariff.monthly:.2f} EUR" in tariffs for tariff in WEB.tariffs)
    assert all(f"{room.price} EUR" in WEB.pages["https://hotel.example/"].html for room in WEB.rooms)


def test_a_seed_makes_the_same_pages_and_another_makes_others() -> None:
    again, other = World().web, World(seed=8).web
    assert {url: page.html for url, page in again.pages.items()} == {
        url: page.html for url, page in WEB.pages.items()
    }
    assert other.pages.keys() == WEB.pages.keys()
    assert other.products != WEB.products


def test_forms_are_accepted_as_they_should_be() -> None:
    assert WEB.accept(PERMIT, {**GOOD, "name": " Ann Lee "}) == {**GOOD, "remarks": ""}


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""}, {"email": "ann"}, {"zone": "E"}, {"start": "tomorrow"}, {"start": "2025-13-01"},
        {"plate": "x" * 501}, {"price": "0"},
    ],
)  # fmt: skip
def test_wrong_forms_are_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(FormError):
        WEB.accept(PERMIT, {**GOOD, **wrong})
    with pytest.raises(FormError):
        WEB.accept("https://city.example/submit/other", GOOD)
