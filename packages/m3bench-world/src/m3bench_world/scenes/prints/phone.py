"""A phone: its body, its screen, and the line with the time at its top."""

from __future__ import annotations

from m3bench_world.scenes.painting import Canvas, ellipse, lighter, rect

SCREEN_WIDTH, SCREEN_HEIGHT = 560, 1000
_FRAME, _STATUS = 20, 54
PHONE = (SCREEN_WIDTH + 2 * _FRAME, SCREEN_HEIGHT + 2 * _FRAME)
"""Width and height of the whole phone."""


def phone(canvas: Canvas, body: str, screen: str, ink: str, clock: str) -> float:
    """Draw a phone with an empty screen, and return the top of the free part of the screen."""
    canvas.fill(rect(0, 0, *PHONE, 54), body, outline=lighter(body, 0.3), width=2)
    canvas.fill(rect(_FRAME, _FRAME, SCREEN_WIDTH, SCREEN_HEIGHT, 36), screen)
    canvas.text(clock, _FRAME + 40, _FRAME + 32, 26, ink, anchor="start", weight=0.012)
    canvas.fill(ellipse(PHONE[0] / 2, _FRAME + 28, 11), body)
    left = _FRAME + SCREEN_WIDTH - 92
    canvas.stroke(rect(left, _FRAME + 22, 42, 22, 5), ink, 2, closed=True)
    canvas.fill(rect(left + 4, _FRAME + 26, 24, 14, 2), ink)
    return _FRAME + _STATUS
