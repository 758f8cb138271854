"""Office files are ZIP archives of XML: looked through before a library unpacks them."""

from __future__ import annotations

import io
import re
import zipfile

from m3bench.checks.check import Unfit

MOST_MEMBERS = 2_000
MOST_XML = 16 * 2**20
MOST_UNPACKED = 128 * 2**20
MOST_ELEMENTS = 400_000
"""Tags in all texts together: libraries make an object of each, some 300 bytes large."""
MOST_MERGED = 100_000
"""Cells that a sheet merges: openpyxl makes an object of each."""
_DECLARATIONS = tuple(
    word.encode(coding)
    for word in ("<!DOCTYPE", "<!ENTITY")
    for coding in ("utf-8", "utf-16-le", "utf-16-be")
)
_XML = (".xml", ".rels", ".vml")
_MARKUP = (b"<", b"\xef\xbb\xbf<", b"\xff\xfe<", b"\xfe\xff\0<")
_BLANK = b" \t\r\n"
_MERGED = re.compile(
    rb"<(?:\w+:)?mergeCell\b[^>]*?\bref\s*=\s*[\"']\$?([A-Za-z]{1,3})\$?(\d{1,7}):\$?([A-Za-z]{1,3})\$?(\d{1,7})"
)


def require_harmless(data: bytes, path: str) -> None:
    """Raises `Unfit` for what is no ZIP archive, unpacks to absurd sizes, or declares entities."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _look_through(archive, path)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError) as error:
        raise Unfit(f"{path} is not a readable office file: {error}") from None
    except Unfit:
        raise
    except Exception as error:  # noqa: BLE001 - broken streams end in errors of several libraries
        raise Unfit(f"{path} is not a readable office file: {type(error).__name__}") from None


def _look_through(archive: zipfile.ZipFile, path: str) -> None:
    members = archive.infolist()
    if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > MOST_UNPACKED:
        raise Unfit(f"{path} unpacks to more than an office file holds")
    texts = [member for member in members if _is_text(archive, member)]
    if sum(member.file_size for member in texts) > MOST_XML:
        raise Unfit(f"{path} holds more than {MOST_XML // 2**20} MiB of text")
    elements = 0
    for member in texts:
        with archive.open(member) as file:
            text = file.read(MOST_XML + 1)
        if len(text) > MOST_XML or any(word in text for word in _DECLARATIONS):
            raise Unfit(f"{path} holds declarations that no office file has")
        elements += text.count(b"<")
        if elements > MOST_ELEMENTS:
            raise Unfit(f"{path} holds more than {MOST_ELEMENTS:,} elements")
        if _merged(text) > MOST_MERGED:
            raise Unfit(f"{path} merges more than {MOST_MERGED:,} cells")


def _is_text(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    """By its name, or by how it begins: which parts are texts is for the file itself to say."""
    if member.filename.lower().endswith(_XML):
        return True
    with archive.open(member) as file:
        return file.read(64).lstrip(_BLANK).startswith(_MARKUP)


def _merged(text: bytes) -> int:
    """The cells that a sheet merges."""
    return sum(
        (abs(_column(right) - _column(left)) + 1) * (abs(int(bottom) - int(top)) + 1)
        for left, top, right, bottom in _MERGED.findall(text)
    )


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - ord("A") + 1
    return number
