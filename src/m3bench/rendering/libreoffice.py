"""Converting office documents to PDF with LibreOffice, if it is installed."""

from __future__ import annotations

import shutil
import tempfile
import threading
from pathlib import Path, PurePosixPath

from m3bench.rendering.archives import require_harmless
from m3bench.rendering.errors import DocumentBroken, RenderingUnavailable
from m3bench.rendering.programs import TIMEOUT, run_program

SUFFIXES = (".pptx", ".xlsx", ".docx", ".odp", ".ods", ".odt")
_PROGRAMS = ("soffice", "libreoffice")
_NOT_LOADED = "could not be loaded"
# Macros are not run, and linked content is not fetched.
_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
</oor:items>
"""
# LibreOffice needs a core and hundreds of megabytes, so only one runs at a time.
_TURN = threading.Lock()


def office() -> str | None:
    """Return the path of LibreOffice, if it is installed."""
    return next((found for name in _PROGRAMS if (found := shutil.which(name))), None)


def to_pdf(data: bytes, path: str) -> bytes:
    """Convert a document to PDF.

    Raises:
        DocumentBroken: It is broken.
        RenderingUnavailable: It cannot be converted here.
    """
    require_harmless(data, path)
    program = office()
    if program is None:
        raise RenderingUnavailable(f"cannot render {path}: LibreOffice (soffice) is not installed")
    with _TURN, tempfile.TemporaryDirectory(prefix="m3bench-office-") as name:
        return _printed(program, data, path, Path(name))


def _printed(program: str, data: bytes, path: str, folder: Path) -> bytes:
    document = folder / f"document{PurePosixPath(path).suffix.lower()}"
    document.write_bytes(data)
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_SETTINGS, encoding="utf-8")
    options = ("--headless", "--norestore", "--nologo", "--convert-to", "pdf", "--outdir", str(folder))
    ended = run_program(
        [program, f"-env:UserInstallation={profile.as_uri()}", *options, str(document)], folder
    )
    made = folder / "document.pdf"
    if made.is_file():
        return made.read_bytes()
    if ended is None:
        raise RenderingUnavailable(f"{path}: LibreOffice timed out after {TIMEOUT:g} s")
    if _NOT_LOADED in ended.output:
        raise DocumentBroken(f"LibreOffice cannot open {path}")
    raise RenderingUnavailable(f"{path}: LibreOffice exited with status {ended.status} and no PDF")
