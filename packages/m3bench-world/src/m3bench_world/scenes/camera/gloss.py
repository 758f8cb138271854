"""Where glare may be: on things that shine, and on paper, screens and labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageChops

from m3bench_world.scenes.camera.geometry import Geometry
from m3bench_world.scenes.layers import Layer, overlap

if TYPE_CHECKING:
    from m3bench_world.scenes.stage import Composition

_SHINY = {
    "apple", "ball", "bell pepper", "bottle", "bowl", "bus", "can", "car", "cup", "eggplant", "fish", "jar",
    "kettle", "knife", "laptop", "phone", "pill bottle", "pickup truck", "plate", "spoon", "tomato", "truck",
    "van", "vase",
}  # fmt: skip


def glossy_layers(composition: Composition) -> list[Layer]:
    """Return the layers that reflect light: those with letters or codes on them, and shiny things."""
    frame = (0, 0, *composition.scene.size)
    shiny = {id(layer) for shown in composition.shown if shown.label in _SHINY for layer, _ in shown.pieces}
    return [
        layer
        for layer in composition.layers
        if layer.solid and (layer.marks or id(layer) in shiny) and overlap(layer.box, frame)
    ]


def only_on(layer: Layer, spot: Image.Image, geometry: Geometry) -> Image.Image:
    """Return a coarse spot of light, cut off at the edges of a layer."""
    alpha = np.asarray(ImageChops.multiply(layer.alpha, layer.clear))
    step = geometry.size[0] / spot.width, geometry.size[1] / spot.height
    xs, ys = (np.arange(spot.width) + 0.5) * step[0], (np.arange(spot.height) + 0.5) * step[1]
    points = geometry.to_scene(np.stack(np.meshgrid(xs, ys), axis=-1)) - (layer.left, layer.top)
    columns, rows = np.floor(points[..., 0]).astype(np.int64), np.floor(points[..., 1]).astype(np.int64)
    inside = (columns >= 0) & (columns < alpha.shape[1]) & (rows >= 0) & (rows < alpha.shape[0])
    clear = np.where(inside, alpha[rows.clip(0, alpha.shape[0] - 1), columns.clip(0, alpha.shape[1] - 1)], 0)
    return ImageChops.multiply(spot, Image.fromarray(clear.astype(np.uint8)))
