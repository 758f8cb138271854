"""Augmentation of whole batches of pictures on their device."""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - its usual name

GREY = 114 / 255
SMALLEST, LARGEST = 0.6, 1.5
LEAST_KEPT = 0.5
"""Objects with a smaller visible share are ignored in training."""


def augment(pictures: Tensor, boxes: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Flip, scale, move, recolour, blur and add noise.

    `pictures` is B×3×S×S from 0 to 1, `boxes` B×M×4 (NaN for none). Returns pictures, boxes within the frame,
    and which boxes are cut too much.
    """
    pictures, boxes, cut = _move(pictures, boxes)
    pictures = _recolour(pictures)
    pictures = _blur(pictures)
    return _add_noise(pictures).clamp(0, 1), boxes, cut


def _uniform(count: int, low: float, high: float, like: Tensor) -> Tensor:
    return torch.empty(count, device=like.device).uniform_(low, high)


def _chance(count: int, share: float, like: Tensor) -> Tensor:
    return torch.rand(count, device=like.device) < share


def _move(pictures: Tensor, boxes: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    count, _, side, _ = pictures.shape
    plain = _chance(count, 0.3, pictures)
    scale = torch.exp(_uniform(count, math.log(SMALLEST), math.log(LARGEST), pictures))
    stretch = torch.exp(_uniform(count, -0.12, 0.12, pictures))
    scale_x, scale_y = scale * stretch, scale / stretch
    room_x, room_y = side * (1 - scale_x), side * (1 - scale_y)
    shift_x = room_x * torch.rand(count, device=pictures.device)
    shift_y = room_y * torch.rand(count, device=pictures.device)
    one, zero = torch.ones_like(scale), torch.zeros_like(scale)
    scale_x, scale_y = torch.where(plain, one, scale_x), torch.where(plain, one, scale_y)
    shift_x, shift_y = torch.where(plain, zero, shift_x), torch.where(plain, zero, shift_y)
    flip = _chance(count, 0.5, pictures)
    scale_x, shift_x = torch.where(flip, -scale_x, scale_x), torch.where(flip, side - shift_x, shift_x)
    moved = _sample(pictures, (scale_x, scale_y), (shift_x, shift_y))
    sizes = torch.stack([scale_x, scale_y, scale_x, scale_y], 1)[:, None]
    shifts = torch.stack([shift_x, shift_y, shift_x, shift_y], 1)[:, None]
    placed = boxes * sizes + shifts
    left, right = placed[..., 0].minimum(placed[..., 2]), placed[..., 0].maximum(placed[..., 2])
    placed = torch.stack([left, placed[..., 1], right, placed[..., 3]], -1)
    framed = placed.clamp(0, side)
    kept = _area(framed) / _area(placed).clamp(min=1e-6)
    return moved, framed, kept < LEAST_KEPT


def _sample(pictures: Tensor, scales: tuple[Tensor, Tensor], shifts: tuple[Tensor, Tensor]) -> Tensor:
    """Apply x' = scale · x + shift to every pixel, with a grey background."""
    count, _, side, _ = pictures.shape
    matrix = torch.zeros(count, 2, 3, device=pictures.device)
    for axis in (0, 1):
        matrix[:, axis, axis] = 1 / scales[axis]
        matrix[:, axis, 2] = (1 - 2 * shifts[axis] / side) / scales[axis] - 1
    grid = F.affine_grid(matrix, list(pictures.shape), align_corners=False)
    return F.grid_sample(pictures - GREY, grid, mode="bilinear", align_corners=False) + GREY


def _area(boxes: Tensor) -> Tensor:
    return (boxes[..., 2] - boxes[..., 0]).clamp(min=0) * (boxes[..., 3] - boxes[..., 1]).clamp(min=0)


def _recolour(pictures: Tensor) -> Tensor:
    count = len(pictures)

    def each(low: float, high: float) -> Tensor:
        return _uniform(count, low, high, pictures)[:, None, None, None]

    grey = pictures.mean(1, keepdim=True)
    pictures = grey + (pictures - grey) * each(0.7, 1.3)
    middle = pictures.mean((1, 2, 3), keepdim=True)
    pictures = middle + (pictures - middle) * each(0.75, 1.25)
    cast = torch.empty(count, 3, 1, 1, device=pictures.device).uniform_(0.92, 1.08)
    pictures = (pictures * cast * each(0.8, 1.2)).clamp(0, 1)
    pictures = pictures.clamp(min=1e-4) ** each(0.8, 1.25)
    colourless = _chance(count, 0.02, pictures)[:, None, None, None]
    return torch.where(colourless, grey.expand_as(pictures), pictures)


def _blur(pictures: Tensor) -> Tensor:
    chosen = _chance(len(pictures), 0.2, pictures).nonzero()[:, 0]
    if len(chosen):
        radius = 3
        sigma = float(torch.empty(1).uniform_(0.4, 1.3))
        steps = torch.arange(-radius, radius + 1, device=pictures.device, dtype=pictures.dtype)
        bell = torch.exp(-(steps**2) / (2 * sigma * sigma))
        kernel = (bell / bell.sum()).expand(3, 1, -1)
        blurred = F.conv2d(pictures[chosen], kernel[:, :, None], padding=(0, radius), groups=3)
        blurred = F.conv2d(blurred, kernel[..., None], padding=(radius, 0), groups=3)
        pictures = pictures.clone()
        pictures[chosen] = blurred
    return pictures


def _add_noise(pictures: Tensor) -> Tensor:
    strength = _uniform(len(pictures), 0.0, 0.03, pictures) * _chance(len(pictures), 0.4, pictures)
    return pictures + torch.randn_like(pictures) * strength[:, None, None, None]


def scramble(pictures: Tensor, block: int = 16) -> Tensor:
    """Shuffle the blocks of pictures, so that no object is left."""
    count, channels, side, _ = pictures.shape
    across = side // block
    cells = F.unfold(pictures, block, stride=block)
    order = torch.rand(count, across * across, device=pictures.device).argsort(1)
    mixed = cells.gather(2, order[:, None].expand_as(cells))
    return F.fold(mixed, (side, side), block, stride=block).view(count, channels, side, side)
