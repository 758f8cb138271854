"""What seeing is worth: the accuracy of fields that depend on the picture, by what an agent could see."""

from m3bench.reports.study.seeing.section import seeing_section

__all__ = ["seeing_section"]
