"""What medicines come in."""

from __future__ import annotations

from m3bench_world.scenes.painting import Canvas, Linear, Look, darker, ellipse, rect, tube
from m3bench_world.scenes.prints import Build, package, paint_label, ribs
from m3bench_world.scenes.sprites.packages import box


@package("medicine box", area=(0.0, 0.1, 0.95, 0.9), tall=(0.45, 0.7), size=(100, 56))
def medicine_box(canvas: Canvas, look: Look, build: Build) -> None:
    """A flat box, wider than high."""
    box(canvas, look, build)


@package("pill bottle", area=(0.03, 0.27, 0.94, 0.64), tall=(1.25, 1.7), size=(66, 100))
def pill_bottle(canvas: Canvas, look: Look, build: Build) -> None:
    whole = build.whole
    plastic = look.pick(("#d9822b", "#c96a1e", "#f1f1ef", "#3f77a8"))
    body = rect(*whole.part(0.03, 0.19, 0.94, 0.81), radius=whole.width * 0.08)
    tube(canvas, whole.part(0.14, 0.12, 0.72, 0.12).shape, plastic, contrast=0.3)
    tube(canvas, body, plastic, contrast=0.3)
    paint_label(canvas, body, build, sheen=0.7)
    cap = look.pick(("#fafafa", "#fafafa", "#e8e8ea", "#3a6ea8"))
    tube(canvas, rect(*whole.part(0.06, 0, 0.88, 0.15), radius=5), cap, contrast=0.2)
    ribs(canvas, whole.part(0.06, 0.03, 0.88, 0.11), 20, darker(cap, 0.25))


@package("blister pack", area=(0.03, 0.68, 0.94, 0.27), tall=(0.5, 0.62), size=(100, 58))
def blister_pack(canvas: Canvas, look: Look, build: Build) -> None:
    """Foil with pills under domes; how many is an attribute."""
    whole = build.whole
    foil = [(0, "#dfe3e7"), (0.3, "#b9c0c6"), (0.5, "#eef0f2"), (0.75, "#aeb6bd"), (1, "#d5dade")]
    shine = Linear((0, 0), (whole.width, whole.height), foil)
    canvas.fill(rect(*whole, radius=whole.width * 0.035), shine, outline="#7d858c")
    build.dress.label(canvas, build.area)
    across, down = look.named("pills", {"8": (4, 2), "10": (5, 2), "12": (6, 2), "6": (3, 2)})
    room = whole.part(0.03, 0.06, 0.94, 0.6)
    step, drop = room.width / across, room.height / down
    pill, long = look.pick(("#fdfdfb", "#f6d9d6", "#f7ecc0", "#cfe0f0")), look.happens(0.45)
    for index in range(across * down):
        x, y = room.x + (index % across + 0.5) * step, room.y + (index // across + 0.5) * drop
        with canvas.moved(x, y, scale=min(step, drop) * 0.4):
            _dome(canvas, pill, long)


def _dome(canvas: Canvas, pill: str, long: bool) -> None:
    canvas.fill(ellipse(0, 0, 1.2 if long else 1.06, 1.06), "#98a1a9", outline="#747c84", width=0.06)
    across, down = (1.0, 0.66) if long else (0.86, 0.86)
    canvas.fill(ellipse(0, 0, across, down), pill, outline=darker(pill, 0.3), width=0.05)
    canvas.glow(-0.35, -0.35, 0.5, 0.4, "#ffffff", opacity=0.9)
