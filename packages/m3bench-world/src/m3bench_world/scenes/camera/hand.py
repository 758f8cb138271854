"""A right hand that holds a phone: what is behind the phone, and the fingers at its rims.

Units are pixels of the phone, from its upper left corner.
"""

from __future__ import annotations

from m3bench_world.scenes.painting import Canvas, across, darker, down, ellipse, lighter, path, rect, smooth

Size = tuple[int, int]

SKINS = ("#e8b896", "#d49a74", "#b97a52", "#8d5a3a", "#5f3b26", "#f0c8ac")
_RIM = 15
"""How far fingers reach over the edge of the phone. Its screen begins further inside."""
_FINGERS = ((0.37, 5, 68), (0.443, 1, 78), (0.516, -3, 74), (0.584, -8, 58))
"""Where the fingers are down the side of the phone, their turns in degrees, and how far they stand out."""
_THICK = 76


def paint_palm(canvas: Canvas, skin: str, phone: Size) -> None:
    """Paint the palm and the arm, which the phone covers for the most part."""
    wide, high = phone
    arm = smooth(
        (wide * 0.3, high + 300),
        (wide * 0.34, high * 0.9),
        (wide * 0.6, high * 0.6),
        (wide + 8, high * 0.5),
        (wide + 62, high * 0.62),
        (wide + 92, high * 0.76),
        (wide + 80, high * 0.9),
        (wide + 40, high + 40),
        (wide + 30, high + 300),
    )
    canvas.fill(arm, across(wide * 0.3, wide + 96, darker(skin, 0.3), skin, darker(skin, 0.25)))
    with canvas.inside(arm):
        canvas.soft(rect(0, 0, wide, high + 12, 54), "#000000", 0.5, blur=26)
        canvas.soft(ellipse(wide + 100, high * 0.84, 30, 150), "#000000", 0.25, blur=24)
    for place, turn, out in _FINGERS:
        with canvas.moved(0, high * place, turn=turn):
            canvas.fill(rect(-out, -_THICK / 2, out + 80, _THICK, _THICK * 0.46), darker(skin, 0.3))


def paint_fingers(canvas: Canvas, skin: str, phone: Size) -> None:
    """Paint the tips of the fingers at the left rim, and the thumb at the right one."""
    wide, high = phone
    for place, turn, out in _FINGERS:
        with canvas.moved(0, high * place, turn=turn):
            _tip(canvas, skin, out)
    _thumb(canvas, skin, wide, high)


def _tip(canvas: Canvas, skin: str, out: float) -> None:
    half = _THICK / 2
    shape = path(
        f"M{-out * 0.55} {-half} C {-out * 1.15} {-half} {-out * 1.15} {half} {-out * 0.55} {half} "
        f"C {-out * 0.2} {half} {_RIM} {half * 0.8} {_RIM} 0 "
        f"C {_RIM} {-half * 0.8} {-out * 0.2} {-half} {-out * 0.55} {-half} Z"
    )
    canvas.fill(shape, down(-half, half, lighter(skin, 0.06), darker(skin, 0.22)))
    with canvas.inside(shape):
        canvas.soft(ellipse(-out, 0, 14, half * 1.1), "#000000", 0.42, blur=10)
        canvas.line((-out * 0.62, -half), (-out * 0.66, half), colour=darker(skin, 0.3), width=2, opacity=0.5)
    nail = rect(-out * 0.36, -half * 0.5, out * 0.36 + _RIM - 5, half, half * 0.42)
    canvas.fill(nail, lighter(skin, 0.3), outline=darker(skin, 0.16), width=1.5)


def _thumb(canvas: Canvas, skin: str, wide: int, high: int) -> None:
    """Paint the thumb and its ball, down to the lower corner of the phone."""
    x, y = wide, high * 0.4
    shape = path(
        f"M{x + 44} {high + 36} C {x + 84} {high * 0.93} {x + 96} {high * 0.8} {x + 90} {y + 320} "
        f"C {x + 96} {y + 230} {x + 84} {y + 120} {x + 62} {y + 40} "
        f"C {x + 50} {y + 4} {x + 14} {y - 8} {x - 8} {y + 22} "
        f"C {x - _RIM - 4} {y + 44} {x - _RIM} {y + 90} {x - 6} {y + 150} "
        f"C {x + 2} {y + 220} {x + 6} {y + 280} {x + 8} {y + 350} "
        f"C {x + 10} {high * 0.9} {x + 24} {high} {x + 44} {high + 36} Z"
    )
    canvas.fill(shape, across(x - 20, x + 96, darker(skin, 0.12), lighter(skin, 0.08), darker(skin, 0.25)))
    nail = path(
        f"M{x + 4} {y + 30} C {x + 14} {y + 12} {x + 38} {y + 14} {x + 44} {y + 34} "
        f"L {x + 52} {y + 78} C {x + 44} {y + 92} {x + 18} {y + 94} {x + 8} {y + 84} Z"
    )
    canvas.fill(nail, lighter(skin, 0.34), outline=darker(skin, 0.12), width=2)
    for step in (150, 162, 172):
        canvas.line(
            (x + 16, y + step), (x + 62, y + step - 8), colour=darker(skin, 0.26), width=2, opacity=0.5
        )
