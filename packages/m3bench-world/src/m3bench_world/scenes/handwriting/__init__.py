"""Handwriting: letters of single strokes, written by a hand with a slant, a pen and a pressure of its own.

pen = Pen(canvas, Hand.drawn(dice), dice)
area = pen.write("2 x butter", (40, 80), 34)
pen.strike(area)
"""

from m3bench_world.scenes.handwriting.writing import Hand, Pen, fit_size, to_writable, written_width

__all__ = ["Hand", "Pen", "fit_size", "to_writable", "written_width"]
