"""Video editing: clips that begin at events, subtitles in step with speech, sound that fits the film."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.creation.video_editing.claims import DeliveryClaim
from m3bench_suites.builders.omni.creation.video_editing.clips import BugReport, FaultClip
from m3bench_suites.builders.omni.creation.video_editing.commentaries import ProductCommentary
from m3bench_suites.builders.omni.creation.video_editing.dubbing import NewLine
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=19,
    name="video_editing",
    title="Video editing",
    goal="Cut films at events, subtitle them in step, and give them the sound and texts that they need.",
    kind=Area.CREATION,
    tasks=(FaultClip, BugReport, NewLine, ProductCommentary, DeliveryClaim),
)
