"""JUnit files of runs and scores, for the test pages of CI systems."""

from m3bench.reports.junit.cases import Case, CaseKind, file_cases, gate_cases, run_cases
from m3bench.reports.junit.xml_file import junit_chunks, write_junit, xml_text

__all__ = [
    "Case",
    "CaseKind",
    "file_cases",
    "gate_cases",
    "junit_chunks",
    "run_cases",
    "write_junit",
    "xml_text",
]
