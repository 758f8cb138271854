"""A note by hand, with corrections: a shopping list, a recipe, a phone message or meter readings.

The form follows from the number: `number % 4` is 0 for a shopping list, 1 for a recipe, 2 for a message and 3
for readings.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from m3bench_world.scenes.handwriting import to_writable
from m3bench_world.scenes.painting import Dice, textures
from m3bench_world.scenes.prints import Notepad, themed_articles
from m3bench_world.scenes.stage import Stage
from m3bench_world.shops import Product
from m3bench_world.world import World

FORMS = ("shopping", "recipe", "message", "readings")
_WIDE, _STEP, _SIZE, _LEFT, _TITLE = 760, 62, 42, 46, 40
_LONGEST = 34
_TITLES = ("Shopping", "To buy", "From the shop", "For Saturday", "Groceries")
_DISHES = ("Harvest stew", "Sunday bake", "Lantern soup", "Mill pudding", "Harbour salad", "Winter pot")
_SERVES = (2, 3, 4, 5, 6, 8)
_FOODS = (
    "rice", "butter", "carrots", "onions", "potatoes", "spinach", "chickpeas", "lentils", "oats", "honey",
    "cheddar cheese", "chicken breast", "salmon", "tofu", "mushrooms", "broccoli", "walnuts", "almonds",
    "sugar", "olive oil", "tomatoes", "cabbage",
)  # fmt: skip
_PEOPLE = ("Mara", "Tobin", "Ines", "Callum", "Priya", "Henrik", "Odette", "Jonas", "Leila", "Marcus")
_ERRANDS = (
    "wants to move the visit", "asks for the spare key", "has the tickets", "cannot come on Friday",
    "found your umbrella", "needs the drawings",
)  # fmt: skip


def compose(stage: Stage) -> None:
    form = FORMS[stage.number % len(FORMS)]
    facts, pad = {"shopping": _shopping, "recipe": _recipe, "message": _message, "readings": _readings}[form](
        stage
    )
    wide, high = round(pad.wide) + 130, round(pad.high) + 130
    stage.size, stage.surface = (wide, high), "paper"
    stage.backdrop = stage.dice.pick((textures.wood, textures.concrete, textures.fabric))(
        stage.size, stage.dice
    )
    stage.put(pad.canvas.cutout("note").trimmed(), wide / 2, high / 2, shadow="flat")
    stage.facts = {"form": form, **facts, **pad.facts()}


def _pad(dice: Dice, rows: int) -> Notepad:
    return Notepad((_WIDE, _STEP * (rows + 1.6)), _STEP, dice)


def _line(row: int) -> float:
    return _STEP * (row + 2) - 17


def _shopping(stage: Stage) -> tuple[dict[str, Any], Notepad]:
    dice = stage.dice
    wanted = _findable(stage.world, dice, dice.whole(4, 6))
    dropped = dice.whole(0, len(wanted) - 1)
    corrected = dice.pick([index for index in range(len(wanted)) if index != dropped])
    pad = _pad(dice, len(wanted))
    pad.write(dice.pick(_TITLES), (_LEFT, _TITLE), 48)
    items = []
    for row, product in enumerate(wanted):
        amount, y = dice.whole(1, 6), _line(row)
        text = f"{amount} x {to_writable(_named(product))}"
        if row == dropped:
            pad.strike(text, (_LEFT, y), _SIZE, widest=_WIDE - 2 * _LEFT)
            continue
        start = float(_LEFT)
        if row == corrected:
            wrong = dice.pick([number for number in range(1, 7) if number != amount])
            start = pad.strike(str(wrong), (start, y), _SIZE) + 22
        pad.write(text, (start, y), _SIZE, widest=_WIDE - start - _LEFT)
        items.append({"asin": product.asin, "amount": amount, "text": _named(product)})
    return {"items": items}, pad


def _named(product: Product) -> str:
    return f"{product.brand} {product.variant}, {product.size}"


def _findable(world: World, dice: Dice, count: int) -> list[Product]:
    """Return products that a search for what is written finds first."""
    found: list[Product] = []
    for _ in range(4):
        _, articles = themed_articles(world, dice, 40)
        for article in articles:
            product = article.product
            name = _named(product)
            if len(found) < count and len(name) <= _LONGEST and product not in found:
                first = world.shops.search(name, 1)
                found += [product] if first and first[0].asin == product.asin else []
        if len(found) == count:
            return found
    raise ValueError(f"only {len(found)} of {count} products can be written on a note")


def _recipe(stage: Stage) -> tuple[dict[str, Any], Notepad]:
    dice = stage.dice
    foods = dice.some(_FOODS, dice.whole(5, 6))
    dropped = dice.whole(0, len(foods) - 1)
    corrected = dice.pick([index for index in range(len(foods)) if index != dropped])
    serves = dice.pick(_SERVES)
    dish = dice.pick(_DISHES)
    pad = _pad(dice, len(foods))
    pad.write(dish, (_LEFT, _TITLE), 48)
    pad.write(f"serves {serves}", (_WIDE - 230, _TITLE), 40)
    ingredients = []
    for row, food in enumerate(foods):
        grams, y, start = 5 * dice.whole(9, 90), _line(row), float(_LEFT)
        text = f"{grams} g {food}"
        if row == dropped:
            pad.strike(text, (start, y), _SIZE)
            continue
        if row == corrected:
            start = pad.strike(f"{5 * dice.whole(9, 90)} g", (start, y), _SIZE) + 22
        pad.write(text, (start, y), _SIZE, widest=_WIDE - start - _LEFT)
        ingredients.append({"food": food, "grams": grams})
    return {"dish": dish, "serves": serves, "ingredients": ingredients}, pad


def _message(stage: Stage) -> tuple[dict[str, Any], Notepad]:
    dice = stage.dice
    reader, caller = dice.some(_PEOPLE, 2)
    phone = f"555 {dice.whole(100, 999)} {dice.whole(1000, 9999)}"
    hour, wrong = dice.some(range(9, 19), 2)
    minute = dice.pick((0, 10, 15, 20, 30, 40, 45, 50))
    errand = dice.pick(_ERRANDS)
    pad = _pad(dice, 4)
    pad.write(f"For {reader}", (_LEFT, _TITLE), 48)
    pad.write(f"{caller} called, {errand}", (_LEFT, _line(0)), _SIZE, widest=_WIDE - 2 * _LEFT)
    end = pad.write("Call back at", (_LEFT, _line(1)), _SIZE)
    end = pad.strike(f"{wrong}:{minute:02d}", (end + 20, _line(1)), _SIZE)
    pad.write(f"{hour}:{minute:02d}", (end + 24, _line(1)), _SIZE)
    pad.write(f"Tel. {phone}", (_LEFT, _line(2)), 46)
    time = f"{hour}:{minute:02d}"
    return {"reader": reader, "caller": caller, "errand": errand, "phone": phone, "time": time}, pad


def _readings(stage: Stage) -> tuple[dict[str, Any], Notepad]:
    dice = stage.dice
    count = dice.whole(4, 6)
    corrected = dice.whole(1, count - 1)
    value = dice.whole(1_200, 60_000)
    pad = _pad(dice, count)
    pad.write(dice.pick(("Meter, kWh", "Electricity, kWh", "Readings kWh")), (_LEFT, _TITLE), 48)
    first = stage.world.now.date() - timedelta(days=30 * count + dice.whole(0, 20))
    entries = []
    for row in range(count):
        day, y = first + timedelta(days=30 * row), _line(row)
        pad.write(f"{day.day}/{day.month}", (_LEFT, y), _SIZE)
        start = 240.0
        if row == corrected:
            start = pad.strike(str(value + dice.whole(60, 900)), (start, y), _SIZE) + 26
        pad.write(str(value), (start, y), _SIZE)
        entries.append({"date": day.isoformat(), "reading": value})
        value += dice.whole(90, 480)
    return {"entries": entries}, pad
