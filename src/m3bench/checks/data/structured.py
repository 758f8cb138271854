"""The check of JSON, YAML and TOML files."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from m3bench.checks.check import Check, CheckFailed, Evidence, Verdict
from m3bench.checks.data.made import decoded, joined, made_file
from m3bench.checks.data.structured_reading import MAX_BYTES, read_value
from m3bench.checks.data.values import same_value, shown_value
from m3bench.checks.files import relative
from m3bench.checks.lookup import compiled_path
from m3bench.checks.reading import EXACT, Tolerance


class JsonFile(Check, frozen=True):
    """Paths are JMESPath expressions; `@` is the whole file. Objects and lists are compared completely."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "a JSON, YAML or TOML file has these values at these paths"

    path: str
    values: dict[str, Any]
    """Expected values by their paths. Null: the file has null or nothing there."""
    format: Literal["json", "jsonl", "yaml", "toml"] = "json"
    """`jsonl`: the file is a list, with a value on each line."""
    keys_only: tuple[str, ...] = ()
    """All keys of the object at the top, in any order."""
    tolerance: Tolerance = EXACT

    def __post_init__(self) -> None:
        relative(self.path)
        if not self.values and not self.keys_only:
            raise ValueError("values and keys_only are both empty")
        for path in self.values:
            compiled_path(path)

    def look(self, evidence: Evidence) -> Verdict:
        path, data = made_file(evidence, self.path, MAX_BYTES[self.format])
        whole = read_value(decoded(data, path), path, self.format)
        faults = self._key_faults(whole)
        for place, expected in self.values.items():
            found = _at(whole, place, path)
            if not same_value(found, expected, self.tolerance):
                faults.append(f"{place} is {shown_value(found)}, expected {shown_value(expected)}")
        if faults:
            return self.verdict(False, f"{path}: {joined(faults)}")
        return self.verdict(True, f"{path} has the expected values at {', '.join(self.values) or 'its keys'}")

    def _key_faults(self, whole: Any) -> list[str]:
        if not self.keys_only:
            return []
        if not isinstance(whole, dict):
            return ["is not an object"]
        lacking = [key for key in self.keys_only if key not in whole]
        strange = [str(key) for key in whole if key not in self.keys_only]
        faults = [f"lacks the keys {', '.join(lacking)}"] if lacking else []
        return faults + ([f"has other keys: {', '.join(strange)[:200]}"] if strange else [])


def _at(whole: Any, place: str, path: str) -> Any:
    try:
        return compiled_path(place).search(whole)
    except (ValueError, TypeError, RecursionError) as error:  # JMESPath raises ValueErrors
        raise CheckFailed(f"{path} has no value at {place}: {' '.join(str(error).split())[:120]}") from None
