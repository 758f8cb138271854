"""The pen: ink stays in its area, text is recorded, letters differ from each other and hands from hands."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from m3bench_world.scenes.handwriting import Hand, Pen, fit_size, to_writable, written_width
from m3bench_world.scenes.handwriting.glyphs import GLYPHS, advance_of, strokes_of
from m3bench_world.scenes.painting import Canvas, Cutout, Dice

SEEDS = range(6)
TEXT = "2 x Folgers Decaf, 12 oz bag (€8.04)"


def written(text: str, seed: int, size: float = 40, widest: float | None = None) -> tuple[Cutout, Hand]:
    dice = Dice(Random(seed))
    hand = Hand.drawn(dice)
    canvas = Canvas((1000 if len(text) > 1 else 140, 120), fine=2)
    Pen(canvas, hand, dice).write(text, (40, 60), size, widest=widest)
    return canvas.cutout(), hand


@pytest.mark.parametrize("letter", GLYPHS)
def test_letters_stay_between_their_lines(letter: str) -> None:
    for variant in (0, 1):
        points = [point for stroke in strokes_of(letter, variant) for point in stroke]
        assert all(-10 <= x <= 82 and -10 <= y <= 140 for x, y in points)
        assert advance_of(letter, variant) > max(x for x, _ in points)


def test_all_letters_digits_and_usual_marks_are_known() -> None:
    wanted = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;-+=/()'\"!?&#%*$€£°"
    assert to_writable(wanted) == wanted
    assert to_writable("Crème – ☃") == "Creme - ?"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_ink_fills_the_recorded_area_and_stays_in_it(seed: int) -> None:
    cutout, _ = written(TEXT, seed)
    (mark,) = cutout.marks
    assert mark.text == TEXT
    inked = cutout.alpha.point([0] * 40 + [255] * 216).getbbox()
    assert inked == pytest.approx(mark.box, abs=1.5)


@pytest.mark.parametrize("seed", SEEDS)
def test_writing_is_scaled_down_to_its_room(seed: int) -> None:
    cutout, hand = written(TEXT, seed, widest=300)
    left, _, right, _ = cutout.marks[0].box
    assert right - left <= 300
    assert fit_size(hand, TEXT, 40, 300) < 40 == fit_size(hand, TEXT, 40, 5000)
    assert written_width(hand, TEXT, 40) > written_width(hand, TEXT[:8], 40)


def test_the_same_dice_write_the_same_and_others_do_not() -> None:
    once, again, other = (written(TEXT, seed)[0].image.tobytes() for seed in (3, 3, 4))
    assert once == again != other


def test_there_must_be_something_to_write() -> None:
    with pytest.raises(ValueError, match="nothing to write"):
        written("  ", 0)


def test_what_is_not_to_be_recorded_is_not() -> None:
    dice = Dice(Random(1))
    canvas = Canvas((400, 120), fine=2)
    pen = Pen(canvas, Hand.drawn(dice), dice)
    area = pen.write("old", (40, 60), 40, noted=False)
    before = np.asarray(canvas.cutout().alpha).sum(dtype=int)
    pen.strike(area)
    pen.cross_out((200, 30, 150, 50))
    pen.tick((300, 10, 20, 20))
    pen.sign((20, 100), 20)
    assert canvas.cutout().marks == ()
    assert np.asarray(canvas.cutout().alpha).sum(dtype=int) > before


def features(letter: str, seed: int) -> NDArray[np.float64]:
    """Return a letter, cut out and scaled to a small square."""
    alpha = written(letter, seed, 70)[0].alpha
    box = alpha.getbbox()
    assert box
    left, top, right, bottom = box
    side = max(right - left, bottom - top)
    square = alpha.crop(
        (left - (side - right + left) // 2, top, left - (side - right + left) // 2 + side, top + side)
    )
    pixels = np.asarray(square.resize((16, 16)), dtype=np.float64).ravel()
    return pixels / np.linalg.norm(pixels)


@pytest.mark.slow
@pytest.mark.parametrize(
    "alphabet", ["0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"]
)
def test_letters_of_new_hands_are_nearest_to_the_same_letter_of_others(alphabet: str) -> None:
    known = {letter: [features(letter, seed) for seed in range(8)] for letter in alphabet}
    right = 0
    for letter in alphabet:
        for seed in (101, 102):
            drawn = features(letter, seed)
            nearest = max(alphabet, key=lambda other: max(float(drawn @ each) for each in known[other]))
            right += nearest == letter
    assert right / (2 * len(alphabet)) >= 0.9
