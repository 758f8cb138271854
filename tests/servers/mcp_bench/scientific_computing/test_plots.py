"""The pictures of `Scientific Computing` show what the formulas say."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from PIL import Image

from m3bench_world.servers.mcp_bench.scientific_computing.plots.canvas import HEIGHT, WIDTH, ticks
from tests.servers.asking import Asking, Heard

SERVER = "Scientific Computing"


def pixels(heard: Heard) -> Any:
    (picture,) = heard.pictures
    image = Image.open(io.BytesIO(picture))
    assert (image.format, image.size) == ("PNG", (WIDTH, HEIGHT))
    return np.asarray(image.convert("RGB")).astype(int)


def blue(image: Any) -> Any:
    """Where the line of a curve runs."""
    return (image[..., 2] - image[..., 0] > 80) & (image[..., 2] > 120)


def test_a_curve_runs_where_the_function_does(ask: Asking) -> None:
    line = blue(pixels(ask("plot_function", expr_str="x", xlim=[-5, 5], ylim=[-5, 5], grid=200)))
    rows, columns = np.nonzero(line)
    assert np.corrcoef(rows, columns)[0, 1] < -0.999
    bell = pixels(ask("plot_function", expr_str="exp(-0.5*x**2)", xlim=[-3, 3], ylim=[-0.1, 1.1], grid="200"))
    rows, columns = np.nonzero(blue(bell))
    assert abs(columns[rows.argmin()] - (70 + (WIDTH - 95) / 2)) < 12  # highest at x = 0
    said = ask("plot_function", expr_str="tan(x)").text
    assert said.startswith("Curve of tan(x)")


def test_a_function_of_two_variables_is_a_surface(ask: Asking) -> None:
    heard = ask("plot_function", expr_str="sin(sqrt(x**2 + y**2))")
    assert heard.text.startswith("Surface of")
    colours = {tuple(pixel) for row in pixels(heard)[::3, ::3] for pixel in row}
    assert len(colours) > 100
    flat = ask("plot_function", expr_str="0*y + 3 + y - y")
    assert flat.text.startswith("Curve of 3")


def test_arrows_of_a_field(ask: Asking) -> None:
    heard = ask("plot_vector_field", f_str="[z, -y, x]", bounds="[-1,1,-1,1,-1,1]", n=8)
    assert "lengths 0.247436 to 1.73205" in heard.text  # √3/7 is the nearest, √3 the corner
    inked = (pixels(heard) < 200).any(axis=2).mean()
    assert 0.02 < inked < 0.5
    listed = ask("plot_vector_field", f_str="[z, -y, x]", bounds=[-1, 1, -1, 1, -1, 1], n=8)
    assert listed.pictures == heard.pictures
    assert ask("plot_vector_field", f_str="[1/x, 0, 0]").pictures


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        ((-5, 5), [-4, -2, 0, 2, 4]),
        ((-0.1, 1.1), [0, 0.2, 0.4, 0.6, 0.8, 1]),
        ((0, 1e6), [0, 2e5, 4e5, 6e5, 8e5, 1e6]),
    ],
)
def test_ticks_are_round(span: tuple[float, float], expected: list[float]) -> None:
    assert ticks(span) == pytest.approx(expected)
