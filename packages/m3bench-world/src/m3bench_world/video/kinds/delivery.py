"""A van brings parcels to a house; later one of them is unpacked on a table."""

from __future__ import annotations

from m3bench_world.video import props
from m3bench_world.video.storyboard import Storyboard

_GOODS = ("cup", "book", "clock", "lamp", "kettle", "vase", "phone", "keyboard", "ball")
_VANS = ("left", "right")


def compose(board: Storyboard) -> None:
    dice = board.dice
    order = f"{dice.whole(1000, 9899)}"
    parcels, dented = dice.whole(1, 3), dice.happens(0.4)
    goods = dice.some(_GOODS, dice.whole(2, 3))
    board.facts = {
        "order": order,
        "parcels": parcels,
        "condition": "dented" if dented else "whole",
        "goods": goods,
    }
    _delivered(board, order, parcels)
    _unpacked(board, order, goods, dented=dented)


def _delivered(board: Storyboard, order: str, parcels: int) -> None:
    dice = board.dice
    shot = board.shot(11.0 + 1.6 * parcels, props.street(dice), "a house at a street")
    shot.put("house", board.cut("house", height=150), 390, 120)
    van = shot.enter("van", board.cut("van", height=78), 95, 200, at=0.8, takes=1.8, side="left")
    person = shot.enter(
        "person",
        board.cut("person", height=120, pose="standing", helmet="no", vest="no"),
        225,
        185,
        at=3.4,
        takes=1.6,
        side="bottom",
    )
    for number in range(parcels):
        at = 5.6 + 1.6 * number
        shot.put("parcel", props.parcel(order, width=52), 290 + 58 * number, 235, at=at, text=order)
    leaving = 5.6 + 1.6 * parcels
    shot.leave(person, at=leaving, takes=1.5, side="bottom")
    shot.leave(van, at=leaving + 2.0, takes=2.2, side="left")
    board.say(f"The van came and left {parcels} parcel{'s' if parcels > 1 else ''} at the door.", at=1.0)


def _unpacked(board: Storyboard, order: str, goods: list[str], *, dented: bool) -> None:
    shot = board.shot(5.5 + 2.2 * len(goods), props.table(board.dice), "a table with a parcel")
    shut = props.parcel(order, width=150, dented=dented)
    state = "dented" if dented else "whole"
    parcel = shot.put("parcel", shut, 120, 175, state=state, text=order)
    opened = props.parcel(order, width=150, dented=dented, opened=True)
    shot.change(parcel, opened, at=2.0, state="open", text=order)
    for number, label in enumerate(goods):
        image = board.cut(label, height=62)
        shot.put(label, image, 255 + 85 * number, 200, at=3.5 + 2.2 * number)
    board.say(f"This is order {order}. Inside: {', '.join(goods)}.", at=2.2)
