"""The probes of a preflight check."""

from __future__ import annotations

from m3bench.runs.preflight.probes.calls import (
    CancellationProbe,
    ElicitationProbe,
    ErrorProbe,
    ParallelProbe,
    SlowProbe,
)
from m3bench.runs.preflight.probes.pictures import DocumentProbe, PictureProbe
from m3bench.runs.preflight.probes.probe import SERVER, Finding, Probe, ProbeCall, ProbeTool
from m3bench.runs.preflight.probes.sound import SoundProbe
from m3bench.runs.preflight.probes.texts import (
    FileProbe,
    LongProbe,
    NamesProbe,
    StructuredProbe,
    TextProbe,
    UnicodeProbe,
    names_in,
)

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
    "Finding",
    "NamesProbe",
    "Probe",
    "ProbeCall",
    "ProbeTool",
    "SlowProbe",
    "names_in",
]
