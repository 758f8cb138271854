"""Declarative checks of the outcome of an attempt: its answer, its workspace and its calls."""

from m3bench.checks.answers import (
    AnswerFields,
    AnswerJson,
    AnswerMustNot,
    AnswerNames,
    AnswerNumber,
    AnswerRefuses,
    Claim,
    Claims,
    Quantity,
)
from m3bench.checks.check import (
    Ask,
    Check,
    CheckFailed,
    CheckUndecided,
    Evidence,
    See,
    Verdict,
    VisionUnavailable,
)
from m3bench.checks.fields import Expected, filled_form
from m3bench.checks.files import FileExists, NoStrayFiles
from m3bench.checks.lookup import LiveNumber
from m3bench.checks.pictures import Mark, PictureChangedOnly, PictureCrop, PictureOverlay, PictureShows
from m3bench.checks.reading import Tolerance
from m3bench.checks.registry import CHECKS, MissingCheckError, read_checks, register_check, write_checks
from m3bench.checks.runner import CheckError, Verdicts, run_checks
from m3bench.checks.sheets import SheetBold, SheetCells, SheetChart
from m3bench.checks.slides import (
    SlideChart,
    SlideLayout,
    SlidePictures,
    SlideStyle,
    SlideTable,
    SlideTexts,
    TextStyle,
)
from m3bench.checks.trace import (
    ArgumentFromPicture,
    ArgumentFromResult,
    Called,
    CalledBefore,
    CalledTogether,
    NotCalled,
)

__all__ = [
    "CHECKS",
    "AnswerFields",
    "AnswerJson",
    "AnswerMustNot",
    "AnswerNames",
    "AnswerNumber",
    "AnswerRefuses",
    "ArgumentFromPicture",
    "ArgumentFromResult",
    "Ask",
    "Called",
    "CalledBefore",
    "CalledTogether",
    "Check",
    "CheckError",
    "CheckFailed",
    "CheckUndecided",
    "Claim",
    "Claims",
    "Evidence",
    "Expected",
    "FileExists",
    "LiveNumber",
    "Mark",
    "MissingCheckError",
    "NoStrayFiles",
    "NotCalled",
    "PictureChangedOnly",
    "PictureCrop",
    "PictureOverlay",
    "PictureShows",
    "Quantity",
    "See",
    "SheetBold",
    "SheetCells",
    "SheetChart",
    "SlideChart",
    "SlideLayout",
    "SlidePictures",
    "SlideStyle",
    "SlideTable",
    "SlideTexts",
    "TextStyle",
    "Tolerance",
    "Verdict",
    "Verdicts",
    "VisionUnavailable",
    "filled_form",
    "read_checks",
    "register_check",
    "run_checks",
    "write_checks",
]
