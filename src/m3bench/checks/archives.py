"""Office files are ZIP archives of XML: looked through before a library unpacks them."""

from __future__ import annotations

import io
import zipfile

from m3bench.checks.check import Unfit

MOST_MEMBERS = 2_000
MOST_XML = 16 * 2**20
MOST_UNPACKED = 128 * 2**20
_DECLARATIONS = tuple(
    word.encode(coding)
    for word in ("<!DOCTYPE", "<!ENTITY")
    for coding in ("utf-8", "utf-16-le", "utf-16-be")
)
_XML = (".xml", ".rels", ".vml")


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
    texts = [member for member in members if member.filename.lower().endswith(_XML)]
    if sum(member.file_size for member in texts) > MOST_XML:
        raise Unfit(f"{path} holds more than {MOST_XML // 2**20} MiB of text")
    for member in texts:
        with archive.open(member) as file:
            text = file.read(MOST_XML + 1)
        if len(text) > MOST_XML or any(word in text for word in _DECLARATIONS):
            raise Unfit(f"{path} holds declarations that no office file has")
