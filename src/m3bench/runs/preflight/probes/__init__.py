"""The probes of a preflight check, each in a file of its own."""

from m3bench.runs.preflight.probes.document import DocumentProbe
from m3bench.runs.preflight.probes.elicitation import ElicitationProbe
from m3bench.runs.preflight.probes.error import ErrorProbe
from m3bench.runs.preflight.probes.file import FileProbe
from m3bench.runs.preflight.probes.long import LongProbe
from m3bench.runs.preflight.probes.names import NamesProbe, names_in
from m3bench.runs.preflight.probes.parallel import ParallelProbe
from m3bench.runs.preflight.probes.picture import PictureProbe
from m3bench.runs.preflight.probes.probe import SERVER, Finding, Probe, ProbeCall, ProbeTool
from m3bench.runs.preflight.probes.scripts import UnicodeProbe
from m3bench.runs.preflight.probes.slow import CancellationProbe, SlowProbe
from m3bench.runs.preflight.probes.sound import SoundProbe
from m3bench.runs.preflight.probes.structured import StructuredProbe
from m3bench.runs.preflight.probes.text import TextProbe

PROBES: tuple[Probe, ...] = (
    TextProbe(),
    StructuredProbe(),
    PictureProbe(),
    SoundProbe(),
    FileProbe(),
    DocumentProbe(),
    ParallelProbe(),
    LongProbe(),
    UnicodeProbe(),
    ErrorProbe(),
    SlowProbe(),
    CancellationProbe(),
    ElicitationProbe(),
)
"""All probes. The first one is tried alone: where it fails for want of tools, the others would, too."""

__all__ = [
    "PROBES",
    "SERVER",
    "CancellationProbe",
    "DocumentProbe",
    "ElicitationProbe",
    "ErrorProbe",
    "FileProbe",
    "Finding",
    "LongProbe",
    "NamesProbe",
    "ParallelProbe",
    "PictureProbe",
    "Probe",
    "ProbeCall",
    "ProbeTool",
    "SlowProbe",
    "SoundProbe",
    "StructuredProbe",
    "TextProbe",
    "UnicodeProbe",
    "names_in",
]
