"""Ways to get a Debian package: from a folder, with apt, or from a mirror."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Protocol
from urllib.parse import quote
from urllib.request import Request, urlopen

from m3bench.core import UsageError
from m3bench_world.scenes.photographs.catalogue import Package

Advance = Callable[[int], None]
"""Called with the number of bytes that are new."""

_CHUNK = 1 << 20
_SECONDS = 60
_APT_SECONDS = 1800
_PARTIAL_CONTENT = 206
_OTHER_WAYS = (
    "Download the package yourself and use --from FOLDER, or use --mirror URL with the address of a Debian"
    " mirror (the folder that has `pool`)."
)


class PackageSource(Protocol):
    """Gets one package."""

    def get(self, package: Package, target: Path, advance: Advance) -> None:
        """Write the package to `target`, which may have a part of it already."""


class FolderSource:
    """Packages that the user downloaded."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise UsageError(
                f"{folder} is not a folder.", "Give the folder with the .deb files: --from FOLDER"
            )
        self._folder = folder

    def get(self, package: Package, target: Path, advance: Advance) -> None:
        found = sorted(self._folder.glob(f"{package.name}_*.deb"))
        if not found:
            raise UsageError(
                f"{self._folder} has no {package.name}_*.deb.",
                f"Download {package.pool} from a Debian mirror into the folder.",
            )
        right = [file for file in found if file.stat().st_size == package.bytes] or found
        shutil.copyfile(right[0], target)
        advance(package.bytes)


class AptSource:
    """Packages from the sources of this machine's apt. Root is not needed, and nothing is installed."""

    def __init__(self) -> None:
        self._program = shutil.which("apt-get")
        if self._program is None:
            raise UsageError("This machine has no apt-get.", _OTHER_WAYS)

    def get(self, package: Package, target: Path, advance: Advance) -> None:
        folder = target.with_name(f"{target.name}.apt")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            command = [str(self._program), "download", f"{package.name}={package.version}"]
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, timeout=_APT_SECONDS, check=False
            )
            found = sorted(folder.glob("*.deb"))
            if done.returncode or not found:
                reason = (done.stderr.strip().splitlines() or ["no reason given"])[0]
                raise UsageError(
                    f"apt-get cannot get {package.name} {package.version}: {reason}", _OTHER_WAYS
                )
            found[0].replace(target)
        except subprocess.TimeoutExpired:
            raise UsageError(f"apt-get takes too long to get {package.name}.", _OTHER_WAYS) from None
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        advance(package.bytes)


class MirrorSource:
    """Packages from a Debian mirror. A download that was interrupted is continued."""

    def __init__(self, address: str) -> None:
        if not address.startswith(("https://", "http://")):
            raise UsageError(
                f"--mirror {address} is not an HTTP address.", "Give the folder that has `pool`."
            )
        self._address = address.rstrip("/")

    def get(self, package: Package, target: Path, advance: Advance) -> None:
        url = f"{self._address}/{quote(package.pool)}"
        have = target.stat().st_size if target.exists() else 0
        try:
            if have < package.bytes:
                self._download(url, target, have, package.bytes, advance)
            else:
                advance(package.bytes)
        except (OSError, HTTPException, ValueError) as error:  # a redirect can lead to what is no address
            raise UsageError(
                f"{url} cannot be downloaded ({error}).",
                "Run the command again to continue, or choose another --mirror.",
            ) from error

    @staticmethod
    def _download(url: str, target: Path, have: int, size: int, advance: Advance) -> None:
        asked = Request(url, headers={"Range": f"bytes={have}-"} if have else {})  # noqa: S310 - checked above
        with urlopen(asked, timeout=_SECONDS) as reply:  # noqa: S310 - checked above
            continued = bool(have) and reply.status == _PARTIAL_CONTENT
            done = have if continued else 0
            advance(done)
            with target.open("ab" if continued else "wb") as file:
                while chunk := reply.read(_CHUNK):
                    done += len(chunk)
                    if done > size:
                        raise OSError(f"more than {size} bytes")
                    file.write(chunk)
                    advance(len(chunk))
        if done < size:
            raise OSError(f"it ended after {done} of {size} bytes")


def check_package(package: Package, file: Path) -> None:
    """Remove the file and raise `UsageError` if it is not the pinned package."""
    found = file_digest(file)
    if found == package.sha256:
        return
    size = file.stat().st_size
    file.unlink()
    raise UsageError(
        f"{package.name} {package.version} is not the expected file: its SHA-256 is {found} ({size} bytes),"
        f" expected {package.sha256} ({package.bytes} bytes).",
        f"The file was discarded. Get exactly version {package.version}: {_OTHER_WAYS}",
    )


def file_digest(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
