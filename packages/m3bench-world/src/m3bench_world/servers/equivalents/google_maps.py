"""Tools that find the same place, or measure the same route."""

from __future__ import annotations

from m3bench.core import Equivalence, EquivalentTool

_MODES = {"drive": "driving", "walk": "walking", "bicycle": "bicycling", "transit": "transit"}

EQUIVALENCES = (
    Equivalence(
        "place of a name",
        (
            EquivalentTool(
                "google-maps/places_text_search",
                {"query": "place"},
                {"id": "places[].id", "latitude": "places[].location.latitude"},
            ),
            EquivalentTool(
                "google-maps/geocode",
                {"address": "place"},
                {"id": "results[].place_id", "latitude": "results[].geometry.location.lat"},
                covers=False,
            ),
        ),
    ),
    Equivalence(
        "way between two places",
        (
            EquivalentTool(
                "google-maps/compute_route",
                {
                    "origin.address": "origin",
                    "origin.location.latLng": "origin",
                    "destination.address": "destination",
                    "destination.location.latLng": "destination",
                    "travelMode": "mode",
                },
                {"metres": "routes[0].distanceMeters"},
                values={"mode": _MODES},
            ),
            EquivalentTool(
                "google-maps/directions_legacy",
                {"origin": "origin", "destination": "destination", "mode": "mode"},
                {"metres": "routes[].legs[].distance.value", "seconds": "routes[].legs[].duration.value"},
            ),
            EquivalentTool(
                "google-maps/distance_matrix",
                {"origins": "origin", "destinations": "destination", "mode": "mode"},
                {
                    "metres": "rows[].elements[].distance.value",
                    "seconds": "rows[].elements[].duration.value",
                },
            ),
        ),
    ),
)
