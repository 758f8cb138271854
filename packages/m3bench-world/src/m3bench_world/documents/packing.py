"""ZIP archives with fixed dates: the same content has the same bytes."""

from __future__ import annotations

import io
import re
import zipfile

_STAMPS = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(<)")
_DATE = (1980, 1, 1, 0, 0, 0)


def repacked(data: bytes, *, undated: bool = False) -> bytes:
    """Return the same archive with fixed dates; `undated` also fixes when it was made and changed."""
    written = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in dict.fromkeys(source.namelist()):
            part = source.read(name)
            if undated and name == "docProps/core.xml":
                part = _STAMPS.sub(rb"\g<1>2000-01-01T00:00:00Z\g<2>", part)
            target.writestr(zipfile.ZipInfo(name, _DATE), part, zipfile.ZIP_DEFLATED)
    return written.getvalue()
