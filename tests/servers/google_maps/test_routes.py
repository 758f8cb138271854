"""Routes, directions and distances agree with each other and with the map."""

from __future__ import annotations

from itertools import pairwise, permutations, product
from typing import Any

import pytest

from m3bench_world.roads import decode_polyline, metres_between
from tests.servers.asking import Asking

SERVER = "google-maps"

PARIS, LYON, DIJON = "48.8534,2.3488", "45.7485,4.8467", "47.3167,5.0167"


def latlng(text: str) -> dict[str, Any]:
    lat, lng = map(float, text.split(","))
    return {"location": {"latLng": {"latitude": lat, "longitude": lng}}}


def seconds(text: str) -> int:
    assert text.endswith("s")
    return int(text[:-1])


def test_a_route_has_the_parts_of_a_route(ask: Asking) -> None:
    heard = ask("compute_route", origin={"address": "Paris, France"}, destination={"address": "Lyon, France"})
    route, *others = heard.data["routes"]
    assert heard.sources["roads"] == "invented"
    assert 420_000 < route["distanceMeters"] < 650_000
    assert seconds(route["duration"]) == sum(seconds(leg["duration"]) for leg in route["legs"])
    (leg,) = route["legs"]
    assert leg["distanceMeters"] == sum(step["distanceMeters"] for step in leg["steps"])
    assert seconds(leg["staticDuration"]) == sum(seconds(step["staticDuration"]) for step in leg["steps"])
    assert leg["steps"][0]["navigationInstruction"]["instructions"].startswith("Head ")
    assert "This route has tolls." in route["warnings"]
    for other in others:
        assert other["routeLabels"] == ["DEFAULT_ROUTE_ALTERNATE"]
        assert seconds(other["duration"]) >= seconds(route["duration"])
    assert len(heard.text) < 20_000


def test_the_polyline_runs_from_the_origin_to_the_destination(ask: Asking) -> None:
    fields = "routes.polyline.encodedPolyline,routes.legs"
    answer = ask("compute_route", origin=latlng(PARIS), destination=latlng(DIJON), fields=fields)
    (route,) = [route for route in answer.data["routes"] if route]
    assert set(route) == {"polyline", "legs"}
    path = decode_polyline(route["polyline"]["encodedPolyline"])
    assert metres_between(path[0], (48.8534, 2.3488)) < 5
    assert metres_between(path[-1], (47.3167, 5.0167)) < 5
    steps = route["legs"][0]["steps"]
    for before, step in pairwise(steps):
        first, second = (decode_polyline(one["polyline"]["encodedPolyline"]) for one in (before, step))
        assert first[-1] == second[0]


@pytest.mark.parametrize(
    "spelling",
    [
        {"address": "Paris, France"},
        {"latLng": {"latitude": 48.8534, "longitude": 2.3488}},
        {"location": {"latLng": {"latitude": 48.8534, "longitude": 2.3488}}},
        {"lat": 48.8534, "lng": 2.3488},
        {"location": {"lat": 48.8534, "lng": 2.3488}},
    ],
)
def test_all_spellings_of_an_origin_are_the_same(ask: Asking, spelling: dict[str, Any]) -> None:
    asked = {"destination": latlng(DIJON), "fields": "routes.distanceMeters"}
    expected = ask("compute_route", origin=latlng(PARIS), **asked).data
    assert ask("compute_route", origin=spelling, **asked).data == expected


def test_ids_of_geocode_are_origins(ask: Asking) -> None:
    data = ask("geocode", address="Dijon, France").data
    results = data["results"] if isinstance(data, dict) else data
    by_id = ask("compute_route", origin={"placeId": results[0]["place_id"]}, destination=latlng(LYON))
    by_name = ask("compute_route", origin={"address": "Dijon, France"}, destination=latlng(LYON))
    assert by_id.data == by_name.data


def test_distances_of_all_three_tools_agree(ask: Asking) -> None:
    cell = ask("distance_matrix", origins=[PARIS], destinations=[LYON, DIJON], departure_time="now").data
    legacy = ask("directions_legacy", origin=PARIS, destination=LYON, departure_time="now").data
    route = ask(
        "compute_route", origin=latlng(PARIS), destination=latlng(LYON), routingPreference="TRAFFIC_AWARE"
    ).data["routes"][0]
    element, leg = cell["rows"][0]["elements"][0], legacy["routes"][0]["legs"][0]
    assert element["distance"] == leg["distance"]
    assert element["duration"] == leg["duration"]
    assert element["duration_in_traffic"] == leg["duration_in_traffic"]
    assert route["distanceMeters"] == leg["distance"]["value"]
    assert seconds(route["duration"]) == leg["duration_in_traffic"]["value"]
    assert seconds(route["staticDuration"]) == leg["duration"]["value"]
    assert leg["distance"]["value"] == sum(step["distance"]["value"] for step in leg["steps"])


def test_a_matrix_has_a_cell_for_every_pair(ask: Asking) -> None:
    places = [PARIS, LYON, DIJON, "Orléans, France", "Reims, France"]
    data = ask("distance_matrix", origins=places, destinations=places).data
    assert len(data["origin_addresses"]) == 5
    metres = [[cell["distance"]["value"] for cell in row["elements"]] for row in data["rows"]]
    for i, j in product(range(5), repeat=2):
        assert (metres[i][j] == 0) is (i == j)
        assert metres[i][j] == pytest.approx(metres[j][i], abs=10)


def test_what_has_no_way_is_told_in_its_cell(ask: Asking) -> None:
    data = ask("distance_matrix", origins=[PARIS], destinations=["New York", LYON, "Qwxyzzz"]).data
    assert [cell["status"] for cell in data["rows"][0]["elements"]] == ["ZERO_RESULTS", "OK", "NOT_FOUND"]


def test_stops_add_up_and_are_put_in_the_best_order(ask: Asking) -> None:
    stops = ["Marseille, France", "Dijon, France", "Lyon, France"]
    ends = {"origin": "Paris, France", "destination": "Nice, France"}
    plain = ask("directions_legacy", **ends, waypoints=stops).data["routes"][0]
    best = ask("directions_legacy", **ends, waypoints=["optimize:true", *stops]).data["routes"][0]
    assert plain["waypoint_order"] == [0, 1, 2]
    assert len(plain["legs"]) == 4

    def total(legs: list[dict[str, Any]]) -> int:
        return sum(leg["duration"]["value"] for leg in legs)

    tried = []
    for order in permutations(range(3)):
        legs = ask("directions_legacy", **ends, waypoints=[stops[i] for i in order]).data["routes"][0]["legs"]
        tried.append((total(legs), list(order)))
    assert (total(best["legs"]), best["waypoint_order"]) == min(tried)
    route = ask(
        "compute_route",
        origin={"address": ends["origin"]},
        destination={"address": ends["destination"]},
        intermediates=[{"address": stop} for stop in stops],
        optimizeWaypointOrder=True,
    ).data["routes"][0]
    assert route["optimizedIntermediateWaypointIndex"] == min(tried)[1]
    assert route["distanceMeters"] == sum(leg["distanceMeters"] for leg in route["legs"])


def test_many_stops_are_put_in_order_too(ask: Asking) -> None:
    towns = [
        "Lille",
        "Nice",
        "Brest",
        "Lyon",
        "Metz",
        "Nantes",
        "Dijon",
        "Reims",
        "Tours",
        "Rouen",
        "Nancy",
        "Caen",
    ]
    stops = [{"address": f"{town}, France"} for town in towns]
    ends = {"origin": {"address": "Paris, France"}, "destination": {"address": "Bordeaux, France"}}
    fields = "routes.duration,routes.optimizedIntermediateWaypointIndex"
    best = ask("compute_route", **ends, intermediates=stops, optimizeWaypointOrder=True, fields=fields).data
    plain = ask("compute_route", **ends, intermediates=stops, fields=fields).data
    assert sorted(best["routes"][0]["optimizedIntermediateWaypointIndex"]) == list(range(12))
    assert seconds(best["routes"][0]["duration"]) < 0.8 * seconds(plain["routes"][0]["duration"])


def test_tolls_can_be_avoided(ask: Asking) -> None:
    asked = {"origin": latlng(PARIS), "destination": latlng(LYON)}
    quick = ask("compute_route", **asked).data["routes"][0]
    free = ask("compute_route", **asked, avoidTolls=True).data["routes"][0]
    assert quick["travelAdvisory"]["tollInfo"]["tollDistanceMeters"] > 0
    assert "travelAdvisory" not in free
    assert seconds(free["duration"]) > seconds(quick["duration"])


@pytest.mark.parametrize("mode", ["WALK", "BICYCLE", "TWO_WHEELER", "TRANSIT"])
def test_modes(ask: Asking, mode: str) -> None:
    route = ask("compute_route", origin=latlng(PARIS), destination=latlng("48.80,2.13"), travelMode=mode).data
    legacy = {"WALK": "walking", "BICYCLE": "bicycling", "TWO_WHEELER": "two_wheeler", "TRANSIT": "transit"}[
        mode
    ]
    cell = ask("distance_matrix", origins=[PARIS], destinations=["48.80,2.13"], mode=legacy).data
    assert seconds(route["routes"][0]["duration"]) == cell["rows"][0]["elements"][0]["duration"]["value"]


def test_optimal_traffic_is_never_slower(ask: Asking) -> None:
    asked = {"origin": latlng("33.95,-118.4"), "destination": latlng("34.15,-117.8")}
    aware = ask("compute_route", **asked, routingPreference="TRAFFIC_AWARE").data["routes"][0]
    best = ask("compute_route", **asked, routingPreference="TRAFFIC_AWARE_OPTIMAL").data["routes"][0]
    assert seconds(best["duration"]) <= seconds(aware["duration"])
    assert seconds(aware["duration"]) >= seconds(aware["staticDuration"])


@pytest.mark.parametrize("when", ["1762354800", "2025-11-05T15:00:00Z", "now"])
def test_ways_to_write_a_departure(ask: Asking, when: str) -> None:
    # The world's clock stands at that moment.
    leg = ask("directions_legacy", origin=PARIS, destination=DIJON, departure_time=when).data["routes"][0][
        "legs"
    ][0]
    now = ask("directions_legacy", origin=PARIS, destination=DIJON, departure_time="now").data
    assert leg == now["routes"][0]["legs"][0]


def test_an_ocean_is_no_road(ask: Asking) -> None:
    heard = ask("compute_route", origin={"address": "New York"}, destination={"address": "London, UK"})
    assert heard.is_error
    for words in ("ZERO_RESULTS", "New York", "London", "Nearest airports"):
        assert words in heard.text


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("compute_route", {"origin": {}, "destination": {"address": "Paris"}}, "origin"),
        (
            "compute_route",
            {"origin": {"address": "Pariss"}, "destination": {"address": "Lyon"}},
            "Did you mean",
        ),
        (
            "compute_route",
            {"origin": {"placeId": "ChIJx"}, "destination": {"address": "Lyon"}},
            "take ids from",
        ),
        ("compute_route", {"origin": {"lat": 91, "lng": 0}, "destination": {"address": "Lyon"}}, "latitude"),
        (
            "compute_route",
            {"origin": latlng(PARIS), "destination": latlng(LYON), "travelMode": "FLY"},
            "DRIVE",
        ),
        (
            "compute_route",
            {"origin": latlng(PARIS), "destination": latlng(LYON), "fields": "nothing"},
            "fields",
        ),
        (
            "compute_route",
            {"origin": latlng(PARIS), "destination": latlng(LYON), "intermediates": [{}] * 26},
            "25",
        ),
        ("directions_legacy", {"origin": "", "destination": "Paris"}, "empty"),
        (
            "directions_legacy",
            {"origin": PARIS, "destination": LYON, "departure_time": "soon"},
            "departure_time",
        ),
        ("directions_legacy", {"origin": PARIS, "destination": LYON, "departure_time": "9999-12-31"}, "year"),
        ("directions_legacy", {"origin": PARIS, "destination": LYON, "mode": "flying"}, "driving"),
        ("distance_matrix", {"origins": [], "destinations": [PARIS]}, "1 to 25"),
        ("distance_matrix", {"origins": [PARIS] * 26, "destinations": [PARIS]}, "1 to 25"),
        ("distance_matrix", {"origins": ["Qwxyzzz"], "destinations": [PARIS]}, "Not found"),
    ],
)
def test_what_cannot_be_answered_says_why(
    ask: Asking, tool: str, arguments: dict[str, Any], words: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert words in heard.text
