"""Labels find free places, or say that there is none."""

from __future__ import annotations

from m3bench_world.scenes.maps import Boxes, Labels


def test_a_label_takes_its_place() -> None:
    boxes = Boxes((0, 0, 400, 200))
    labels = Labels(boxes, 20)
    assert labels.place("Lisbon", (200, 100), 10)
    (first,) = labels._placed
    assert first.y < 100
    assert labels.place("Lisbon", (200, 100), 10)
    assert labels._placed[1].y > 100


def test_a_label_that_fits_nowhere_is_refused() -> None:
    labels = Labels(Boxes((0, 0, 60, 30)), 20)
    assert not labels.place("Copenhagen", (30, 15), 10)
    assert labels._placed == []


def test_lines_stay_free_of_labels() -> None:
    boxes = Boxes((0, 0, 400, 200))
    boxes.take_line((0, 80), (400, 80), 8)
    labels = Labels(boxes, 20)
    assert labels.place("Riga", (200, 100), 10)
    assert labels._placed[0].y > 100
