"""Small declarative checks of what an attempt left behind: its answer, its workspace and its calls."""

from m3bench.checks.answer_fields import AnswerFields
from m3bench.checks.answers import AnswerNames, AnswerNumber, AnswerRefuses
from m3bench.checks.asking import Asked
from m3bench.checks.check import Ask, CannotLook, Check, Evidence, See, Verdict
from m3bench.checks.claims import AnswerMustNot, Claim, Claims
from m3bench.checks.fields import Expected, filled
from m3bench.checks.files import FileExists, NoStrayFiles
from m3bench.checks.jsons import AnswerJson
from m3bench.checks.origins import ArgumentFromPicture, ArgumentFromResult
from m3bench.checks.picture_overlay import Mark, PictureOverlay
from m3bench.checks.picture_showing import PictureShows
from m3bench.checks.pictures import PictureChangedOnly, PictureCrop
from m3bench.checks.quantities import Quantity
from m3bench.checks.registry import CHECKS, read_checks, write_checks
from m3bench.checks.running import CheckError, Verdicts, run_checks
from m3bench.checks.sheet_looks import SheetBold, SheetChart
from m3bench.checks.sheets import SheetCells
from m3bench.checks.slide_contents import SlideChart, SlideTable
from m3bench.checks.slide_styles import SlideStyle, TextStyle
from m3bench.checks.slides import SlideLayout, SlidePictures, SlideTexts
from m3bench.checks.tolerance import Tolerance
from m3bench.checks.trace import Called, CalledBefore, CalledTogether, NotCalled

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
    "Asked",
    "Called",
    "CalledBefore",
    "CalledTogether",
    "CannotLook",
    "Check",
    "CheckError",
    "Claim",
    "Claims",
    "Evidence",
    "Expected",
    "FileExists",
    "Mark",
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
    "filled",
    "read_checks",
    "run_checks",
    "write_checks",
]
