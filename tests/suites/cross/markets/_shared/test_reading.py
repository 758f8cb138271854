"""Reading the text answers of the forum, the price table and the combined list."""

from __future__ import annotations

import pytest

from m3bench.suites import PlanError
from m3bench_suites.builders.cross.markets._shared import reading

THREAD = """Title: {title}
Post ID: {id}
Author: calm_otter12
Score: 345 (94% upvoted)
Comments: {comments}
Posted: 2025-11-05T07:54:23+00:00
Flair: Question
Link: https://reddit.com/r/tea/comments/{id}/x/"""
HOT = "\n---\n".join(
    [
        "2 hot threads of r/tea (850,000 members)",
        THREAD.format(title="Post ID: is a title?", id="abc1", comments=12),
        THREAD.format(title="Milk first", id="abc2", comments=7),
    ]
)
OPENED = f"""{THREAD.format(title="Milk first", id="abc2", comments=4)}
Subreddit: r/tea

Content:
- nobody (score 999): a list in the post is no comment.

Discussion: the best 2 of 3 at the top level, 2 levels deep

- early_lynx1 (score 40): Never.
  - late_lynx2 (score 77): Always.
- brave_kettle3 (score {{second}}): Sometimes."""
PRICES = """# Prices of Suzuki (novembro de 2025)

## Cars: 2 models (brand code 55)

| Model | FIPE code | Model year | Price |
|---|---|---|---:|
| Jimny Luxury 2.0 Turbo Aut. 5p | 055005-1 | 2023 Gasolina | R$ 122.703,00 |
| Swift Comfort 1.3 16V Aut. 5p | 055009-4 | Zero KM Gasolina | R$ 81.126,00 |

## Motorcycles: 1 models (brand code 816)

| Model | FIPE code | Model year | Price |
|---|---|---|---:|
| V-Strom 650 | 816011-2 | Zero KM Gasolina | R$ 1.056.974,00 |"""


def test_threads_of_a_list_in_order() -> None:
    first, second = reading.threads(HOT)
    assert (first.id, first.title, first.comments) == ("abc1", "Post ID: is a title?", 12)
    assert (second.id, second.score, second.ratio, second.flair) == ("abc2", 345, 94, "Question")
    assert second.posted == "2025-11-05T07:54:23+00:00"
    assert reading.members(HOT) == "850,000"


@pytest.mark.parametrize("text", ["", "Not found: no subreddit 'te'", HOT.replace("Score", "Points")])
def test_a_text_without_threads_fails(text: str) -> None:
    with pytest.raises(PlanError):
        reading.threads(text)


def test_members_of_something_else_fail() -> None:
    with pytest.raises(PlanError):
        reading.members(OPENED)


def test_only_comments_at_the_top_level_count() -> None:
    text = OPENED.format(second=39)
    assert reading.best_comments(text) == [("early_lynx1", 40), ("brave_kettle3", 39)]
    assert reading.best_comment(text) == ("early_lynx1", 40)
    assert reading.discussed(text) == 3


def test_two_best_comments_fail() -> None:
    with pytest.raises(PlanError):
        reading.best_comment(OPENED.format(second=40))
    with pytest.raises(PlanError):
        reading.best_comment("Discussion: none")
    with pytest.raises(PlanError):
        reading.discussed(HOT)


def test_vehicles_of_one_kind() -> None:
    used, new = reading.vehicles(PRICES, "Cars")
    assert (used.new, new.new) == (False, True)
    assert (new.code, new.reais, new.price) == ("055009-4", 81_126, "R$ 81.126,00")
    (bike,) = reading.vehicles(PRICES, "Motorcycles")
    assert (bike.name, bike.reais) == ("V-Strom 650", 1_056_974)
    assert reading.vehicles(PRICES, "Trucks") == []


def test_brands_with_their_codes() -> None:
    text = "# Trucks: 2 brands (novembro de 2025)\n\n- MAN (code 7)\n- VW - VolksWagen (code 12)"
    assert reading.brands(text) == {"MAN": 7, "VW - VolksWagen": 12}
    with pytest.raises(PlanError):
        reading.brands(PRICES)


def test_a_combined_list_whose_end_is_cut() -> None:
    sold = (
        '{"rank":1,"id":"7","name":"Ember Oath","link":"https://x/","price":"$9.99","original_price":"$9.99",'
        '"discount":"0%","release_date":"2019-12-20","reviews":{"summary":"Mixed","positive_percent":61,'
        '"count":871},"tags":[]}'
    )
    played = (
        '{"rank":1,"id":"7","name":"Ember Oath","link":"https://x/","current_players":300,'
        '"peak_players_24h":436,"change_24h_percent":-1.2}'
    )
    text = f'{{"Steam":{{"top_sellers":[{sold}],"most_played":[{played},{{"rank":2,"na\n[Truncated]'
    assert reading.combined_reviews(text, 1) == {"Ember Oath": 871}
    assert reading.combined_peaks(text, 1) == {"Ember Oath": 436}
    with pytest.raises(PlanError):
        reading.combined_peaks(text, 2)
