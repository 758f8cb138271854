"""The detector's training: varied scenes, a cosine schedule over the given time, averaged weights."""

from __future__ import annotations

import copy
import itertools
import math
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

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
STORED_EVERY = 120.0
"""Seconds after which a run is stored, so that it can be continued."""
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
    session: float = 0.0
    """Minutes after which a call ends, to be continued by the next one. 0 for no limit."""


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


class Run:
    """A training run, which can be stored and continued."""

    def __init__(self, classes: int, groups: int, plan: Plan) -> None:
        torch.manual_seed(plan.seed)
        self.plan = plan
        self.net = DetectorNet(classes, groups).to(plan.device, memory_format=torch.channels_last)
        self.kept = copy.deepcopy(self.net).eval()
        self.optimizer = _optimizer(self.net, plan)
        self.step, self.spent = 0, 0.0

    @property
    def progress(self) -> float:
        by_steps = self.step / self.plan.steps if self.plan.steps else 0.0
        return max(by_steps, self.spent / 60 / self.plan.minutes if self.plan.minutes else 0.0)

    def save(self, path: Path) -> None:
        state = {"net": self.net.state_dict(), "kept": self.kept.state_dict(), "step": self.step,
                 "optimizer": self.optimizer.state_dict(), "spent": self.spent}  # fmt: skip
        unfinished = path.with_suffix(".tmp")
        torch.save(state, unfinished)
        unfinished.replace(path)

    def load(self, path: Path) -> None:
        state = torch.load(path, map_location=self.plan.device, weights_only=True)
        self.net.load_state_dict(state["net"])
        self.kept.load_state_dict(state["kept"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.spent = state["step"], state["spent"]
        torch.manual_seed(self.plan.seed + self.step)


def train(pack: Pack, labels: list[str], groups: list[int], plan: Plan, store: Path) -> DetectorNet | None:
    """Train a network, and return it with averaged weights.

    Returns None if the time of this call is up first: the run is stored, and the next call continues it.
    """
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision("high")
    run = Run(len(labels), max(groups) + 1, plan)
    if store.exists():
        run.load(store)
        print(f"  continuing at step {run.step:,}, {run.progress:.0%}", flush=True)
    batches = Batches(pack, labels, plan)
    group_of = torch.tensor(groups, device=plan.device)
    began, before, reported, stored = time.monotonic(), run.spent, 0.0, 0.0
    while run.progress < 1:
        losses = _take_step(run, batches, group_of, len(labels))
        now = time.monotonic() - began
        run.spent = before + now
        if now - reported > 10 or run.step == 1:
            reported = now
            speed = plan.batch * run.step / max(run.spent, 1e-6)
            print(f"  {run.spent:5.0f} s  step {run.step:6,}  {run.progress:4.0%}  "
                  f"heat {losses[0].item():.3f}  boxes {losses[1].item():.3f}  "
                  f"{speed:,.0f} pictures/s", flush=True)  # fmt: skip
        up = bool(plan.session) and now > 60 * plan.session
        if run.progress < 1 and (up or now - stored > STORED_EVERY):
            stored = now
            run.save(store)
        if up and run.progress < 1:
            return None
    return run.kept


def _take_step(run: Run, batches: Batches, group_of: Tensor, classes: int) -> tuple[Tensor, Tensor]:
    plan = run.plan
    for part in run.optimizer.param_groups:
        part["lr"] = plan.rate * _schedule(run.progress)
    pictures, boxes, names, cut = batches.draw()
    pictures = pictures.contiguous(memory_format=torch.channels_last)
    with torch.autocast(plan.device.split(":")[0], dtype=torch.bfloat16, enabled=plan.device != "cpu"):
        heat, reach = run.net(pictures)
    wanted, counts = heat_targets(boxes, names, cut, classes=classes, cells=SIDE // STRIDE, stride=STRIDE)
    hot = heat_loss(heat, wanted, counts)
    fit = box_loss(reach, boxes, names, cut, groups=group_of, stride=STRIDE)
    run.optimizer.zero_grad(set_to_none=True)
    (hot + fit).backward()
    torch.nn.utils.clip_grad_norm_(run.net.parameters(), 10.0)
    run.optimizer.step()
    run.step += 1
    _average(run.kept, run.net, min(0.9995, run.step / (run.step + 20)))
    return hot, fit


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
