"""Two cameras of a shop: people take goods from shelves, and shelves are filled up."""

from __future__ import annotations

from PIL import Image, ImageDraw

from m3bench_world.scenes.painting import Dice
from m3bench_world.video import props
from m3bench_world.video.actors import SIZE, Actor
from m3bench_world.video.shots import ShotBoard
from m3bench_world.video.storyboard import Storyboard

_GOODS = ("bottle", "can", "jar", "carton", "box", "pill bottle", "spray bottle", "tube")
_ROWS = (118, 226)
_WALLS = ("#d9d3c2", "#7f96a3")


def compose(board: Storyboard) -> None:
    kinds = board.dice.some(_GOODS, 4)
    facts = {}
    for camera in (1, 2):
        clock = board.dice.whole(8, 18) * 3600 + board.dice.whole(0, 3000)
        here = kinds[2 * camera - 2 : 2 * camera]
        facts[f"camera_{camera}"] = _watched(board, camera, here, clock)
    board.facts = facts


def _watched(board: Storyboard, camera: int, kinds: list[str], clock: int) -> dict[str, dict[str, int]]:
    """Watch a shelf for a while; return how many of each kind were there, taken and added."""
    dice = board.dice
    visits = [dice.pick(("taken", "taken", "added")) for _ in range(dice.whole(1, 2))]
    shot = board.shot(3.0 + 5.0 * len(visits), _shelf(dice, _WALLS[camera - 1]), f"camera {camera}: a shelf")
    stock = {label: _stocked(board, shot, label, row) for label, row in zip(kinds, _ROWS, strict=True)}
    counts = {label: {"before": len(there), "taken": 0, "added": 0} for label, there in stock.items()}
    for number, act in enumerate(visits):
        label = dice.pick(kinds)
        at = 1.0 + 5.0 * number
        image = board.cut("person", height=190, pose="standing", helmet="no", vest="no")
        person = shot.enter("person", image, 395, 175, at=at, takes=1.2, side="right")
        _act(shot, stock[label], counts[label], act, at + 2.0)
        shot.leave(person, at=at + 3.2, takes=1.2, side="right")
    _clock(shot, camera, clock)
    return counts


def _act(shot: ShotBoard, there: list[Actor], counts: dict[str, int], act: str, at: float) -> None:
    """Take the last of a kind from the shelf, or add one beside it."""
    last = there[-1]
    if act == "taken":
        shot.remove(there.pop(), at=at)
    else:
        look = last.looks[0].image
        x, y = last.path[0][1:]
        there.append(shot.put(last.label, look, x + look.width + 5, y, at=at))
        shot.actors.insert(0, shot.actors.pop())
    counts[act] += 1


def _stocked(board: Storyboard, shot: ShotBoard, label: str, foot: int) -> list[Actor]:
    image = board.cut(label, height=70)
    count = board.dice.whole(3, 4)
    step = image.width + 5
    return [
        shot.put(label, image, 30 + step * (number + 0.5), foot - image.height / 2) for number in range(count)
    ]


def _shelf(dice: Dice, wall: str) -> Image.Image:
    picture = props.plain(dice, wall)
    draw = ImageDraw.Draw(picture)
    for foot in _ROWS:
        draw.rectangle((0, foot, SIZE[0], foot + 12), fill="#6e4a2a")
    return picture


def _clock(shot: ShotBoard, camera: int, clock: int) -> None:
    """Put the running clock of the camera into the corner."""
    shown = shot.put(None, _time(camera, clock), 390, 18)
    for second in range(1, (shot.last - shot.first) // 10):
        shot.change(shown, _time(camera, clock + second), at=float(second), kind=None)


def _time(camera: int, clock: int) -> Image.Image:
    text = f"CAM {camera}  {clock // 3600:02}:{clock // 60 % 60:02}:{clock % 60:02}"
    return props.plate(text, height=24)
