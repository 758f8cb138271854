"""Picture edits: parts that are cut out, hidden or marked, once it is known what the picture shows."""

from __future__ import annotations

from m3bench.checks import Expected, ImageProperties, NoStrayFiles, PictureChangedOnly, PictureCrop, Tolerance
from m3bench_suites.builders.tasks import Family, Lookups, Value, ask, holds, search, use
from m3bench_suites.builders.verse.catalogs._shared.badges import (
    READ,
    are_read,
    badge,
    blurred_line,
    hidden_checks,
    visitor,
)
from m3bench_suites.builders.verse.catalogs._shared.books import BOOK, SCAN, covers
from m3bench_suites.builders.verse.catalogs._shared.market import total
from m3bench_suites.builders.verse.catalogs._shared.pictures import (
    BLUR,
    CIRCLES,
    CROP,
    TONE,
    Tone,
    corners,
    cut_checks,
    edges,
    grid,
    padded,
    spoken,
)
from m3bench_suites.builders.verse.family import TaskDraw

_TEXT = "ocr/perform_ocr"
_ABOUT = Tolerance(absolute=0.06)
_TONES: tuple[Tone, ...] = ("grayscale", "sepia")


def _cut(draw: TaskDraw) -> Lookups:
    plan = grid(draw, "wall_plan")
    word = draw.pick(tuple(plan.cells), "cell")
    left, top, right, bottom = plan.cells[word]
    left, right = left + draw.whole(2, 12, "left"), right - draw.whole(2, 12, "right")
    area, output = (left, top, right, bottom), draw.pick(("part.png", "cutout.png", "detail.png"), "file")
    return Lookups(
        level="L1",
        words={"file": plan.file.name, "output": output, **corners(area)},
        calls=(
            ask(CROP, input_path=plan.file.name, **edges(area), output_path=output),
            ask(_TEXT, input_data=use("[0].output_path")),
        ),
        known={"word": Expected(word), "number": Expected(plan.numbers[word])},
        checks=lambda _: (*cut_checks(output, plan.file.name, area), NoStrayFiles((output,))),
        guards=(
            holds(f"contains([1], '{word}')"),
            holds(f"contains([1], '{plan.numbers[word]}')"),
        ),
        answer="The part shows {word} and {number}.",
        live=None,
        kind="operation",
        files=(plan.file,),
        key_facts=(word,),
    )


def _hidden(draw: TaskDraw) -> Lookups:
    one = badge(draw, "badge", visitor(draw, "visitor"))
    label = draw.pick(("Phone", "Badge"), "label")
    output = "badge_public.png"
    return Lookups(
        level="L2",
        words={"file": one.file.name, "label": label, "output": output},
        calls=(
            ask(READ, input_data=one.file.name),
            ask(BLUR, input_path=one.file.name, areas=[blurred_line(0, label)], output_path=output),
            ask(_TEXT, input_data=use("[1].output_path")),
        ),
        known={"visitor": Expected(one.values["Visitor"]), "room": Expected(one.values["Room"])},
        checks=lambda _: (*hidden_checks(one, label, output), NoStrayFiles((output,))),
        guards=(
            *map(holds, are_read(0, one)),
            holds(f"!contains([2], '{one.values[label]}')"),
        ),
        answer="The visitor is {visitor} in room {room}.",
        live=None,
        kind="operation",
        files=(one.file,),
        key_facts=tuple(one.values.values()),
    )


def _marked(draw: TaskDraw) -> Lookups:
    plan = grid(draw, "stock_plan")
    word = max(plan.numbers, key=lambda each: plan.numbers[each])
    ranked = sorted(plan.numbers.values())
    cell = plan.cells[word]
    spot = {"center_x": cell[0] + 68, "center_y": cell[1] + 112, "radius": 44}
    circle = {**spot, "color": [0, 0, 255], "thickness": 4}
    output, cut_file = "stock_plan_marked.png", "highest.png"
    return Lookups(
        level="L2",
        words={"file": plan.file.name, "output": output, "cut": cut_file},
        calls=(ask(READ, input_data=plan.file.name),),
        then=(
            lambda _: (
                ask(CIRCLES, input_path=plan.file.name, circles=[circle], output_path=output),
                ask(CROP, input_path=plan.file.name, **edges(cell), output_path=cut_file),
            ),
        ),
        known={"word": Expected(word), "highest": Expected(ranked[-1]), "lowest": Expected(ranked[0])},
        checks=lambda _: (
            PictureChangedOnly(output, plan.file.name, (cell,), least_inside=0.004),
            ImageProperties(output, size=tuple(plan.file.content["size"])),
            PictureCrop(cut_file, plan.file.name, (cell,)),
            NoStrayFiles((output, cut_file)),
        ),
        guards=(*(holds(f"contains(to_string([0]), '{value}')") for value in (word, ranked[-1], ranked[0])),),
        answer="{word} has the highest number, {highest}; the lowest is {lowest}.",
        live=None,
        servers=("ocr", "imagesorcery-mcp"),
        kind="operation",
        files=(plan.file,),
        key_facts=(word,),
    )


def _toned(draw: TaskDraw) -> Lookups:
    plan = grid(draw, "tile_plan", 3, 2)
    tone = draw.pick(_TONES, "tone")
    words = draw.sample(tuple(plan.cells), 2, "cells")
    outputs = ("first_tile.png", "second_tile.png")
    source, areas = plan.file.name, [plan.cells[word] for word in words]
    cuts = [
        ask(CROP, input_path=source, **edges(area), output_path=output)
        for area, output in zip(areas, outputs, strict=True)
    ]
    return Lookups(
        level="L2",
        words={
            "file": plan.file.name,
            "one": spoken(plan.cells[words[0]]),
            "other": spoken(plan.cells[words[1]]),
            "first": outputs[0],
            "second": outputs[1],
            "adjective": "shades of grey" if tone == "grayscale" else tone,
        },
        calls=(
            *cuts,
            ask(TONE, input_path=use("[1].output_path"), palette=tone, output_path=outputs[1]),
            ask("ocr/perform_batch_ocr", inputs=[use("[0].output_path"), use("[2].output_path")]),
        ),
        known={
            "first": Expected(plan.numbers[words[0]]),
            "second": Expected(plan.numbers[words[1]]),
            "second_word": Expected(words[1]),
        },
        checks=lambda _: (
            *cut_checks(outputs[0], source, areas[0]),
            *cut_checks(outputs[1], source, areas[1], tone),
            NoStrayFiles(("*_tile*.png",)),
        ),
        guards=(*(holds(f"contains(to_string([3]), '{plan.numbers[word]}')") for word in words),),
        answer="The numbers are {first} and {second}; the second word is {second_word}.",
        live=None,
        kind="operation",
        files=(plan.file,),
        key_facts=tuple(words),
    )


def _barcode(draw: TaskDraw) -> Lookups:
    (cover,) = covers(draw, 1)
    facts = cover.scene.facts
    box = next(code.box for code in cover.scene.codes if code.text == facts["isbn13"])
    found = "[0].results[0].codes[?starts_with(data, '978')] | [0]"
    outputs = ("barcode.png", "cover_grey.png")
    return Lookups(
        level="L3",
        words={"photo": cover.name, "first": outputs[0], "second": outputs[1]},
        calls=(
            ask(SCAN, image_paths=[cover.name]),
            ask(BOOK, isbn=use(f"{found}.data")),
            ask(BOOK, author=use("[1].authors[0]")),
            ask("math/mean", numbers=use("[2].books[*].number_of_pages")),
        ),
        then=(
            lambda data: (
                ask(CROP, input_path=cover.name, **padded(search(found, data)), output_path=outputs[0]),
                ask(TONE, input_path=cover.name, palette="grayscale", output_path=outputs[1]),
            ),
        ),
        values={
            "publisher": "[1].publishers[0]",
            "pages": "[1].number_of_pages",
            "average": Value("[3]", _ABOUT, grounds="[2].books[*].number_of_pages"),
        },
        checks=lambda _: (
            PictureCrop(outputs[0], cover.name, (box,), least_iou=0.5),
            PictureCrop(outputs[1], cover.name, ((0, 0, *cover.scene.size),), tone="grayscale"),
            NoStrayFiles(outputs),
        ),
        answer="{publisher}, {pages} pages; the books of the first author have {average} on average.",
        live=None,
        servers=("pyzbar-mcp", "openlibrary_mcp", "math", "imagesorcery-mcp"),
        kind="operation",
        pictures=(cover.picture,),
        key_facts=(facts["title"], facts["isbn13"]),
    )


def _two_badges(draw: TaskDraw) -> Lookups:
    badges = [badge(draw, f"badge_{side}", visitor(draw, side)) for side in ("left", "right")]
    higher = max(badges, key=lambda one: int(one.values["Room"]))
    outputs = [f"public_{one.file.name}" for one in badges]
    strip = higher.strips["Badge"]
    rooms = [
        f"to_number([{place}].lines[?starts_with(text, 'Room')] | [0].words[1].text)" for place in (0, 1)
    ]
    strip, number_file = higher.strips["Badge"], "badge_number.png"
    blurred = [
        ask(BLUR, input_path=one.file.name, areas=[blurred_line(index, "Phone")], output_path=outputs[index])
        for index, one in enumerate(badges)
    ]
    hidden = [hidden_checks(one, "Phone", output) for one, output in zip(badges, outputs, strict=True)]
    return Lookups(
        level="L3",
        words={
            "one": badges[0].file.name,
            "other": badges[1].file.name,
            "first": outputs[0],
            "second": outputs[1],
            "wide": strip[2] - strip[0],
            "high": strip[3] - strip[1],
        },
        calls=(
            *(ask(READ, input_data=one.file.name) for one in badges),
            total(rooms),
            *blurred,
        ),
        uses={4: (1, 0)},
        then=(lambda _: (ask(CROP, input_path=higher.file.name, **edges(strip), output_path=number_file),),),
        values={
            "rooms": Value("[2]", grounds="[0:2].lines[?starts_with(text, 'Room')][] | [*].words[1].text"),
        },
        known={
            "visitor": Expected(higher.values["Visitor"]),
            "badge": Expected(higher.values["Badge"]),
        },
        checks=lambda _: (
            *hidden[0],
            *hidden[1],
            PictureCrop(number_file, higher.file.name, (strip,), least_iou=0.75),
            NoStrayFiles((*outputs, number_file)),
        ),
        guards=(
            *map(holds, are_read(0, badges[0])),
            *map(holds, are_read(1, badges[1])),
        ),
        answer="{visitor} has badge {badge}; the room numbers add up to {rooms}.",
        live=None,
        kind="operation",
        files=tuple(one.file for one in badges),
        key_facts=tuple(value for one in badges for value in one.values.values()),
    )


FAMILY = Family(
    number=29,
    name="picture_edits",
    title="Picture edits",
    goal="Read pictures, and cut out, hide or mark parts of them.",
    tasks=(_cut, _hidden, _marked, _toned, _barcode, _two_badges),
    kind="retrieval",
    modalities=("text", "image"),
)
