"""Slides, sheets and texts printed to PDF by LibreOffice, where it is installed."""

from __future__ import annotations

import shutil
import tempfile
import threading
from pathlib import Path, PurePosixPath

from m3bench.checks.check import Doubt, Unfit
from m3bench.checks.files import require_harmless
from m3bench.checks.rendering.programs import PATIENCE, ran

SUFFIXES = (".pptx", ".xlsx", ".docx", ".odp", ".ods", ".odt")
_PROGRAMS = ("soffice", "libreoffice")
_NOT_LOADED = "could not be loaded"
# Nothing in a document is run, and nothing that it links to is fetched.
_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
</oor:items>
"""
# It takes a core and hundreds of megabytes: several at once would only make each other late.
_TURN = threading.Lock()


def office() -> str | None:
    """The program, where there is one."""
    return next((found for name in _PROGRAMS if (found := shutil.which(name))), None)


def printed(data: bytes, path: str) -> bytes:
    """The document as a PDF. Raises `Unfit` where it is broken, and `Doubt` where we cannot print it."""
    require_harmless(data, path)
    program = office()
    if program is None:
        raise Doubt(f"{path} cannot be shown: LibreOffice (soffice) is not installed")
    with _TURN, tempfile.TemporaryDirectory(prefix="m3bench-office-") as name:
        return _printed(program, data, path, Path(name))


def _printed(program: str, data: bytes, path: str, folder: Path) -> bytes:
    document = folder / f"document{PurePosixPath(path).suffix.lower()}"
    document.write_bytes(data)
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_SETTINGS, encoding="utf-8")
    options = ("--headless", "--norestore", "--nologo", "--convert-to", "pdf", "--outdir", str(folder))
    ended = ran([program, f"-env:UserInstallation={profile.as_uri()}", *options, str(document)], folder)
    made = folder / "document.pdf"
    if made.is_file():
        return made.read_bytes()
    if ended is None:
        raise Doubt(f"{path}: LibreOffice was not done within {PATIENCE:g} s")
    if _NOT_LOADED in ended.said:
        raise Unfit(f"{path} cannot be opened by LibreOffice")
    raise Doubt(f"{path}: LibreOffice ended with status {ended.status} and without a PDF")
