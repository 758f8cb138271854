"""The site of a leaderboard: static pages that can be published anywhere."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from m3bench.core import M3BenchError, UsageError
from m3bench.curation import COMMITMENT, read_commitment, read_sealed
from m3bench.formats import write_atomically
from m3bench.reports.study import Study
from m3bench.submissions.ranking import bundle_path, page_path
from m3bench.submissions.records import SUFFIX
from m3bench.submissions.verification import SealedSuite, Verified, VerifiedRun, one_line
from m3bench.suites import require_commitment

RunReport = Callable[[Sequence[VerifiedRun], str], str]
"""Makes the page on the runs of a bundle."""
RenderPage = Callable[[Study], str]


class Site(NamedTuple):
    """A site that was written."""

    bundles: tuple[Verified, ...]
    front: Study
    files: tuple[Path, ...]
    """The first page first."""


def find_bundles(folder: Path) -> list[Path]:
    """Return the bundles in a folder and its folders, by name. Raises `UsageError` if there are none."""
    if not folder.is_dir():
        raise UsageError(
            f"{folder} is not a folder.", "Name a folder with bundles from m3bench leaderboard submit."
        )
    bundles = sorted(path for path in folder.rglob(f"*{SUFFIX}") if path.is_file())
    if not bundles:
        raise UsageError(
            f"{folder} has no bundles (*{SUFFIX}).",
            f"Make one: m3bench leaderboard submit RUN --out {folder}/NAME{SUFFIX}",
        )
    return bundles


def read_sealed_suites(folders: Iterable[Path]) -> list[SealedSuite]:
    """Read revealed suites, each a folder with its recipe and its published commitment."""
    suites = []
    for folder in folders:
        recipe = read_sealed(folder)
        require_commitment(recipe, read_commitment(folder / COMMITMENT))
        suites.append(SealedSuite(folder.resolve().name, recipe))
    return suites


def refuse_copies(bundles: Sequence[Verified]) -> list[Verified]:
    """Refuse bundles that share a run, because anybody can write an earlier date into a copy.

    Of files with the same content, the first is kept: it is the same submission twice.
    """
    owners: dict[str, list[Verified]] = defaultdict(list)
    for bundle in bundles:
        for run in bundle.runs:
            owners[run.record.id].append(bundle)
    return [_unless_shared(bundle, owners) for bundle in bundles]


def _unless_shared(bundle: Verified, owners: Mapping[str, Sequence[Verified]]) -> Verified:
    for run in bundle.runs:
        for other in owners[run.record.id]:
            if other is bundle:
                continue
            is_same = other.submission == bundle.submission
            if is_same and _preference(bundle) < _preference(other):
                continue
            problem = (
                f"it is the same submission as {other.path.name}"
                if is_same
                else f"a run of it is also in {other.path.name}; remove the one that is a copy"
            )
            return Verified(path=bundle.path, problem=problem)
    return bundle


def _preference(bundle: Verified) -> tuple[int, str]:
    """Return the order of bundles of the same runs: the one with most signatures is kept."""
    return -bundle.standing.level.rank, str(bundle.path)


def write_site(
    out: Path,
    found: Sequence[Verified],
    front: Callable[[Sequence[Verified]], Study],
    *,
    render: RenderPage,
    report: RunReport,
    bundles: bool = True,
) -> Site:
    """Write the pages, and copies of the accepted bundles.

    Args:
        out: The folder of the site.
        found: Bundles after verification.
        front: Makes the content of the first page.
        render: Makes a page of it.
        report: Makes the page on the runs of a bundle.
        bundles: Whether the bundles are copied, so that everybody can verify them.

    Returns:
        What was written. A bundle whose runs cannot be shown is refused.
    """
    shown, written = [], []
    for bundle in found:
        page = None if bundle.problem else _page(bundle, report)
        if isinstance(page, Verified):
            shown.append(page)
            continue
        shown.append(bundle)
        if page is None:
            continue
        written.append(out / page_path(bundle))
        written[-1].parent.mkdir(parents=True, exist_ok=True)
        write_atomically(written[-1], [page])
        if bundles:
            written.append(out / bundle_path(bundle))
            written[-1].parent.mkdir(parents=True, exist_ok=True)
            _copy(bundle.path, written[-1])
    study = front(shown)
    write_atomically(out / "index.html", [render(study).encode()])
    return Site(tuple(shown), study, (out / "index.html", *written))


def _page(bundle: Verified, report: RunReport) -> bytes | Verified:
    """Return the page on the runs of a bundle, or the bundle refused if there can be none."""
    assert bundle.submission is not None
    try:
        return report(bundle.runs, bundle.submission.system).encode()
    except Exception as error:  # noqa: BLE001 - whatever a bundle leads to, those beside it are shown
        problem = f"its runs cannot be shown: {type(error).__name__}: {error}"
        return Verified(path=bundle.path, problem=one_line(problem))


def _copy(source: Path, target: Path) -> None:
    try:
        shutil.copyfile(source, target)
    except shutil.SameFileError:
        return
    except OSError as error:
        raise M3BenchError(f"{target} cannot be written: {error.strerror}") from None
