"""Scanned paper forms: printed labels, values in pen, a signature and a stamp; noisy and slightly askew."""

from __future__ import annotations

import io
import math
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from m3bench_world.documents.facts import DEPARTMENTS, Facts, money, spoken_day

WIDTH, HEIGHT = 1_000, 1_414
_PAPER, _INK, _PEN, _STAMP = (250, 248, 242), (35, 35, 40), (24, 40, 130), (178, 40, 48)
_FIRST, _STEP, _LEFT, _RIGHT = 270, 78, 90, 910
Box = tuple[float, float, float, float]


def scanned_form(facts: Facts) -> tuple[str, bytes, dict[str, Any]]:
    """Draw a form. Settings: `departments`, `currency`, and the names of the draws below."""
    title = facts.pick(("Expense claim", "Leave request", "Delivery note", "Visitor registration"), "title")
    company, values = facts.company("company"), _values(facts)
    page = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    pen = ImageDraw.Draw(page)
    pen.text((_LEFT, 70), company, fill=_INK, font=_font(26))
    pen.text((_LEFT, 130), title, fill=_INK, font=_font(48))
    number = f"No. {facts.whole(10_000, 99_999, 'number')}"
    pen.text((_RIGHT, 84), number, fill=_INK, font=_font(26), anchor="ra")
    fields = [_field(pen, facts, index, label, value) for index, (label, value) in enumerate(values.items())]
    signed = _signature(pen, facts)
    stamp = _stamp(page, facts, company)
    angle = facts.whole(-15, 15, "skew") / 10
    scan = _scanned(page, angle, facts.bits("noise"))
    for part in (*fields, signed, stamp):
        part["box"] = _turned(part["box"], angle)
    truth = {
        "title": title,
        "company": company,
        "number": number,
        "size": [WIDTH, HEIGHT],
        "skew_degrees": angle,
        "fields": fields,
        "signature": signed,
        "stamp": stamp,
    }
    return f"{title.lower().replace(' ', '-')}-{number[4:]}.png", scan, truth


def _values(facts: Facts) -> dict[str, str]:
    return {
        "Name": facts.person("name"),
        "Department": facts.pick(tuple(facts.settings.get("departments", DEPARTMENTS)), "department"),
        "Date": spoken_day(_date(facts)),
        "Reference": f"{facts.pick(('AX', 'BR', 'KT'), 'letters')}-{facts.whole(1_000, 9_999, 'reference')}",
        "Address": facts.address("address"),
        "Telephone": facts.phone(),
        f"Amount ({facts.settings.get('currency', 'EUR')})": money(facts.whole(1_000, 250_000, "amount")),
        "Approved by": facts.person("approver"),
    }


def _date(facts: Facts) -> date:
    return facts.day(-60, -1, "date")


def _field(pen: ImageDraw.ImageDraw, facts: Facts, place: int, label: str, value: str) -> dict[str, Any]:
    """Print a label and a line, and write the value on it, letter by letter."""
    top = _FIRST + place * _STEP
    pen.text((_LEFT, top + 14), f"{label}:", fill=_INK, font=_font(24))
    pen.line((330, top + 48, _RIGHT, top + 48), fill=(120, 120, 120), width=2)
    x, font = 344.0, _font(32)
    for index, letter in enumerate(value):
        lift = facts.whole(-2, 2, "hand", place, index)
        pen.text((x, top + 44 + lift), letter, fill=_PEN, font=font, anchor="ls")
        x += font.getlength(letter) + facts.whole(0, 2, "gap", place, index)
    return {"label": label, "value": value, "box": (340.0, float(top + 8), x + 4, float(top + 56))}


def _signature(pen: ImageDraw.ImageDraw, facts: Facts) -> dict[str, Any]:
    top, left = 1_060, 140
    pace = 0.7 + facts.whole(0, 5, "pace") / 10
    points = [
        (
            left + 9 * step,
            top + 50 + 38 * math.sin(step * pace) * (1 - step / 40) + facts.whole(-9, 9, "stroke", step),
        )
        for step in range(34)
    ]
    pen.line(points, fill=_PEN, width=4, joint="curve")
    pen.line((_LEFT, top + 110, 480, top + 110), fill=(120, 120, 120), width=2)
    pen.text((_LEFT, top + 118), "Signature", fill=_INK, font=_font(20))
    ys = [y for _, y in points]
    return {"box": (left - 4.0, min(ys) - 4, points[-1][0] + 4, max(ys) + 4)}


def _stamp(page: Image.Image, facts: Facts, company: str) -> dict[str, Any]:
    """Print a round stamp with a word and a date, turned a little."""
    words = facts.pick(("RECEIVED", "APPROVED", "PAID", "CHECKED"), "stamp")
    stamped = min(facts.today, _date(facts) + timedelta(days=facts.whole(0, 20, "stamped")))
    day = f"{stamped:%d.%m.%Y}"
    mark = Image.new("RGBA", (260, 260))
    pen = ImageDraw.Draw(mark)
    pen.ellipse((6, 6, 254, 254), outline=(*_STAMP, 210), width=6)
    pen.text((130, 108), words, fill=(*_STAMP, 210), font=_font(38), anchor="mm")
    pen.text((130, 156), day, fill=(*_STAMP, 210), font=_font(26), anchor="mm")
    mark = mark.rotate(facts.whole(-20, 20, "turn"), Image.Resampling.BICUBIC)
    left, top = 600 + facts.whole(-30, 30, "x"), 1_030 + facts.whole(-20, 20, "y")
    page.paste(mark, (left, top), mark)
    return {
        "text": words,
        "date": day,
        "company": company,
        "box": (left + 4.0, top + 4.0, left + 256.0, top + 256.0),
    }


def _scanned(page: Image.Image, angle: float, seed: int) -> bytes:
    """Turn the page, and add the uneven light and the specks of a scanner."""
    turned = page.rotate(angle, Image.Resampling.BICUBIC, fillcolor=(236, 234, 230))
    noise = np.random.default_rng(seed)
    pixels = np.asarray(turned, dtype=np.int16).copy()
    pixels -= np.linspace(0, 10, WIDTH, dtype=np.int16)[None, :, None]
    specks = noise.integers(0, [HEIGHT, WIDTH], (1_500, 2))
    pixels[specks[:, 0], specks[:, 1]] -= noise.integers(20, 120, (1_500, 1), dtype=np.int16)
    written = io.BytesIO()
    Image.fromarray(pixels.clip(0, 255).astype(np.uint8)).save(written, "PNG", compress_level=6)
    return written.getvalue()


def _turned(box: Box, angle: float) -> list[float]:
    """Return the box around a box on the turned page."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    cx, cy = WIDTH / 2, HEIGHT / 2
    corners = [(x - cx, y - cy) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs = [cx + x * cos + y * sin for x, y in corners]
    ys = [cy - x * sin + y * cos for x, y in corners]
    return [round(value, 1) for value in (min(xs), min(ys), max(xs), max(ys))]


@lru_cache(maxsize=16)
def _font(size: int) -> ImageFont.FreeTypeFont:
    found = ImageFont.load_default(size)
    if not isinstance(found, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType: scans need its scalable font")
    return found
