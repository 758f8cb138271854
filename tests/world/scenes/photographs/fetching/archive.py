"""A small archive of packages, pinned as the real ones are."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

from PIL import Image

from m3bench_world.scenes.photographs.catalogue import Package, Source
from tests.world.scenes.photographs.fetching.packing import write_deb


def quiet(stage: str, done: int, total: int) -> None:
    assert stage
    assert 0 <= done <= total


def picture(kind: str, size: tuple[int, int]) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, (90, 120, 60)).save(out, kind)
    return out.getvalue()


class Archive:
    """Two packages on a mirror, pinned in the catalogue."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        contents = {
            "stamps": {"usr/apple.png": picture("PNG", (20, 20)), "usr/other.png": b"not wanted"},
            "walls": {"usr/meadow.jpg": picture("JPEG", (2400, 1200))},
        }
        self.packages: list[Package] = []
        self.sources: list[Source] = []
        for name, pictures in contents.items():
            files = {**pictures, f"usr/share/doc/{name}/copyright": b"Copyright: somebody"}
            deb = write_deb(folder / f"{name}_1%3a2.0-1_all.deb", files)
            data = deb.read_bytes()
            pool = f"pool/main/{name}_2.0-1_all.deb"
            self.packages.append(Package(name, "1:2.0-1", len(data), hashlib.sha256(data).hexdigest(), pool))
            chosen = [pair for pair in files.items() if pair[0].endswith(("apple.png", "meadow.jpg"))]
            self.sources += [self._source(name, *pair) for pair in chosen]

    @staticmethod
    def _source(package: str, member: str, data: bytes) -> Source:
        place = "views" if member.endswith("jpg") else "things"
        return Source(
            package=package,
            member=member,
            sha256=hashlib.sha256(data).hexdigest(),
            licence="GPL-2+",
            author="somebody",
            path=f"{place}/{Path(member).name}",
        )
