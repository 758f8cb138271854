"""The faults that can be put into files, by name."""

from m3bench.sabotage.faults.registry import FAULTS, FaultFailed, put_fault

__all__ = ["FAULTS", "FaultFailed", "put_fault"]
