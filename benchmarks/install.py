"""Sizes and seconds of installations in fresh environments: the table of docs/install.md.

    python benchmarks/install.py python3.11 python3.12 python3.13 [--extras base,encoder,files,suites,all]

The wheels are built once. For each Python and extra, all wheels are downloaded first; then pip installs them
into a new environment without a network, which is timed, and the environment is removed. Seconds are CPU
seconds, which other work on the machine hardly changes. It fails if something would be compiled, or if pip
prints a warning.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).parents[1]
EXTRAS = "base,encoder,files,suites,all"
_MB = 1e6


class Installation(NamedTuple):
    """What one environment has cost."""

    python: str
    extra: str
    packages: int
    download: float
    """Megabytes of wheels, m3bench's among them."""
    installed: float
    """Megabytes without compiled Python files."""
    compiled: float
    """Megabytes with them."""
    seconds: float
    """Of pip, without the download."""
    help_seconds: float
    """Of `m3bench --help`, the second time."""

    def row(self) -> str:
        name = "m3bench" if self.extra == "base" else f"m3bench[{self.extra}]"
        sizes = f"{self.download:,.0f} | {self.installed:,.0f} ({self.compiled:,.0f})"
        times = f"{self.seconds:.0f} | {self.help_seconds:.1f}"
        return f"| `{name}` | {self.python} | {self.packages} | {sizes} | {times} |"


def build_wheel(folder: Path) -> Path:
    """Build the wheels of this repository, and return that of m3bench. The others are beside it."""
    content = [REPOSITORY / "packages" / name for name in ("m3bench-suites", "m3bench-world")]
    projects = list(map(str, [REPOSITORY, *content]))
    _run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), *projects)
    (wheel,) = folder.glob("m3bench-*.whl")
    return wheel


def measure(python: str, extra: str, wheel: Path, folder: Path) -> Installation:
    """Install into a new environment in a folder, which the caller removes."""
    environment, wheels = folder / "environment", folder / "wheels"
    _run(python, "-m", "venv", str(environment))
    own = str(environment / "bin" / "python")
    wanted = str(wheel) if extra == "base" else f"{wheel}[{extra}]"
    pinned = [wanted, "-c", str(REPOSITORY / "constraints.txt"), "--only-binary", ":all:"]
    _run(own, "-m", "pip", "download", "-q", "-f", str(wheel.parent), "-d", str(wheels), *pinned)
    empty = _megabytes(environment)
    start = _cpu_seconds()
    said = _run(own, "-m", "pip", "install", "--no-index", "--find-links", str(wheels), *pinned)
    seconds = _cpu_seconds() - start
    if "warning" in said.lower() or "deprecat" in said.lower():
        raise SystemExit(said)
    command = str(environment / "bin" / "m3bench")
    _run(command, "--help")
    start = _cpu_seconds()
    _run(command, "--help")
    helped = _cpu_seconds() - start
    whole = _megabytes(environment)
    return Installation(
        python=_run(own, "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip(),
        extra=extra,
        packages=len(list(wheels.iterdir())),
        download=sum(path.stat().st_size for path in wheels.iterdir()) / _MB,
        installed=whole[0] - empty[0],
        compiled=sum(whole) - sum(empty),
        seconds=seconds,
        help_seconds=helped,
    )


def _megabytes(folder: Path) -> tuple[float, float]:
    """Return the size of a folder without compiled Python files, and theirs."""
    plain = compiled = 0
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            size = path.stat().st_size
            compiled += size if path.suffix == ".pyc" else 0
            plain += size if path.suffix != ".pyc" else 0
    return plain / _MB, compiled / _MB


def _cpu_seconds() -> float:
    """Return what finished processes of this one have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _run(*command: str) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}")
    return done.stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("pythons", nargs="*", default=[sys.executable])
    parser.add_argument("--extras", default=EXTRAS)
    given = parser.parse_args()
    print("| install | Python | packages | MB to download | MB installed (compiled) | CPU s | of --help |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as place:
        wheel = build_wheel(Path(place))
        for extra in given.extras.split(","):
            for python in given.pythons:
                with tempfile.TemporaryDirectory(dir=place) as folder:
                    print(measure(python, extra, wheel, Path(folder)).row(), flush=True)


if __name__ == "__main__":
    main()
