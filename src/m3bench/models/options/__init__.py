"""What a user may state of a model: settings, headers, prices and abilities."""

from m3bench.models.options.facts import ModelFacts, ModelPrice, known_facts, learn_facts
from m3bench.models.options.headers import check_headers, expand_headers, parse_headers
from m3bench.models.options.setting_values import check_settings_values, parse_settings

__all__ = [
    "ModelFacts",
    "ModelPrice",
    "check_headers",
    "check_settings_values",
    "expand_headers",
    "known_facts",
    "learn_facts",
    "parse_headers",
    "parse_settings",
]
