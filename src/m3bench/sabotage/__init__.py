"""Tools that report success and leave their files slightly wrong, for tasks that demand a look."""

from m3bench.sabotage.faults import FAULTS, FaultFailed, put_fault
from m3bench.sabotage.host import SabotagedHost, with_sabotage

__all__ = ["FAULTS", "FaultFailed", "SabotagedHost", "put_fault", "with_sabotage"]
