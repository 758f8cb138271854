"""Inspecting office files, which are ZIP archives of XML, before a library unpacks them."""

from __future__ import annotations

import io
import re
import zipfile

from m3bench.rendering.errors import DocumentBroken

MAX_MEMBERS = 2_000
MAX_XML = 16 * 2**20
MAX_UNPACKED = 128 * 2**20
MAX_ELEMENTS = 400_000
"""XML elements in all parts together: libraries create an object of about 300 bytes for each."""
MAX_MERGED = 100_000
"""Merged cells in a sheet: openpyxl creates an object for each."""
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
    """Raise `DocumentBroken` if a file is not a ZIP archive, is too large unpacked, or declares entities."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _look_through(archive, path)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError) as error:
        raise DocumentBroken(f"{path} is not a readable office file: {error}") from None
    except DocumentBroken:
        raise
    except Exception as error:  # noqa: BLE001 - broken streams end in errors of several libraries
        raise DocumentBroken(f"{path} is not a readable office file: {type(error).__name__}") from None


def _look_through(archive: zipfile.ZipFile, path: str) -> None:
    members = archive.infolist()
    if len(members) > MAX_MEMBERS or sum(member.file_size for member in members) > MAX_UNPACKED:
        raise DocumentBroken(f"{path} is too large unpacked")
    texts = [member for member in members if _is_text(archive, member)]
    if sum(member.file_size for member in texts) > MAX_XML:
        raise DocumentBroken(f"{path} has more than {MAX_XML // 2**20} MiB of text")
    elements = 0
    for member in texts:
        with archive.open(member) as file:
            text = file.read(MAX_XML + 1)
        if len(text) > MAX_XML or any(word in text for word in _DECLARATIONS):
            raise DocumentBroken(f"{path} declares XML entities")
        elements += text.count(b"<")
        if elements > MAX_ELEMENTS:
            raise DocumentBroken(f"{path} has more than {MAX_ELEMENTS:,} elements")
        if _merged(text) > MAX_MERGED:
            raise DocumentBroken(f"{path} merges more than {MAX_MERGED:,} cells")


def _is_text(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    """Return whether a part is XML, by its name or its first bytes."""
    if member.filename.lower().endswith(_XML):
        return True
    with archive.open(member) as file:
        return file.read(64).lstrip(_BLANK).startswith(_MARKUP)


def _merged(text: bytes) -> int:
    """Return the number of merged cells in a sheet."""
    return sum(
        (abs(_column(right) - _column(left)) + 1) * (abs(int(bottom) - int(top)) + 1)
        for left, top, right, bottom in _MERGED.findall(text)
    )


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - ord("A") + 1
    return number
