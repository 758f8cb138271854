"""A dish is made: in each step, ingredients go into the bowl, and a caption says what is done."""

from __future__ import annotations

from m3bench_world.video import props
from m3bench_world.video.storyboard import Storyboard

_INGREDIENTS = (
    "tomato", "cucumber", "carrot", "onion", "lemon", "apple", "banana", "bell pepper", "radish", "kiwi",
)  # fmt: skip
_PLURALS = {"tomato": "tomatoes", "radish": "radishes"}
_GROUNDS = ("#e9dcc3", "#7c8f78", "#41506b", "#c98f6a", "#d9dfe3")


def compose(board: Storyboard) -> None:
    dice = board.dice
    steps = dice.some(_INGREDIENTS, dice.whole(3, 4))
    grounds = dice.shuffled(_GROUNDS)
    told = []
    for number, label in enumerate(steps):
        count, minutes = dice.whole(1, 3), dice.whole(2, 15)
        _step(board, number + 1, label, count, grounds[number])
        told.append({"ingredient": label, "count": count})
    board.facts = {"steps": told, "minutes": minutes}
    board.shot(3.5, props.room(dice), "the dish is ready").put(
        "bowl", board.cut("bowl", height=110), 240, 200
    )
    board.caption(f"Let it rest for {minutes} minutes", at=0.5, takes=2.8)
    board.say(f"Let it rest for {minutes} minutes.")


def _step(board: Storyboard, number: int, label: str, count: int, ground: str) -> None:
    shot = board.shot(4.0 + 2.0 * count, props.plain(board.dice, ground), f"step {number}: {label}")
    name = _PLURALS.get(label, f"{label}s") if count > 1 else label
    things = [shot.put(label, board.cut(label, height=60), 70 + 72 * index, 150) for index in range(count)]
    shot.put("bowl", board.cut("bowl", height=90), 380, 150)
    for place, thing in enumerate(things):
        at = 1.0 + 2.0 * place
        shot.move(thing, 380, 72, at=at, takes=1.2)
        shot.remove(thing, at=at + 1.6)
    board.caption(f"{number}. Add {count} {name}", at=0.5, takes=2.5 + 2.0 * (count - 1))
    board.say(f"Step {number}. Add {count} {name}.", at=0.5)
