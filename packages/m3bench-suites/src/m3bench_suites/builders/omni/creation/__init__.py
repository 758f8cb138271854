"""Intelligent creation: artefacts that have to be looked at before they are right."""

FAMILIES = {
    "office_editing": 6,
    "advertising": 5,
    "social_content": 5,
    "game_assets": 5,
    "design": 5,
    "video_editing": 5,
    "audio_production": 5,
}
"""Slices and their number of tasks."""

__all__ = ["FAMILIES"]
