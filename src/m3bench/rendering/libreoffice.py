"""Converting office documents to PDF with LibreOffice, if it is installed."""

from __future__ import annotations

import shutil
import tempfile
import threading
from pathlib import Path, PurePosixPath

from m3bench.confinement import confined
from m3bench.rendering.archives import require_harmless
from m3bench.rendering.errors import DocumentBroken, RenderingUnavailable
from m3bench.rendering.programs import TIMEOUT, run_program

SUFFIXES = (".pptx", ".xlsx", ".docx", ".odp", ".ods", ".odt")
OFFICE_MISSING = (
    "LibreOffice (soffice) is not installed (Debian and Ubuntu: apt-get install libreoffice-writer"
    " libreoffice-calc libreoffice-impress)"
)
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
_READ = ("/etc/libreoffice", "/var/lib/libreoffice", "/var/spool/libreoffice")
_MOST_MEMORY, _LARGEST_FILE = 4 * 2**20, 2**19
"""In KiB, and for a file in blocks of 512 bytes."""
# A shell sets the limits, also inside of bubblewrap. macOS does not know the first one.
_LIMITS = f'ulimit -v {_MOST_MEMORY} 2>/dev/null; ulimit -f {_LARGEST_FILE}; exec "$@"'
_LIMITED = ("/bin/sh", "-c", _LIMITS, "sh")
# LibreOffice needs a core and hundreds of megabytes, so only one runs at a time.
_TURN = threading.Lock()


def office() -> str | None:
    """Return the path of LibreOffice, if it is installed."""
    return next(filter(None, map(shutil.which, _PROGRAMS)), None)


def to_pdf(data: bytes, path: str) -> bytes:
    """Convert a document to PDF.

    Raises:
        DocumentBroken: It is broken.
        RenderingUnavailable: It cannot be converted here.
    """
    require_harmless(data, path)
    program = office()
    if program is None:
        raise RenderingUnavailable(f"cannot render {path}: {OFFICE_MISSING}")
    with _TURN, tempfile.TemporaryDirectory(prefix="m3bench-office-") as name:
        return _printed(program, data, path, Path(name).resolve())


def _printed(program: str, data: bytes, path: str, folder: Path) -> bytes:
    document = folder / f"document{PurePosixPath(path).suffix.lower()}"
    document.write_bytes(data)
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_SETTINGS, encoding="utf-8")
    options = ("--headless", "--norestore", "--nologo", "--convert-to", "pdf", "--outdir", str(folder))
    command = [*_LIMITED, program, f"-env:UserInstallation={profile.as_uri()}", *options, str(document)]
    ended = run_program(confined(command, folder, [*_READ, *_installation(program)]), folder)
    made = folder / "document.pdf"
    if made.is_file():
        return made.read_bytes()
    if ended is None:
        raise RenderingUnavailable(f"{path}: LibreOffice timed out after {TIMEOUT:g} s")
    if _NOT_LOADED in ended.output:
        raise DocumentBroken(f"LibreOffice cannot open {path}")
    raise RenderingUnavailable(f"{path}: LibreOffice exited with status {ended.status} and no PDF")


def _installation(program: str) -> list[str]:
    """Return the folder of LibreOffice, which may be in a place of its own such as /opt."""
    folder = Path(program).resolve().parent
    return [str(folder.parent if folder.name == "program" else folder)]
