"""A map of railway lines between towns: lines by colour, stops in order, and where lines meet."""

from __future__ import annotations

from m3bench_world.scenes.maps import Network, draw_network, network
from m3bench_world.scenes.painting import Canvas, Dice, Lens, mix, rect, textures
from m3bench_world.scenes.prints import TOWNS, page
from m3bench_world.scenes.stage import Stage

_WIDE, _HIGH, _MARGIN = 1160, 840, 36
_FRAME, _LABELLED = (110, 160, 1050, 760), (20, 96, 1140, 824)
_TRIES = 60
_PAPERS = (("#fcfcfa", "#1b2027"), ("#f3f6ee", "#1d2a20"), ("#f8f1e4", "#2c2318"))


def compose(stage: Stage) -> None:
    dice = stage.dice
    ground, ink = dice.pick(_PAPERS)
    stage.size, stage.lens = (_WIDE + 2 * _MARGIN, _HIGH + 2 * _MARGIN), Lens.clean()
    stage.backdrop = dice.pick((textures.wood, textures.concrete, textures.fabric))(stage.size, dice)
    canvas = page(_WIDE, _HIGH)
    canvas.fill(rect(0, 0, _WIDE, _HIGH), ground, outline=mix(ground, ink, 0.35), width=1)
    title = dice.pick(("Night trains", "Express lines", "Rail network", "Long-distance lines"))
    canvas.text(title, _WIDE / 2, 52, 42, ink, weight=0.015)
    net = _drawn_network(canvas, dice, ink)
    stage.put(canvas.cutout(), stage.size[0] / 2, stage.size[1] / 2, shadow="flat")
    stage.facts = {
        "title": title,
        "lines": [{"colour": line.colour, "stops": list(line.stops)} for line in net.lines],
        "places": {stop: [_MARGIN + x, _MARGIN + y] for stop, (x, y) in net.places.items()},
        "changes": [stop for stop in net.places if len(net.lines_at(stop)) > 1],
    }


def _drawn_network(canvas: Canvas, dice: Dice, ink: str) -> Network:
    """Draw networks until all labels of one find room."""
    for _ in range(_TRIES):
        net = network(dice, [town.name for town in dice.shuffled(TOWNS)], _FRAME)
        if draw_network(canvas, net, _LABELLED, ink):
            return net
    raise ValueError(f"the labels of {_TRIES} networks find no room")
