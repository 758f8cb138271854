"""Customer service: records, recordings, photographs and rules that only the agent knows."""

FAMILIES = {
    "education": 6,
    "e_commerce": 6,
    "government": 6,
    "medicine": 6,
    "insurance": 6,
    "technical_support": 6,
    "travel": 6,
    "hotel": 6,
    "real_estate": 6,
    "food_delivery": 5,
    "banking": 5,
    "telecom": 5,
    "workplace": 5,
}
"""Slices and their number of tasks."""

__all__ = ["FAMILIES"]
