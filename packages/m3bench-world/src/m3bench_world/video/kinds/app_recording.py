"""The screen while an app is used: a form is filled, a button pressed, and a message appears."""

from __future__ import annotations

from PIL import Image

from m3bench_world.scenes.painting import rect
from m3bench_world.video import props
from m3bench_world.video.actors import SIZE, Actor
from m3bench_world.video.shots import ShotBoard
from m3bench_world.video.storyboard import Storyboard, canvas
from m3bench_world.video.truth import EventKind

_APPS = {"Ledgerly": "#2f6fb5", "Parcelo": "#2f8a57", "Roomwise": "#8a4fa3", "Tidepay": "#b5552f"}
_FIELDS = {
    "Customer": ("Ada Kern", "Jon Weiss", "Mia Solberg", "Leo Ferrand"),
    "Order": ("40417", "51820", "77306", "19254"),
    "Amount": ("49.90", "128.00", "7.25", "310.50"),
    "City": ("Utrecht", "Bergen", "Leeds", "Turin"),
}
_BUTTONS = ("Submit", "Save", "Pay", "Send")
_FAULTS = {
    "Connection lost": "NET",
    "Session expired": "AUTH",
    "Card declined": "PAY",
    "Field is missing": "FORM",
    "Server is busy": "SRV",
}
_TYPING = 0.2


def compose(board: Storyboard) -> None:
    dice = board.dice
    app = dice.pick(tuple(_APPS))
    fields = dice.some(_FIELDS, 2)
    values = {label: dice.pick(_FIELDS[label]) for label in fields}
    fault = dice.pick(tuple(_FAULTS))
    code, press = f"{_FAULTS[fault]}-{dice.whole(100, 998)}", dice.pick(_BUTTONS)
    succeeds = dice.happens(0.4)
    _start(board, app)
    shot = board.shot(11.5 + 0.2 * sum(map(len, values.values())), _window(app, "New entry"), "a form")
    pointer = props.pointer()
    at = 0.8
    for row, (label, value) in enumerate(values.items()):
        at = _typed(shot, label, value, 78 + 52 * row, at)
    at = _pressed(shot, press, pointer, at)
    _message(shot, f"{code}", fault, at)
    if succeeds:
        _message(shot, "Done", "Saved on second try", at + 2.2)
    board.say(f"When I press {press.lower()}, it says {fault.lower()}.", at=at)
    board.facts = {
        "app": app,
        "fields": values,
        "button": press,
        "error": fault,
        "code": code,
        "ends": "done" if succeeds else "error",
    }


def _start(board: Storyboard, app: str) -> None:
    """Open the app from a dark desktop."""
    shot = board.shot(3.5, Image.new("RGB", SIZE, "#171b2b"), "a desktop")
    icon = props.button(app, width=120, colour=_APPS[app])
    shot.put("icon", icon, 110, 90, text=app)
    shot.put(None, props.button("Files", width=120, colour="#555b66"), 110, 150)
    shot.enter("pointer", props.pointer(), 130, 100, at=0.6, takes=1.4, side="right")
    board.say(f"I open {app}.")


def _window(app: str, title: str) -> Image.Image:
    drawn = canvas(*SIZE)
    drawn.fill(rect(0, 0, *SIZE), "#eef1f5")
    drawn.fill(rect(0, 0, SIZE[0], 34), _APPS[app])
    drawn.text(f"{app}  -  {title}", 16, 17, 17, "#ffffff", anchor="start", weight=0.02)
    return drawn.cutout().image.convert("RGB")


def _typed(shot: ShotBoard, label: str, value: str, y: float, at: float) -> float:
    """Fill in a field letter by letter; return when it is full."""
    shot.put(None, props.plate(label, height=28, ink="#222222", ground="#dfe4ea"), 80, y)
    field = shot.put("field", _field(""), 265, y, state=label)
    for count in range(1, len(value) + 1):
        kind: EventKind | None = "typed" if count == len(value) else None
        text = value[:count]
        shot.change(field, _field(text), at=at + _TYPING * count, state=label, text=text, kind=kind)
    return at + _TYPING * len(value) + 0.6


def _field(text: str) -> Image.Image:
    drawn = canvas(210, 34)
    drawn.fill(rect(0, 0, 210, 34, 3), "#8a94a0")
    drawn.fill(rect(2, 2, 206, 30, 2), "#ffffff")
    drawn.text(text, 10, 17, 20, "#101418", anchor="start")
    return drawn.cutout().image


def _pressed(shot: ShotBoard, label: str, pointer: Image.Image, at: float) -> float:
    """Move the pointer to the button and press it; return when the message may appear."""
    button: Actor = shot.put("button", props.button(label), 320, 190, text=label)
    shot.enter("pointer", pointer, 345, 204, at=at, takes=1.2, side="bottom")
    at += 1.6
    shot.change(button, props.button(label, pressed=True), at=at, state="pressed", text=label, kind="pressed")
    shot.change(button, props.button(label), at=at + 0.5, text=label, kind=None)
    return at + 1.2


def _message(shot: ShotBoard, title: str, text: str, at: float) -> None:
    drawn = canvas(250, 104)
    drawn.fill(rect(0, 0, 250, 104, 6), "#5a6068")
    drawn.fill(rect(2, 2, 246, 100, 5), "#ffffff")
    drawn.fill(rect(2, 2, 246, 36, 5), "#1f8a4c" if title == "Done" else "#c0392b")
    drawn.text(title, 125, 20, 20, "#ffffff", weight=0.03)
    drawn.text(text, 125, 70, 18, "#202428", widest=230)
    shot.put("message", drawn.cutout().image, 200, 150, at=at, state=text, text=title)
