"""The detector's training: varied scenes, a cosine schedule over the given time, averaged weights."""

from __future__ import annotations

import copy
import itertools
import math
import time
from collections import Counter
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from detector.augment import augment, scramble
from detector.metrics import Predict
from detector.network import STRIDE, DetectorNet, Exported
from detector.packs import Pack
from detector.pictures import SIDE
from detector.targets import box_loss, heat_loss, heat_targets

MOST_GROUPS = 4
SAME_MIDDLE = 2.0
"""Distance in cells below which objects of two classes often share a cell."""
SCRAMBLED = 0.03
WARM_UP = 0.03
RARITY = 0.65
"""Weight of scenes with rare objects: 0 for none, 1 for inverse frequency."""
MOST_OFTEN = 10.0
"""Maximum weight of a scene, relative to the median."""


@dataclass(frozen=True)
class Plan:
    minutes: float
    steps: int
    batch: int
    rate: float
    device: str
    seed: int = 1


def labels_of(pack: Pack, least: int) -> list[str]:
    """Return the labels that occur often enough to be learned."""
    frequencies = pack.frequencies()
    rare = sorted(label for label, times in frequencies.items() if times < least)
    if rare:
        print(f"  left out, too rare to learn: {', '.join(f'{one} ({frequencies[one]})' for one in rare)}")
    return sorted(label for label, times in frequencies.items() if times >= least)


def groups_of(pack: Pack, labels: list[str]) -> list[int]:
    """Assign classes whose objects share centres to different groups, so that each has its own box."""
    number = {label: index for index, label in enumerate(labels)}
    clashes: Counter[tuple[int, int]] = Counter()
    for boxes, names in zip(pack.boxes, pack.labels, strict=True):
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        near = np.abs(middles[:, None] - middles[None]).max(2) < SAME_MIDDLE * STRIDE
        for first, second in itertools.combinations(range(len(names)), 2):
            if near[first, second] and names[first] != names[second]:
                pair = number.get(names[first], -1), number.get(names[second], -1)
                clashes.update([pair, pair[::-1]] if min(pair) >= 0 else [])
    weight = Counter[int]()
    for (first, _), times in clashes.items():
        weight[first] += times
    groups = [0] * len(labels)
    placed: list[int] = []
    for one in sorted(range(len(labels)), key=lambda each: -weight[each]):
        costs = [sum(clashes[one, other] for other in placed if groups[other] == group)
                 for group in range(MOST_GROUPS)]  # fmt: skip
        groups[one] = costs.index(min(costs))
        placed.append(one)
    return groups


class Batches:
    """Random pictures with their boxes, on the device. Scenes with rare objects are more frequent."""

    def __init__(self, pack: Pack, labels: list[str], plan: Plan) -> None:
        number = {label: index for index, label in enumerate(labels)}
        self._most = max((len(names) for names in pack.labels), default=1) or 1
        count = len(pack)
        self._boxes = torch.zeros(count, self._most, 4)
        self._labels = torch.full((count, self._most), -1, dtype=torch.long)
        for index, (boxes, names) in enumerate(zip(pack.boxes, pack.labels, strict=True)):
            self._boxes[index, : len(names)] = torch.from_numpy(boxes)
            self._labels[index, : len(names)] = torch.tensor(
                [number.get(name, -1) for name in names], dtype=torch.long
            )
        frequencies = pack.frequencies()
        rarest = [min((frequencies[name] for name in names), default=10**6) for names in pack.labels]
        self._weights = torch.tensor([max(1, one) ** -RARITY for one in rarest])
        self._weights = self._weights.clamp(max=float(self._weights.median()) * MOST_OFTEN)
        self._plan = plan
        self._pixels = _on_device(pack.pixels, plan.device)
        self._boxes, self._labels = self._boxes.to(plan.device), self._labels.to(plan.device)

    def draw(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return pictures, boxes, labels (-1 for none), and which boxes are cut too much."""
        chosen = torch.multinomial(self._weights, self._plan.batch, replacement=True)
        chosen = chosen.to(self._pixels.device)
        pictures = self._pixels[chosen].permute(0, 3, 1, 2).float() / 255
        labels = self._labels[chosen].clone()
        pictures, boxes, cut = augment(pictures, self._boxes[chosen])
        mixed = torch.rand(len(pictures)) < SCRAMBLED
        if mixed.any():
            places = mixed.nonzero()[:, 0].to(pictures.device)
            pictures[places] = scramble(pictures[places])
            labels[places] = -1
        return pictures, boxes, labels, cut


def _on_device(pixels: NDArray[np.uint8], device: str) -> Tensor:
    whole = torch.empty(pixels.shape, dtype=torch.uint8, device=device)
    for start in range(0, len(pixels), 512):
        whole[start : start + 512] = torch.from_numpy(np.array(pixels[start : start + 512])).to(device)
    return whole


def train(pack: Pack, labels: list[str], groups: list[int], plan: Plan) -> DetectorNet:
    """Train a network, and return it with averaged weights."""
    torch.manual_seed(plan.seed)
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision("high")
    net = DetectorNet(len(labels), max(groups) + 1).to(plan.device, memory_format=torch.channels_last)
    kept = copy.deepcopy(net).eval()
    batches = Batches(pack, labels, plan)
    group_of = torch.tensor(groups, device=plan.device)
    optimizer = _optimizer(net, plan)
    began, step, progress, last_report = time.monotonic(), 0, 0.0, 0.0
    while progress < 1:
        for part in optimizer.param_groups:
            part["lr"] = plan.rate * _schedule(progress)
        pictures, boxes, names, cut = batches.draw()
        pictures = pictures.contiguous(memory_format=torch.channels_last)
        with torch.autocast(plan.device.split(":")[0], dtype=torch.bfloat16, enabled=plan.device != "cpu"):
            heat, reach = net(pictures)
        wanted, counts = heat_targets(
            boxes, names, cut, classes=len(labels), cells=SIDE // STRIDE, stride=STRIDE
        )
        hot = heat_loss(heat, wanted, counts)
        fit = box_loss(reach, boxes, names, cut, groups=group_of, stride=STRIDE)
        optimizer.zero_grad(set_to_none=True)
        (hot + fit).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        optimizer.step()
        step += 1
        _average(kept, net, min(0.9995, step / (step + 20)))
        spent = time.monotonic() - began
        progress = max(
            step / plan.steps if plan.steps else 0.0, spent / 60 / plan.minutes if plan.minutes else 0
        )
        if spent - last_report > 10 or step == 1:
            last_report = spent
            speed = step * plan.batch / spent
            print(f"  {spent:5.0f} s  step {step:6,}  {progress:4.0%}  heat {hot.item():.3f}  "
                  f"boxes {fit.item():.3f}  {speed:,.0f} pictures/s", flush=True)  # fmt: skip
    return kept


def _optimizer(net: DetectorNet, plan: Plan) -> torch.optim.Optimizer:
    decayed = [weights for weights in net.parameters() if weights.ndim > 1]
    plain = [weights for weights in net.parameters() if weights.ndim <= 1]
    parts = [{"params": decayed, "weight_decay": 0.03}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(parts, lr=plan.rate, betas=(0.9, 0.99))


def _schedule(progress: float) -> float:
    if progress < WARM_UP:
        return max(0.02, progress / WARM_UP)
    return 0.01 + 0.99 * (1 + math.cos(math.pi * (progress - WARM_UP) / (1 - WARM_UP))) / 2


@torch.no_grad()
def _average(kept: DetectorNet, net: DetectorNet, share: float) -> None:
    for old, new in zip(kept.state_dict().values(), net.state_dict().values(), strict=True):
        if old.dtype.is_floating_point:
            old.lerp_(new.to(old.dtype), 1 - share)
        else:
            old.copy_(new)


def predictor(net: DetectorNet, device: str) -> Predict:
    """The network as something that takes bytes and gives maps."""
    shipped = Exported(net).eval()

    @torch.no_grad()
    def predict(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        pictures = torch.from_numpy(np.array(pixels)).to(device).permute(0, 3, 1, 2).float() / 255
        heat, reach = shipped(pictures.contiguous())
        return heat.cpu().numpy(), reach.cpu().numpy()

    return predict
