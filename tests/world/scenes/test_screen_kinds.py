"""Screens and boards: what they show agrees with the world, with itself, and with the pixels."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from m3bench_world import World
from m3bench_world.scenes import Composition, compose
from m3bench_world.scenes.painting import rgb
from tests.world.scenes.read_back import missed_texts, overlapping_texts

WORLD = World()
NUMBERS = range(5)
KINDS = ("dashboard", "departure_board", "phone_chat", "phone_calendar")


@cache
def composed(kind: str, number: int) -> Composition:
    return compose(WORLD, kind, number)


def texts(kind: str, number: int) -> list[str]:
    return [line.text for line in composed(kind, number).scene.letterings]


def minutes(clock: str) -> int:
    hour, minute = clock.split(":")
    return 60 * int(hour) + int(minute)


@pytest.mark.parametrize("kind", KINDS)
def test_texts_are_large_and_do_not_overlap(kind: str) -> None:
    for number in NUMBERS:
        scene = composed(kind, number).scene
        assert overlapping_texts(scene) == []
        tall = [
            line for line in scene.letterings if any(char.isupper() or char.isdigit() for char in line.text)
        ]
        assert min(line.box[3] - line.box[1] for line in tall) >= 16
        assert all(line.visible > 0.99 for line in scene.letterings)


def close_of(ticker: str, day: date) -> float:
    market = WORLD.stock_market
    rows, _ = market.history(market.find(ticker), "1d", day, day + timedelta(days=1), 5)
    return rows[0].quote.close


def test_exactly_one_close_of_a_dashboard_is_wrong_and_its_value_adds_up() -> None:
    for number in NUMBERS:
        facts = composed("dashboard", number).scene.facts
        day = date.fromisoformat(facts["date"])
        wrong = [row["ticker"] for row in facts["rows"] if row["shown"] != close_of(row["ticker"], day)]
        assert wrong == [facts["wrong"]]
        assert facts["total"] == pytest.approx(sum(row["units"] * row["shown"] for row in facts["rows"]))
        shown = texts("dashboard", number)
        assert f"${facts['total']:,.2f}" in shown
        assert {f"{row['shown']:.2f}" for row in facts["rows"]} <= set(shown)


def test_lamps_have_the_colour_of_the_state() -> None:
    lamps = {"OK": "#2fa45a", "Late": "#f2b01e", "Down": "#d02f2f"}
    met = set()
    for number in range(8):
        screen = composed("dashboard", number)
        pixels = np.asarray(screen.image, dtype=int)
        for line in screen.scene.letterings:
            state = screen.scene.facts["feeds"].get(line.text)
            # The figure "Cash" has the same name as a feed.
            if state and line.box[1] > 550:
                x, y = line.box[0] - 34, (line.box[1] + line.box[3]) // 2
                assert np.abs(pixels[y, x] - np.array(rgb(lamps[state]))).max() < 12, line.text
                met.add(state)
    assert met == set(lamps)


def test_flights_leave_when_they_are_due_or_later_or_not_at_all() -> None:
    fates = set()
    for number in NUMBERS:
        facts = composed("departure_board", number).scene.facts
        shown = texts("departure_board", number)
        assert facts["now"] in shown
        assert len({flight["gate"] for flight in facts["flights"]}) == len(facts["flights"])
        for flight in facts["flights"]:
            assert {flight["town"], flight["code"], flight["gate"], flight["due"]} <= set(shown)
            late = flight["leaves"] and (minutes(flight["leaves"]) - minutes(flight["due"])) % 1440
            fates.add("off" if late is None else "late" if late else "on time")
            assert not late or f"Delayed {flight['leaves']}" in shown
        assert sum(flight["leaves"] is None for flight in facts["flights"]) == shown.count("Cancelled")
    assert fates == {"off", "late", "on time"}


def test_a_chat_ends_with_the_plan() -> None:
    for number in NUMBERS:
        facts = composed("phone_chat", number).scene.facts
        told = " ".join(texts("phone_chat", number))
        assert {facts["film"]["title"] in told, facts["town"] in told, facts["day"] in told} == {True}
        assert told.rindex(facts["film"]["title"]) > told.rindex(facts["other_film"])
        assert told.rindex(facts["day"]) > told.rindex(facts["other_day"])
        assert told.rindex(facts["time"]) > told.rindex(facts["other_time"])
        film = WORLD.films.film(facts["film"]["id"])
        assert film
        assert (film.title, film.year) == (facts["film"]["title"], facts["film"]["year"])


def test_blocks_of_a_calendar_begin_and_end_at_their_times() -> None:
    for number in NUMBERS:
        calendar = composed("phone_calendar", number)
        pixels = np.asarray(calendar.image, dtype=int)
        lines = {line.text: line.box for line in calendar.scene.letterings}
        eight, nine = ((box[1] + box[3]) / 2 for box in (lines["08:00"], lines["09:00"]))
        for block in calendar.scene.facts["blocks"]:
            first, last = (
                eight + (minutes(block[end]) / 60 - 8) * (nine - eight) for end in ("start", "end")
            )
            x = lines["08:00"][2] + 330
            colour = pixels[round((first + last) / 2), x]
            inside = np.abs(pixels[:, x] - colour).max(axis=1) < 10
            rows = np.flatnonzero(inside[round(first) - 20 : round(last) + 20]) + round(first) - 20
            assert rows.min() == pytest.approx(first, abs=2.5) or inside[round(first) - 8]
            assert inside[round(first) + 4 : round(last) - 4].all()
            assert not inside[round(last) + 4] or inside[round(last) + 12]


def test_one_gap_is_clearly_the_longest() -> None:
    for number in NUMBERS:
        facts = composed("phone_calendar", number).scene.facts
        blocks = facts["blocks"]
        gaps = sorted(minutes(later["start"]) - minutes(one["end"]) for one, later in pairwise(blocks))
        assert facts["gap"]["minutes"] == gaps[-1] >= gaps[-2] + 60
        assert {facts["gap"]["start"], facts["gap"]["end"]} <= {
            *(block["end"] for block in blocks),
            *(block["start"] for block in blocks),
        }


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_ocr_reads_the_texts(kind: str, tmp_path: Path) -> None:
    pictures = [composed(kind, number) for number in range(3)]
    missed = missed_texts(pictures, tmp_path)
    shown = sum(len(picture.scene.letterings) for picture in pictures)
    assert sum(map(len, missed)) <= 0.03 * shown, missed
