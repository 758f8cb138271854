"""Illustrations: the language of prompts, and the truth of what is drawn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.illustrations import (
    BACKGROUNDS,
    PLACES,
    SIZES,
    STYLES,
    Group,
    Prompt,
    UnknownWord,
    draw_illustration,
    parse_prompt,
    subject_colours,
    subject_names,
)

WORLD = World()
SIZE = (240, 180)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("three red apples on the left", Prompt((Group("apple", 3, "red", None, "left"),))),
        ("a cat and 2 dogs on a wooden table", Prompt((Group("cat"), Group("dog", 2)), "wood")),
        (
            "black and white cow in the upper right corner",
            Prompt((Group("cow", 1, "black and white", None, "top right"),)),
        ),
        ("people, in the style of sketch, white background", Prompt((Group("person"),), "white", "sketch")),
        (
            "a tiny mouse in the middle on a meadow",
            Prompt((Group("mouse", 1, None, "small", "center"),), "meadow"),
        ),
        (
            "Eiffel Tower at the bottom center; sepia style",
            Prompt((Group("Eiffel Tower", place="bottom"),), style="sepia"),
        ),
    ],
)
def test_prompts_are_understood(text: str, meant: Prompt) -> None:
    assert parse_prompt(text) == meant


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("two aples", "did you mean apple"),
        ("a red lemon", "no choice of colour"),
        ("a pink apple", "it can be red, green, yellow"),
        ("a cat, style skech", "did you mean sketch"),
        ("on the left", "without a subject"),
        ("30 cats, 30 dogs", "at most 40"),
        ("0 cats", "from 1 to 40"),
        (" ", "characters"),
    ],
)
def test_what_cannot_be_drawn_is_explained(text: str, why: str) -> None:
    with pytest.raises(UnknownWord, match=why):
        parse_prompt(text)


def groups() -> st.SearchStrategy[Group]:
    names = st.sampled_from(subject_names())

    def coloured(name: str) -> st.SearchStrategy[Group]:
        colours = st.sampled_from([None, *subject_colours(name)])
        sizes, places = st.sampled_from([None, *SIZES]), st.sampled_from([None, *PLACES])
        return st.builds(Group, st.just(name), st.integers(1, 9), colours, sizes, places)

    return names.flatmap(coloured)


@settings(max_examples=20, deadline=None)
@given(
    st.builds(
        Prompt,
        st.lists(groups(), max_size=4).map(tuple),
        st.sampled_from(BACKGROUNDS),
        st.sampled_from(STYLES),
    )
)
def test_a_prompt_that_is_written_out_means_the_same(prompt: Prompt) -> None:
    assert parse_prompt(str(prompt)) == prompt


@settings(max_examples=40)
@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(["a", "red", "apple", "on", "left", ",", "9"])).map(" ".join)
)
def test_any_text_is_understood_or_refused(text: str) -> None:
    try:
        prompt = parse_prompt(text)
    except UnknownWord:
        return
    assert isinstance(prompt, Prompt)


@pytest.mark.parametrize("seed", range(3))
def test_subjects_are_where_the_truth_says_and_nowhere_else(seed: int) -> None:
    prompt = parse_prompt("three red apples on the left, a blue cup at the top right, two small dogs")
    drawn = draw_illustration(WORLD, prompt, seed, SIZE)
    assert sorted(subject.subject for subject in drawn.subjects) == ["apple"] * 3 + ["cup"] + ["dog"] * 2
    ink = np.asarray((np.asarray(drawn.image) < 250).any(axis=2))
    for subject in drawn.subjects:
        left, top, right, bottom = subject.box
        part = ink[top:bottom, left:right]
        assert part.any(axis=0).mean() > 0.9
        assert part.any(axis=1).mean() > 0.9
        ink[top:bottom, left:right] = False
        if subject.place:
            sides = [share * SIZE[at % 2] for at, share in enumerate(PLACES[subject.place])]
            assert sides[0] <= left < right <= sides[2] + 1
            assert sides[1] <= top < bottom <= sides[3] + 1
    assert not ink.any()
    apples = [subject for subject in drawn.subjects if subject.subject == "apple"]
    assert all(apple.attributes["colour"] == "red" for apple in apples)


def test_the_same_seed_gives_the_same_pixels_and_another_does_not() -> None:
    prompt = parse_prompt("two cats, background wood")
    first, again, other = (draw_illustration(WORLD, prompt, seed, SIZE) for seed in (1, 1, 2))
    assert first.image.tobytes() == again.image.tobytes()
    assert first.image.tobytes() != other.image.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("background", BACKGROUNDS)
def test_every_background_and_style_can_be_drawn(background: str) -> None:
    for style in STYLES:
        drawn = draw_illustration(WORLD, Prompt((Group("cat"),), background, style), 0, (160, 128))
        assert (drawn.image.size, drawn.image.mode) == ((160, 128), "RGB")


@pytest.mark.slow
def test_every_subject_can_be_drawn_in_every_colour() -> None:
    for name in subject_names():
        for colour in subject_colours(name) or (None,):
            drawn = draw_illustration(WORLD, Prompt((Group(name, 1, colour),)), 0, (128, 128))
            assert len(drawn.subjects) == 1
            assert colour in (None, drawn.subjects[0].attributes.get("colour"))
