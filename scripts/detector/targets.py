"""Target maps and losses."""

from __future__ import annotations

import torch
from torch import Tensor

SPREAD = 0.54 / 6 * 2
"""Standard deviation of a bell as a share of half the box's side."""
_AROUND = ((0, 0, 1.0), (0, -1, 0.5), (0, 1, 0.5), (-1, 0, 0.5), (1, 0, 0.5))
"""Cells that predict the box: the centre and its neighbours, with their weights."""


def heat_targets(
    boxes: Tensor, labels: Tensor, cut: Tensor, *, classes: int, cells: int, stride: int
) -> tuple[Tensor, Tensor]:
    """Return bells at the centres of objects, B×C×H×W, and which cells count, B×1×H×W.

    `labels` is -1 for no box.
    """
    count = len(boxes)
    heat = torch.zeros(count * classes, cells, cells, device=boxes.device)
    counts = torch.ones(count, 1, cells, cells, device=boxes.device)
    wanted = (labels >= 0) & ~cut
    which, slot = wanted.nonzero(as_tuple=True)
    if len(which):
        bells = _bells(boxes[which, slot] / stride, cells)
        heat.index_reduce_(0, which * classes + labels[which, slot], bells, "amax")
    which, slot = ((labels >= 0) & cut).nonzero(as_tuple=True)
    if len(which):
        outside = ~_covered(boxes[which, slot] / stride, cells)
        counts[:, 0].index_reduce_(0, which, outside.float(), "amin")
    return heat.view(count, classes, cells, cells), counts


def _covered(boxes: Tensor, cells: int) -> Tensor:
    line = torch.arange(cells, device=boxes.device)
    left, top, right, bottom = (edge[:, None] for edge in boxes.unbind(1))
    across, down = (line + 1 > left) & (line <= right), (line + 1 > top) & (line <= bottom)
    return down[:, :, None] & across[:, None, :]


def _bells(boxes: Tensor, cells: int) -> Tensor:
    left, top, right, bottom = boxes.unbind(1)
    column, row = ((left + right) / 2).floor(), ((top + bottom) / 2).floor()
    line = torch.arange(cells, device=boxes.device)
    wide = ((right - left) / 2 * SPREAD).clamp(min=0.45)[:, None]
    high = ((bottom - top) / 2 * SPREAD).clamp(min=0.45)[:, None]
    across = torch.exp(-(((line - column[:, None]) / wide) ** 2) / 2)
    down = torch.exp(-(((line - row[:, None]) / high) ** 2) / 2)
    bells = down[:, :, None] * across[:, None, :]
    return torch.where(bells < 1e-4, torch.zeros_like(bells), bells)


def heat_loss(logits: Tensor, target: Tensor, counts: Tensor) -> Tensor:
    """Return the focal loss of CornerNet: a miss at a centre costs most, a guess near one little."""
    logits = logits.clamp(-12, 12)
    guess = torch.sigmoid(logits)
    sure, unsure = torch.nn.functional.logsigmoid(logits), torch.nn.functional.logsigmoid(-logits)
    middle = target > 0.999
    missed = torch.where(middle, -sure * (1 - guess) ** 2, torch.zeros_like(sure))
    wrong = torch.where(middle, torch.zeros_like(sure), -unsure * guess**2 * (1 - target) ** 4)
    return ((missed + wrong) * counts).sum() / middle.sum().clamp(min=1)


def box_loss(
    reach: Tensor, boxes: Tensor, labels: Tensor, cut: Tensor, *, groups: Tensor, stride: int
) -> Tensor:
    """Return the loss of the boxes (GIoU, and logarithms of the extents) at and beside the centres."""
    cells = reach.shape[-1]
    which, slot = ((labels >= 0) & ~cut).nonzero(as_tuple=True)
    if not len(which):
        return reach.sum() * 0
    true = boxes[which, slot]
    group = groups[labels[which, slot]]
    column = ((true[:, 0] + true[:, 2]) / 2 / stride).floor()
    row = ((true[:, 1] + true[:, 3]) / 2 / stride).floor()
    total, weight = reach.new_zeros(()), reach.new_zeros(())
    spread = reach.view(len(reach), -1, 4, cells, cells)
    for down, across, share in _AROUND:
        x, y = column + across, row + down
        middle = torch.stack([x + 0.5, y + 0.5], 1) * stride
        within = ((middle > true[:, :2]) & (middle < true[:, 2:])).all(1) & (x >= 0) & (y >= 0)
        within &= (x < cells) & (y < cells)
        if not within.any():
            continue
        found = spread[which[within], group[within], :, y[within].long(), x[within].long()]
        wanted = torch.cat([middle - true[:, :2], true[:, 2:] - middle], 1)[within].clamp(min=0.5)
        lost = 2 * _giou_loss(found, wanted) + 0.5 * (found.log() - wanted.log()).abs().sum(1)
        total, weight = total + share * lost.sum(), weight + share * within.sum()
    return total / weight.clamp(min=1)


def _giou_loss(found: Tensor, wanted: Tensor) -> Tensor:
    """Return the GIoU loss of boxes given as extents around a common point."""
    least, most = torch.minimum(found, wanted), torch.maximum(found, wanted)
    common = (least[:, 0] + least[:, 2]) * (least[:, 1] + least[:, 3])
    around = (most[:, 0] + most[:, 2]) * (most[:, 1] + most[:, 3])
    area = (found[:, 0] + found[:, 2]) * (found[:, 1] + found[:, 3])
    joined = area + (wanted[:, 0] + wanted[:, 2]) * (wanted[:, 1] + wanted[:, 3]) - common
    return 1 - common / joined.clamp(min=1e-6) + (around - joined) / around.clamp(min=1e-6)
