"""A product is advertised: its name, its colours and its price, one shot each, with captions."""

from __future__ import annotations

from m3bench_world.video import props
from m3bench_world.video.storyboard import Storyboard

_PRODUCTS = {
    "backpack": ("red", "blue", "green", "yellow", "purple"),
    "laptop": ("silver", "black", "white"),
    "keyboard": ("silver", "black", "white"),
    "book": ("red", "blue", "green", "yellow", "purple"),
}
_NAMES = ("Nordlund", "Calyra", "Ostrava", "Pelican", "Windle", "Juniper")
_CLAIMS = ("Two years of warranty", "Free returns", "Made to last", "Ships in a day")
_GROUNDS = ("#f3e3c9", "#20384f", "#8fb8a0", "#b5543f", "#e8e8ea", "#5a4f86")


def compose(board: Storyboard) -> None:
    dice = board.dice
    label = dice.pick(tuple(_PRODUCTS))
    name, price = dice.pick(_NAMES), f"{dice.whole(9, 240)}.{dice.pick(('00', '50', '90', '95'))}"
    colours = dice.some(_PRODUCTS[label], dice.whole(2, 3))
    grounds = dice.shuffled(_GROUNDS)
    claim = dice.pick(_CLAIMS)
    captions = [f"{name} {label}", *[f"In {colour}" for colour in colours], f"{claim}: now $ {price}"]
    for number, text in enumerate(captions):
        shot = board.shot(4.0 + 0.5 * dice.whole(0, 2), props.plain(dice, grounds[number]), text)
        colour = colours[min(max(0, number - 1), len(colours) - 1)]
        image = board.cut(label, height=130, colour=colour)
        side = dice.pick(("left", "right"))
        shot.enter(label, image, 240, 110, at=0.7, takes=1.0, side="left" if side == "left" else "right")
        shot.actors[-1].looks[0] = shot.actors[-1].looks[0]._replace(state=colour)
        board.caption(text, at=0.5, takes=3.0)
        board.say(f"{text.replace('$ ', '')}.", at=0.5)
    board.facts = {
        "product": label,
        "name": name,
        "colours": colours,
        "price": price,
        "claim": claim,
        "currency": "USD",
    }
