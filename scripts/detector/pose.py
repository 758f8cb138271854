"""The second network: joints of one person in a small square."""

from __future__ import annotations

import json
import math
import multiprocessing
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name

from detector.augment import _add_noise, _blur, _recolour
from detector.network import Block, _step
from detector.packs import INDEX
from detector.pictures import open_stored
from detector.targets import heat_loss
from detector.training import Plan, _average, _optimizer, _schedule
from m3bench_world.servers.dinox.detector import Box
from m3bench_world.servers.dinox.pose import JOINTS, crop_image, crop_square, peak_of

SIDE, STRIDE = 128, 4
CELLS = SIDE // STRIDE
SMALLEST = 24
"""Minimum size of a person in pixels. Joints of smaller people are not visible."""
NEAR = 0.1
"""A joint is right within this share of the person's longer side."""
_WIDE = 1.1
_PAIRS = [(index, index + 1) for index in range(1, len(JOINTS), 2)]

Persons = tuple[NDArray[np.uint8], NDArray[np.float32]]
"""Crops N×S×S×3, and 13 joints of each: x and y in pixels of the crop, and 1 if it is visible."""


class PoseNet(nn.Module):
    """`forward` returns logits at a quarter of the size."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_step(3, 24, 2), _step(24, 48, 2), Block(48))
        self.middle = nn.Sequential(_step(48, 80, 2), Block(80), Block(80))
        self.deep = nn.Sequential(_step(80, 112, 2), Block(112), Block(112, 2))
        self.from_deep, self.from_middle = nn.Conv2d(112, 64, 1), nn.Conv2d(80, 64, 1)
        self.from_stem = nn.Conv2d(48, 64, 1)
        self.merge, self.fine = _step(64, 64), _step(64, 64)
        self.out = nn.Conv2d(64, len(JOINTS), 1)
        nn.init.constant_(self.out.bias, -4.0)

    def forward(self, picture: Tensor) -> Tensor:
        near = self.stem(picture * 4 - 2)
        middle = self.middle(near)
        deep = self.from_deep(self.deep(middle))
        joined = self.merge(F.interpolate(deep, scale_factor=2.0, mode="nearest") + self.from_middle(middle))
        up = F.interpolate(joined, scale_factor=2.0, mode="nearest")
        return self.out(self.fine(up + self.from_stem(near))).float()


class ExportedPose(nn.Module):
    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, picture: Tensor) -> Tensor:
        return torch.sigmoid(self.net(picture))


def persons(folder: Path, jobs: int, times: int) -> Persons:
    """Return crops of all people with known joints, `times` each with different margins."""
    todo = [(str(path.with_suffix("")), times) for path in _truth_files(folder)]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        found = [crop for crops in pool.imap(_crops, todo, chunksize=16) for crop in crops]
    if not found:
        raise SystemExit(f"no people with joints in {folder}")
    return np.stack([pixels for pixels, _ in found]), np.stack([joints for _, joints in found])


def _truth_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.json") if path.name != INDEX)


def _crops(task: tuple[str, int]) -> list[tuple[NDArray[np.uint8], NDArray[np.float32]]]:
    stem, times = task
    scene = json.loads(Path(f"{stem}.json").read_text(encoding="utf-8"))
    people = [thing for thing in scene["things"] if thing["label"] == "person" and thing.get("points")]
    if not people:
        return []
    image = open_stored(stem)
    dice = random.Random(stem)
    made = []
    for thing in people:
        box = Box(*thing["box"])
        if max(box.size) < SMALLEST:
            continue
        for time_ in range(times):
            square = crop_square(_jitter(box, dice) if time_ else box)
            scale = SIDE / (square[2] - square[0])
            joints = _joints(thing["points"], square, scale)
            made.append((np.asarray(crop_image(image, square, SIDE)), joints))
    return made


def _jitter(box: Box, dice: random.Random) -> Box:
    """Return a box with the inaccuracy of a detector."""
    wide, high = box.size
    off = [dice.gauss(0, 0.06) * length for length in (wide, high, wide, high)]
    return Box(box.xmin + off[0], box.ymin + off[1], box.xmax + off[2], box.ymax + off[3])


def _joints(points: list[dict[str, Any]], square: tuple[float, ...], scale: float) -> NDArray[np.float32]:
    joints = np.zeros((len(JOINTS), 3), dtype=np.float32)
    for point in points:
        name = point["name"].replace(" ", "_").replace("-", "_")
        if name in JOINTS:
            x, y = (point["x"] - square[0]) * scale, (point["y"] - square[1]) * scale
            inside = 0 <= x < SIDE and 0 <= y < SIDE
            joints[JOINTS.index(name)] = x, y, float(point["visible"] and inside)
    return facing_viewer(joints)


def facing_viewer(joints: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rename joints of mirrored drawings: in each pair, the one further right is the left."""
    ordered = joints.copy()
    for left, right in _PAIRS:
        if joints[left, 2] and joints[right, 2] and joints[left, 0] < joints[right, 0]:
            ordered[[left, right]] = joints[[right, left]]
    return ordered


def _targets(joints: Tensor) -> Tensor:
    line = torch.arange(CELLS, device=joints.device)
    cells = (joints[..., :2] / STRIDE).floor()
    across = torch.exp(-(((line - cells[..., :1]) / _WIDE) ** 2) / 2)
    down = torch.exp(-(((line - cells[..., 1:]) / _WIDE) ** 2) / 2)
    return down[..., :, None] * across[..., None, :] * joints[..., 2, None, None]


def train_pose(people: Persons, plan: Plan) -> PoseNet:
    torch.manual_seed(plan.seed)
    net = PoseNet().to(plan.device)
    kept = PoseNet().to(plan.device).eval()
    kept.load_state_dict(net.state_dict())
    pixels = torch.from_numpy(people[0]).to(plan.device)
    joints = torch.from_numpy(people[1]).to(plan.device)
    optimizer = _optimizer(net, plan)
    began, step, progress, last_report = time.monotonic(), 0, 0.0, 0.0
    while progress < 1:
        for part in optimizer.param_groups:
            part["lr"] = plan.rate * _schedule(progress)
        chosen = torch.randint(len(pixels), (plan.batch,), device=plan.device)
        pictures, places = _mirror(pixels[chosen].permute(0, 3, 1, 2).float() / 255, joints[chosen])
        pictures = _add_noise(_blur(_recolour(pictures))).clamp(0, 1)
        with torch.autocast(plan.device.split(":")[0], dtype=torch.bfloat16, enabled=plan.device != "cpu"):
            heat = net(pictures)
        lost = heat_loss(heat, _targets(places), torch.ones(1, device=plan.device))
        optimizer.zero_grad(set_to_none=True)
        lost.backward()
        optimizer.step()
        step += 1
        _average(kept, net, min(0.999, step / (step + 20)))
        spent = time.monotonic() - began
        progress = max(
            step / plan.steps if plan.steps else 0.0, spent / 60 / plan.minutes if plan.minutes else 0
        )
        if spent - last_report > 10 or step == 1:
            last_report = spent
            print(f"  {spent:5.0f} s  step {step:6,}  {progress:4.0%}  heat {lost.item():.3f}", flush=True)
    return kept


def _mirror(pictures: Tensor, joints: Tensor) -> tuple[Tensor, Tensor]:
    flip = torch.rand(len(pictures), device=pictures.device) < 0.5
    pictures = torch.where(flip[:, None, None, None], pictures.flip(3), pictures)
    turned = joints.clone()
    turned[..., 0] = SIDE - joints[..., 0]
    order = [0, *(index for pair in _PAIRS for index in pair[::-1])]
    return pictures, torch.where(flip[:, None, None], turned[:, order], joints)


def measure_pose(net: PoseNet, people: Persons, device: str) -> tuple[list[float], dict[str, Any]]:
    """Return a threshold for each joint, and the figures."""
    shipped = ExportedPose(net).eval()
    scores: list[list[tuple[float, bool, bool]]] = [[] for _ in JOINTS]
    for start in range(0, len(people[0]), 64):
        with torch.no_grad():
            pictures = (
                torch.from_numpy(people[0][start : start + 64]).to(device).permute(0, 3, 1, 2).float() / 255
            )
            heat = shipped(pictures).cpu().numpy()
        for maps, joints in zip(heat, people[1][start : start + 64], strict=True):
            for index, (layer, (x, y, seen)) in enumerate(zip(maps, joints, strict=True)):
                found_x, found_y, score = peak_of(layer)
                off = math.hypot(found_x * STRIDE - x, found_y * STRIDE - y)
                scores[index].append((score, bool(seen), bool(seen) and off <= NEAR * SIDE / 1.25))
    thresholds, per_joint = [], {}
    for name, each in zip(JOINTS, scores, strict=True):
        steps = [step / 50 for step in range(5, 41)]
        best = max(steps, key=lambda step: (_joint_f1(each, step), -abs(step - 0.3)))
        thresholds.append(best)
        per_joint[name] = round(_joint_f1(each, best), 4)
    mean = round(sum(per_joint.values()) / len(per_joint), 4)
    return thresholds, {"people": len(people[0]), "f1": mean, "joints": per_joint}


def _joint_f1(each: list[tuple[float, bool, bool]], threshold: float) -> float:
    kept = [one for one in each if one[0] >= threshold]
    right = sum(one[2] for one in kept)
    return 2 * right / max(1, len(kept) + sum(one[1] for one in each))
