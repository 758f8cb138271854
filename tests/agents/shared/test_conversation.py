"""A conversation stays within its room, whatever is in it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.agents.shared.conversation import Round, fit_rounds
from m3bench.core import Content, Media, Text


def a_round(name: str, words: int, pictures: int = 0) -> Round:
    shown = [Media(media_type="image/png", data=b"x", uri=f"{name}{n}.png") for n in range(pictures)]
    content: tuple[Content, ...] = (Text(f"{name} " * words), *shown)
    return Round(name, content)


def test_what_fits_is_left_as_it_is() -> None:
    rounds = [a_round("one", 50), a_round("two", 50, 1)]
    assert fit_rounds(rounds, 2_000, 8) == rounds


def test_the_oldest_is_shortened_first() -> None:
    rounds = [a_round("one", 400), a_round("two", 400), a_round("three", 400)]
    fit = fit_rounds(rounds, 1_000, 8)
    assert fit[0].tokens < rounds[0].tokens
    assert fit[1:] == rounds[1:]


def test_the_last_is_cut_where_it_alone_is_too_long() -> None:
    (fit,) = fit_rounds([a_round("one", 5_000)], 500, 8)
    assert 100 < fit.tokens <= 500


def test_rounds_are_left_out_where_even_their_briefs_are_too_long() -> None:
    fit = fit_rounds([a_round(f"r{n}", 200) for n in range(30)], 600, 8)
    assert fit[0].reply == "(earlier steps)"
    assert fit[-1].reply == "r29"
    assert sum(each.tokens for each in fit) <= 600


def test_the_latest_pictures_are_shown_and_the_others_named() -> None:
    fit = fit_rounds([a_round("a", 1, 3), a_round("b", 1, 1)], 10_000, 3)
    assert Text("[a picture that is not shown any more: a0.png]") in fit[0].content
    assert _pictures(fit) == ["a2.png", "b0.png"], "half of them are replaced at once"
    assert _pictures(fit_rounds([a_round("a", 1, 1), a_round("b", 1, 3)], 10_000, 3)) == [
        "b0.png",
        "b1.png",
        "b2.png",
    ]
    assert _pictures(fit_rounds([a_round("a", 1, 5)], 10_000, 3)) == ["a2.png", "a3.png", "a4.png"]


def _pictures(rounds: list[Round]) -> list[str | None]:
    return [part.uri for each in rounds for part in each.content if isinstance(part, Media)]


def test_instructions_are_not_shortened() -> None:
    rounds = [Round(f"r{n}", (Text("word " * 400),), "do this " * 50) for n in range(3)]
    fit = fit_rounds(rounds, 1_200, 8)
    assert fit[0].tokens < rounds[0].tokens
    assert [each.instruction for each in fit] == ["do this " * 50] * 3


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 3)), max_size=12),
    st.integers(-100, 5_000),
    st.integers(1, 8),
)
def test_it_fits_or_only_the_last_round_is_left(
    sizes: list[tuple[int, int]], room: int, most_pictures: int
) -> None:
    rounds = [a_round(f"r{n}", words, pictures) for n, (words, pictures) in enumerate(sizes)]
    fit = fit_rounds(rounds, room, most_pictures)
    assert sum(each.tokens for each in fit) <= room or len(fit) <= 2
    assert [each.reply for each in fit[-1:]] == [each.reply for each in rounds[-1:]]
    assert sum(isinstance(part, Media) for each in fit for part in each.content) <= most_pictures
