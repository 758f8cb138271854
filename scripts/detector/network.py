"""The detector's network: a small residual one with a feature pyramid, read out at a quarter of the size."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name

STRIDE = 4
WIDTHS = (48, 80, 128, 192)
DEPTHS = (2, 2, 3, 2)
NECK = 64
FIRST_GUESS = 0.01
"""Initial probability that a cell is the centre of an object."""
WIDEST = 6.4
"""exp(6.4) is about 600 pixels: no box of a 512-pixel picture is larger."""


def _step(inward: int, outward: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inward, outward, 3, stride, 1, bias=False), nn.BatchNorm2d(outward), nn.ReLU(inplace=True)
    )


class Block(nn.Module):
    """A residual block of two convolutions."""

    def __init__(self, width: int, spread: int = 1) -> None:
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(width)
        self.second = nn.Conv2d(width, width, 3, 1, spread, dilation=spread, bias=False)
        self.second_norm = nn.BatchNorm2d(width)
        nn.init.zeros_(self.second_norm.weight)

    def forward(self, x: Tensor) -> Tensor:
        inner = F.relu(self.first_norm(self.first(x)))
        return F.relu(x + self.second_norm(self.second(inner)))


class DetectorNet(nn.Module):
    """`forward` returns heat as logits, and the reach of boxes in pixels. `Exported` applies the sigmoid."""

    def __init__(self, classes: int, groups: int) -> None:
        super().__init__()
        self.classes, self.groups = classes, groups
        self.stem = nn.Sequential(_step(3, 24, 2), _step(24, WIDTHS[0], 2))
        self.stages = nn.ModuleList()
        before = WIDTHS[0]
        for index, (width, depth) in enumerate(zip(WIDTHS, DEPTHS, strict=True)):
            entry = [] if index == 0 else [_step(before, width, 2)]
            spread = [2 if index == 3 and turn else 1 for turn in range(depth)]
            self.stages.append(nn.Sequential(*entry, *(Block(width, reach) for reach in spread)))
            before = width
        self.sides = nn.ModuleList(nn.Conv2d(width, NECK, 1) for width in WIDTHS)
        self.joints = nn.ModuleList(_step(NECK, NECK) for _ in WIDTHS)
        self.heat = nn.Sequential(_step(NECK, NECK), _step(NECK, NECK + 32), nn.Conv2d(NECK + 32, classes, 1))
        self.reach = nn.Sequential(_step(NECK, NECK), _step(NECK, NECK))
        self.reach_out = nn.Conv2d(NECK, 4 * groups, 1)
        nn.init.constant_(self.heat[-1].bias, -math.log(1 / FIRST_GUESS - 1))
        nn.init.normal_(self.heat[-1].weight, std=0.01)
        nn.init.constant_(self.reach_out.bias, math.log(32))
        nn.init.normal_(self.reach_out.weight, std=0.01)

    def forward(self, picture: Tensor) -> tuple[Tensor, Tensor]:
        x = self.stem(picture * 4 - 2)
        levels = []
        for stage in self.stages:
            x = stage(x)
            levels.append(x)
        merged = self.joints[-1](self.sides[-1](levels[-1]))
        for index in (2, 1, 0):
            upper = F.interpolate(merged, scale_factor=2.0, mode="nearest")
            merged = self.joints[index](upper + self.sides[index](levels[index]))
        with torch.autocast(device_type=picture.device.type, enabled=False):
            reach = torch.exp(self.reach_out(self.reach(merged.float())).clamp(max=WIDEST))
        return self.heat(merged).float(), reach


class Exported(nn.Module):
    """The network as shipped, with heat from 0 to 1."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, picture: Tensor) -> tuple[Tensor, Tensor]:
        heat, reach = self.net(picture)
        return torch.sigmoid(heat), reach


def size_of(net: nn.Module) -> int:
    """Return the number of parameters."""
    return sum(weights.numel() for weights in net.parameters())
