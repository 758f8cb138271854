"""A building site: people with and without hard hat and safety vest, ladders, platforms, and its hazards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from m3bench_world.scenes.layers import Layer
from m3bench_world.scenes.painting import Cutout
from m3bench_world.scenes.stage import Area, Stage, scatter
from m3bench_world.scenes.views import landscapes

LYING = {
    "traffic cone": 74,
    "bucket": 66,
    "brick pile": 130,
    "rebar": 170,
    "cable": 105,
    "beam": 190,
    "guardrail": 170,
}
"""Objects on the ground, with their longer side in pixels in the foreground."""

_SIZES = {**LYING, "hard hat": 72}

_HATS = (("yes", "yes"), ("yes", "yes"), ("yes", "no"), ("no", "yes"), ("no", "no"))


Worker = dict[str, Any]
"""Facts about a person: hard_hat, safety_vest, pose and place."""


@dataclass
class _Site:
    """Objects placed so far that matter for hazards."""

    workers: list[Worker] = field(default_factory=list)
    open_edges: int = 0

    def having(self, what: str) -> int:
        return sum(bool(worker[what]) for worker in self.workers)


def compose(stage: Stage) -> None:
    dice = stage.dice
    horizon = dice.whole(230, 280)
    stage.backdrop = landscapes.building_ground(stage.size, dice, horizon)
    site = _Site()
    _machines(stage, horizon)
    if dice.happens(0.7):
        _platform(stage, horizon, site)
    if dice.happens(0.45):
        _scaffold(stage, horizon)
    for label in dice.some(LYING, dice.whole(2, 4)):
        for _ in range(dice.whole(1, 3) if label in ("traffic cone", "bucket") else 1):
            _lay(stage, label, horizon)
    if dice.happens(0.2):
        _lay(stage, "hard hat", horizon)
    for _ in range(dice.whole(1, 4) if site.workers else dice.whole(2, 5)):
        _worker(stage, horizon, site)
    stage.facts = _facts(stage, site)


def _facts(stage: Stage, site: _Site) -> dict[str, Any]:
    people, hats, vests = len(site.workers), site.having("hard_hat"), site.having("safety_vest")
    hazards = {
        "person without hard hat": people - hats,
        "person without safety vest": people - vests,
        "open edge": site.open_edges,
        "person at an open edge": sum(worker["place"] == "open edge" for worker in site.workers),
        "cable on the ground": stage.count("cable"),
    }
    return {
        "people": people,
        "with_hard_hat": hats,
        "with_safety_vest": vests,
        "spare_hard_hats": stage.count("hard hat") - hats,
        "spare_safety_vests": stage.count("safety vest") - vests,
        "workers": site.workers,
        "hazards": {hazard: count for hazard, count in hazards.items() if count},
    }


def _person(stage: Stage, height: float, pose: str) -> tuple[Cutout, Worker]:
    helmet, vest = stage.dice.pick(_HATS)
    cutout = stage.cut("person", height=height, pose=pose, helmet=helmet, vest=vest)
    return cutout, {"hard_hat": helmet == "yes", "safety_vest": vest == "yes", "pose": pose}


def _worker(stage: Stage, horizon: int, site: _Site) -> None:
    dice = stage.dice
    y = dice.between(horizon + 90, stage.size[1] - 10)
    cutout, known = _person(
        stage,
        215 * _nearness(stage, y, horizon),
        dice.pick(("standing", "walking", "working", "working", "sitting")),
    )
    area = Area(50, y, stage.size[0] - 50, y)
    if scatter(stage, cutout, area, least=0.8, tries=14):
        site.workers.append({**known, "place": "ground"})


def _nearness(stage: Stage, y: float, horizon: float) -> float:
    return 0.7 + 0.3 * (y - horizon) / (stage.size[1] - horizon)


def _machines(stage: Stage, horizon: int) -> None:
    dice = stage.dice
    wide = stage.size[0]
    if dice.happens(0.4):
        crane = stage.cut("crane", height=dice.between(250, 300))
        scatter(stage, crane, Area(130, horizon + 24, wide - 130, horizon + 40), least=0.55)
    if dice.happens(0.4):
        digger = stage.cut("excavator", width=dice.between(210, 260))
        scatter(stage, digger, Area(130, horizon + 60, wide - 130, horizon + 110), least=0.6)


def _platform(stage: Stage, horizon: int, site: _Site) -> None:
    """Place a raised floor with people on it, and often a ladder."""
    dice = stage.dice
    edge = dice.pick(("open", "open", "guarded"))
    cutout = stage.cut("platform", width=dice.between(330, 400), edge=edge)
    half = cutout.size[0] / 2
    foot = dice.between(horizon + 130, horizon + 190)
    layer = scatter(stage, cutout, Area(half + 10, foot, stage.size[0] - half - 10, foot), least=0.5)
    if layer is None:
        return
    site.open_edges += edge == "open"
    left, right = sorted(layer.left + cutout.points[end][0] for end in ("left end", "right end"))
    top = layer.top + cutout.points["left end"][1]
    for _ in range(dice.whole(0, 2)):
        _stand_on(stage, (left, right, top), layer, edge, site)
    if dice.happens(0.65):
        _lean_ladder(stage, (left, right, top), layer)


def _stand_on(stage: Stage, deck: tuple[float, float, float], layer: Layer, edge: str, site: _Site) -> None:
    left, right, top = deck
    cutout, known = _person(stage, 150, stage.dice.pick(("standing", "walking", "working")))
    behind = edge == "guarded"
    x = stage.dice.between(left + 30, right - 30)
    depth, foot = (layer.depth - 0.5, top - 5) if behind else (layer.depth + 0.5, top + 1)
    if stage.put(cutout, x, foot, depth=depth, anchor="foot", least=0.7):
        site.workers.append({**known, "place": "open edge" if edge == "open" else "platform"})


def _lean_ladder(stage: Stage, deck: tuple[float, float, float], layer: Layer) -> None:
    left, right, top = deck
    ground = layer.top + layer.image.height
    side = stage.dice.pick((-1, 1))
    cutout = stage.cut("ladder", height=(ground - top) * 1.35, turn=side * -13)
    x = right - 6 if side > 0 else left + 6
    stage.put(cutout, x, ground + 6, depth=layer.depth + 0.8, anchor="foot", least=0.8)


def _scaffold(stage: Stage, horizon: int) -> None:
    cutout = stage.cut("scaffold", height=stage.dice.between(230, 270))
    foot = horizon + stage.dice.between(30, 70)
    area = Area(120, foot, stage.size[0] - 120, foot)
    layer = scatter(stage, cutout, area, least=0.45)
    if layer is None:
        return
    if stage.dice.happens(0.3):
        vest = stage.cut("safety vest", height=64)
        x = layer.left + layer.image.width * stage.dice.pick((0.27, 0.72))
        stage.put(vest, x, layer.top + layer.image.height * 0.5, depth=foot + 1, least=0.8)
    if stage.dice.happens(0.6):
        ladder = stage.cut("ladder", height=layer.image.height * 0.8, turn=stage.dice.pick((-10, 10)))
        x = layer.left + layer.image.width * stage.dice.pick((0.05, 0.95))
        stage.put(ladder, x, foot + 14, depth=foot + 14, anchor="foot", least=0.7)


def _lay(stage: Stage, label: str, horizon: int) -> None:
    y = stage.dice.between(horizon + 70, stage.size[1] - 8)
    size = _SIZES[label] * _nearness(stage, y, horizon) * stage.dice.between(0.9, 1.15)
    cutout = stage.cut(label, size=max(60, size))
    half = cutout.size[0] / 2
    scatter(stage, cutout, Area(half + 6, y, stage.size[0] - half - 6, y), least=0.7)
