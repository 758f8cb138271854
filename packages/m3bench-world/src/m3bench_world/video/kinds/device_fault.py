"""A device fails: its light changes, it beeps, its display shows a code, and a button is pressed."""

from __future__ import annotations

from PIL import Image

from m3bench_world.scenes.painting import darker, lighter, rect
from m3bench_world.video import props
from m3bench_world.video.actors import Actor
from m3bench_world.video.shots import ShotBoard
from m3bench_world.video.storyboard import Storyboard, canvas

_DEVICES = {
    "washing machine": ("E", "F"),
    "coffee machine": ("C", "E"),
    "router": ("N", "L"),
    "printer": ("P", "J"),
    "dishwasher": ("D", "E"),
    "boiler": ("B", "F"),
}
_BODIES = ("#d9dde0", "#3d434a", "#c9c2b4", "#8fa3b5")
_ACTS = {"RESET": "READY", "START": "", "STOP": "STOPPED"}
"""What the display shows after a button; nothing: the same code again."""


def compose(board: Storyboard) -> None:
    dice = board.dice
    device = dice.pick(tuple(_DEVICES))
    model = f"{dice.pick(('AX', 'KM', 'LW', 'TR', 'VQ'))}-{dice.whole(100, 990)}"
    code = f"{dice.pick(_DEVICES[device])}{dice.whole(10, 98)}"
    body, colour = dice.pick(_BODIES), dice.pick(("red", "amber"))
    beeps, act = dice.whole(2, 5), dice.pick(tuple(_ACTS))
    after = _ACTS[act] or code
    _far(board, device, model, body)
    panel, shown, lamp = _panel(board, body, model)
    failed = 1.5 + 0.1 * dice.whole(0, 9)
    panel.change(lamp, props.light(colour, 34), at=failed, state=colour)
    for number in range(beeps):
        board.beep(at=failed + 0.2 + number * 0.5)
    shows = failed + 0.8
    panel.change(shown, props.display(code, 240, 80), at=shows, text=code, kind="shows")
    board.say(f"Now the light is {colour}, and it shows {' '.join(code)}.", at=shows + 0.4)
    _press(board, panel, act, shows + 3.0)
    if after != code:
        panel.change(shown, props.display(after, 240, 80), at=shows + 6.2, text=after, kind="shows")
    board.facts = {
        "device": device,
        "model": model,
        "code": code,
        "light": colour,
        "beeps": beeps,
        "button": act,
        "after_button": after,
    }


def _far(board: Storyboard, device: str, model: str, body: str) -> None:
    shot = board.shot(4.0 + board.dice.whole(0, 2), props.room(board.dice), f"a {device} in a room")
    shot.put(device, _device(model, body), 250, 165, state="green")
    board.say(f"This is my {device}, model {model}.")


def _device(model: str, body: str) -> Image.Image:
    drawn = canvas(150, 170)
    drawn.fill(rect(0, 0, 150, 170, 8), darker(body, 0.4))
    drawn.fill(rect(3, 3, 144, 162, 7), body)
    drawn.fill(rect(18, 18, 80, 26, 3), "#13201b")
    drawn.fill(rect(112, 22, 16, 16, 8), props.LIGHTS["green"])
    drawn.fill(rect(20, 62, 110, 88, 10), lighter(body, 0.3), outline=darker(body, 0.3), width=2)
    drawn.text(model, 75, 106, 22, darker(body, 0.6))
    return drawn.cutout().image


def _panel(board: Storyboard, body: str, model: str) -> tuple[ShotBoard, Actor, Actor]:
    shot = board.shot(12.5, props.plain(board.dice, darker(body, 0.25)), "the panel of the device")
    shot.put(None, props.plate(model, ground="#2a2e34"), 90, 30)
    shown = shot.put("display", props.display("READY", 240, 80), 190, 100, text="READY")
    lamp = shot.put("light", props.light("green", 34), 390, 100, state="green")
    return shot, shown, lamp


def _press(board: Storyboard, shot: ShotBoard, label: str, at: float) -> None:
    button = shot.put("button", props.button(label, width=110), 190, 200, text=label)
    shot.actors.remove(button)
    shot.actors.insert(0, button)
    finger = shot.enter("finger", props.finger(), 215, 262, at=at, takes=1.0, side="bottom")
    shot.change(
        button,
        props.button(label, pressed=True, width=110),
        at=at + 1.3,
        state="pressed",
        text=label,
        kind="pressed",
    )
    shot.change(button, props.button(label, width=110), at=at + 1.8, text=label, kind=None)
    shot.leave(finger, at=at + 2.0, takes=0.8, side="bottom")
    board.say(f"I press {label.lower()}.", at=at)
