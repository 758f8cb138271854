"""Coins of one currency on wood: which they are, and what they are worth together."""

from __future__ import annotations

from m3bench_world.scenes.photographs.catalogue import things
from m3bench_world.scenes.photographs.cutting import cut_photograph
from m3bench_world.scenes.photographs.tables import surface
from m3bench_world.scenes.stage import Area, Stage, scatter

CURRENCIES = tuple(dict.fromkeys(one.attributes["currency"] for one in things()["coin"]))
_PER_CENTIMETRE = (31.0, 36.0)
_IN_VIEW = 0.92


def compose(stage: Stage) -> None:
    dice = stage.dice
    shown = surface(stage.size, dice)
    stage.backdrop, stage.light = shown.image, shown.light
    currency = dice.pick(CURRENCIES)
    coins = [one for one in things()["coin"] if one.attributes["currency"] == currency]
    scale = dice.between(*_PER_CENTIMETRE)
    put: dict[str, int] = {}
    for _ in range(dice.whole(4, 11)):
        one = dice.pick(coins)
        cutout = cut_photograph(one, stage.light, size=one.centimetres * scale, turn=dice.between(-180, 180))
        half = cutout.size[0] / 2 + 8
        area = Area(half, half, stage.size[0] - half, stage.size[1] - half)
        if scatter(stage, cutout, area, anchor="centre", shadow="flat", least=_IN_VIEW, depth=len(put)):
            name = one.attributes["name"]
            put[name] = put.get(name, 0) + 1
    values = {coin.attributes["name"]: int(coin.attributes["value"]) for coin in coins}
    stage.facts = {
        "currency": currency,
        "coins": dict(sorted(put.items(), key=lambda pair: values[pair[0]])),
        "count": sum(put.values()),
        "total": sum(values[name] * count for name, count in put.items()),
    }
