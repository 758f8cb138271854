"""Pictures of any origin are read, or refused in words."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from m3bench.servers.kit import BadArgument, Files, NotFound
from m3bench.servers.kit.pictures import (
    LARGEST_SHOWN_PNG,
    LONGEST_SIDE,
    MOST_PIXELS,
    SHOWN_SIDE,
    decode_picture,
    encode_picture,
    load_picture,
    save_picture,
    to_picture,
)

RED, BLUE = (200, 30, 40), (20, 60, 210)
ORIENTATION = 0x0112


def halves() -> Image.Image:
    """Red above, blue below, a white corner at the top left: every turn of it looks different."""
    image = Image.new("RGB", (40, 60), RED)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 30, 39, 59), fill=BLUE)
    draw.rectangle((0, 0, 9, 9), fill="white")
    return image


def data_of(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def close(one: object, other: tuple[int, ...], within: int = 12) -> bool:
    assert isinstance(one, tuple)
    return all(abs(a - b) <= within for a, b in zip(one, other, strict=True))


def png_header(width: int, height: int) -> bytes:
    """A PNG that claims a size and holds next to nothing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0" * 9))
        + chunk(b"IEND", b"")
    )


@pytest.fixture
def files(tmp_path: Path) -> Files:
    (tmp_path / "inside").mkdir()
    return Files(tmp_path / "inside")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "BMP", "GIF", "TIFF"])
def test_every_format_is_read_whatever_the_name_says(files: Files, kind: str) -> None:
    (files.root / "lying.txt.png").write_bytes(data_of(halves(), kind))
    image = load_picture(files, "lying.txt.png", "path")
    assert (image.mode, image.size) == ("RGB", (40, 60))
    assert close(image.getpixel((20, 15)), RED)
    assert close(image.getpixel((20, 45)), BLUE)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "CMYK", "I", "I;16", "F"])
def test_every_mode_becomes_eight_bits_a_channel(mode: str) -> None:
    grey = Image.linear_gradient("L")
    source = {
        "I;16": lambda: grey.convert("I").point(lambda value: value * 257).convert("I;16"),
        "I": lambda: grey.convert("I").point(lambda value: value * 257),
        "F": lambda: grey.convert("F").point(lambda value: value * 0.001),
    }.get(mode, lambda: grey.convert("RGB").convert(mode))()
    image = decode_picture(data_of(source, "TIFF"), "x", "path")
    assert image.mode == ("RGBA" if mode in ("LA", "RGBA") else "RGB")
    for row in (0, 255):
        pixel = image.getpixel((128, row))
        assert close(pixel, (row, row, row, 255)[: len(image.mode)])
    if mode not in ("1", "P"):
        assert close(image.getpixel((128, 100)), (100, 100, 100, 255)[: len(image.mode)])


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_pictures_are_turned_upright(kind: str, orientation: int) -> None:
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    stored = halves().transpose(undo[orientation]) if orientation > 1 else halves()
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    image = decode_picture(data_of(stored, kind, exif=exif), "x", "path")
    assert image.size == (40, 60)
    assert close(image.getpixel((4, 4)), (255, 255, 255), 30)
    assert close(image.getpixel((20, 20)), RED, 30)
    assert close(image.getpixel((20, 50)), BLUE, 30)
    assert not image.getexif()


def test_transparency_is_kept_or_laid_on_white(files: Files) -> None:
    image = Image.new("RGBA", (10, 10), (*RED, 0))
    image.putpixel((3, 3), (*BLUE, 255))
    (files.root / "clear.png").write_bytes(data_of(image, "PNG"))
    kept = load_picture(files, "clear.png")
    assert (kept.mode, kept.getpixel((0, 0))) == ("RGBA", (*RED, 0))
    flat = load_picture(files, "clear.png", opaque=True)
    assert flat.mode == "RGB"
    assert flat.getpixel((0, 0)) == (255, 255, 255)
    assert flat.getpixel((3, 3)) == BLUE


def test_a_transparent_palette_colour_is_transparency() -> None:
    image = Image.new("P", (4, 4), 0)
    image.putpalette([*RED, *BLUE])
    image.putpixel((1, 1), 1)
    read = decode_picture(data_of(image, "PNG", transparency=0), "x", "path", opaque=True)
    assert read.getpixel((0, 0)) == (255, 255, 255)
    assert read.getpixel((1, 1)) == BLUE


def test_the_first_frame_of_a_moving_picture_is_read() -> None:
    first, second = Image.new("RGB", (8, 8), RED), Image.new("RGB", (8, 8), BLUE)
    data = data_of(first, "GIF", save_all=True, append_images=[second])
    assert close(decode_picture(data, "x", "path").getpixel((4, 4)), RED)


def test_one_pixel_is_a_picture() -> None:
    assert decode_picture(data_of(Image.new("RGB", (1, 1), RED), "PNG"), "x", "path").getpixel((0, 0)) == RED


@pytest.mark.parametrize(
    "size", [(50_000, 50_000), (LONGEST_SIDE + 1, 2), (2, 1_000_000), (8_000, MOST_PIXELS // 8_000 + 1)]
)
def test_what_is_too_large_is_refused_by_its_header(size: tuple[int, int]) -> None:
    with pytest.raises(BadArgument, match="too large"):
        decode_picture(png_header(*size), "bomb.png", "path")


def test_a_bomb_takes_no_memory(tmp_path: Path) -> None:
    """400 megapixels in 50 kB, and screens of 4 gigapixels, in a process that may use 1 GB."""
    webp = bytearray(data_of(halves(), "WEBP", save_all=True, append_images=[Image.new("RGB", (40, 60))]))
    at = webp.index(b"VP8X")
    webp[at + 12 : at + 18] = (16_382).to_bytes(3, "little") * 2
    gif = bytearray(data_of(halves(), "GIF"))
    gif[6:10] = b"\xff\xff\xff\xff"
    (tmp_path / "bomb.webp").write_bytes(webp)
    (tmp_path / "bomb.gif").write_bytes(gif)
    (tmp_path / "bomb.png").write_bytes(png_header(19_999, 19_999))
    program = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (10**9, 10**9))
from m3bench.servers.kit import BadArgument
from m3bench.servers.kit.pictures import decode_picture
for path in sys.argv[1:]:
    try:
        decode_picture(open(path, "rb").read(), path, "path")
    except BadArgument as refusal:
        assert "too large" in str(refusal), refusal
        print("refused")
"""
    bombs = [str(tmp_path / f"bomb.{kind}") for kind in ("webp", "gif", "png")]
    run = subprocess.run([sys.executable, "-c", program, *bombs], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["refused"] * 3


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "BMP", "GIF", "TIFF"])
def test_a_cut_off_picture_is_refused(kind: str) -> None:
    whole = data_of(Image.effect_noise((64, 64), 80).convert("RGB"), kind)
    for kept in (len(whole) // 2, len(whole) // 4, 20, 5):
        with pytest.raises(BadArgument, match=r"broken|not a picture"):
            decode_picture(whole[:kept], "cut.png", "path")


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "empty"),
        (b"Dear Sir or Madam", "not a picture"),
        (b"%PDF-1.7\n1 0 obj", "is a PDF"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not a picture"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "picture"),
    ],
)
def test_what_is_no_picture_is_named(files: Files, data: bytes, word: str) -> None:
    (files.root / "photo.png").write_bytes(data)
    with pytest.raises(BadArgument, match=word) as refusal:
        load_picture(files, "photo.png", "input_path")
    assert "input_path" in str(refusal.value)
    assert "photo.png" in str(refusal.value)


STARTS = [
    b"",
    b"\x89PNG\r\n\x1a\n",
    b"\xff\xd8\xff\xe0",
    b"RIFF\x40\0\0\0WEBPVP8 ",
    b"GIF89a",
    b"BM",
    b"II*\0",
    b"MM\0*",
]


@given(st.sampled_from(STARTS), st.binary(max_size=300))
def test_garbage_is_refused(start: bytes, rest: bytes) -> None:
    try:
        image = decode_picture(start + rest, "garbage", "path")
    except BadArgument:
        return
    assert image.width * image.height <= MOST_PIXELS


@given(st.sampled_from(["PNG", "JPEG", "WEBP", "BMP", "GIF", "TIFF"]), st.data())
def test_a_damaged_picture_is_read_or_refused(kind: str, draw: st.DataObject) -> None:
    damaged = bytearray(data_of(halves(), kind))
    for _ in range(draw.draw(st.integers(1, 8))):
        damaged[draw.draw(st.integers(0, len(damaged) - 1))] = draw.draw(st.integers(0, 255))
    try:
        image = decode_picture(bytes(damaged), "damaged", "path", opaque=True)
    except BadArgument:
        return
    assert image.mode == "RGB"
    assert image.width * image.height <= MOST_PIXELS


def test_paths_inside_the_workspace_are_followed(files: Files) -> None:
    (files.root / "media").mkdir()
    target = files.root / "media" / "a b.png"
    target.write_bytes(data_of(halves(), "PNG"))
    (files.root / "link.png").symlink_to(target)
    absolute = f"file://{str(target).replace(' ', '%20')}"
    for path in (
        "./media/a b.png",
        "media/../media/a b.png",
        str(target),
        "file://media/a%20b.png",
        "link.png",
    ):
        assert load_picture(files, path).size == (40, 60)
    for path in (
        absolute,
        absolute.replace("file://", "file://localhost"),
        absolute.replace("file://", "FILE:"),
    ):
        assert load_picture(files, path).size == (40, 60)


def test_nothing_outside_the_workspace_is_read_or_written(files: Files) -> None:
    outside = files.root.parent / "secret.png"
    outside.write_bytes(data_of(halves(), "PNG"))
    (files.root / "link.png").symlink_to(outside)
    (files.root / "up").symlink_to(files.root.parent)
    escapes = (
        "../secret.png",
        str(outside),
        f"file://{outside}",
        "link.png",
        "up/secret.png",
        "file://../secret.png",
    )
    before = outside.read_bytes()
    for path in escapes:
        with pytest.raises(BadArgument, match="outside"):
            load_picture(files, path)
        with pytest.raises(BadArgument, match="outside"):
            save_picture(files, Image.new("RGB", (2, 2)), path)
    assert outside.read_bytes() == before
    assert sorted(path.name for path in files.root.parent.iterdir()) == ["inside", "secret.png"]


def test_what_is_absent_is_told_with_what_is_near(files: Files) -> None:
    (files.root / "holiday.png").write_bytes(data_of(halves(), "PNG"))
    with pytest.raises(NotFound, match=r"holiday\.png"):
        load_picture(files, "holidays.png")
    for path in (".", "", "a\0b.png", "x" * 500):
        with pytest.raises((NotFound, BadArgument)):
            load_picture(files, path)


@pytest.mark.parametrize(
    ("suffix", "kind"),
    [
        (".png", "PNG"),
        (".JPG", "JPEG"),
        (".jpeg", "JPEG"),
        (".webp", "WEBP"),
        (".bmp", "BMP"),
        (".gif", "GIF"),
        (".tiff", "TIFF"),
    ],
)
def test_the_suffix_decides_the_format(files: Files, suffix: str, kind: str) -> None:
    image = Image.new("RGBA", (30, 20), (*RED, 255))
    image.info["icc_profile"] = b"not to be kept"
    path = save_picture(files, decode_picture(data_of(image, "PNG"), "x", "path"), f"./new/out{suffix}")
    assert path == f"new/out{suffix}"
    with Image.open(files.root / path) as written:
        assert written.format == kind
        assert not {"icc_profile", "exif", "comment"} & set(written.info)
    assert close(load_picture(files, path, opaque=True).getpixel((10, 10)), RED)


def test_a_file_that_cannot_be_written_is_told(files: Files) -> None:
    image = Image.new("RGB", (4, 4))
    for path in ("out", "out.svg", "out.png.exe", "", "."):
        with pytest.raises(BadArgument, match="output_path"):
            save_picture(files, image, path)
    (files.root / "folder.png").mkdir()
    with pytest.raises(BadArgument, match="cannot be written"):
        save_picture(files, image, "folder.png")
    with pytest.raises(BadArgument, match=r"\.png"):
        save_picture(files, Image.new("RGB", (17_000, 1)), "wide.webp")


def test_answers_carry_pictures_of_bounded_size() -> None:
    small = to_picture(halves())
    assert (small.media_type, small.data) == ("image/png", encode_picture(halves(), "PNG"))
    assert decode_picture(small.data, "x", "path").tobytes() == halves().tobytes()
    large = to_picture(Image.effect_noise((3_000, 1_500), 90).convert("RGB"))
    assert large.media_type == "image/jpeg"
    assert decode_picture(large.data, "x", "path").size == (SHOWN_SIDE, SHOWN_SIDE // 2)
    assert len(large.data) < 3 * LARGEST_SHOWN_PNG
    clear = to_picture(Image.new("RGBA", (2_000, 100), (*RED, 0)))
    assert decode_picture(clear.data, "x", "path").mode == "RGBA"
