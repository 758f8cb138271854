"""Pairs of calls that must match and pairs that must not, for every kind of field, with the real encoder."""

# ruff: noqa: E501 - a table reads best with a row in a line

from __future__ import annotations

from typing import Any

import pytest

from m3bench.core import Call
from m3bench.encoders import Encoder
from m3bench.scoring import TYPED, Scorer
from m3bench.servers import bundled_schemas

Arguments = dict[str, Any]
Row = tuple[str, Arguments, Arguments]

SAME: list[Row] = [
    ("openlibrary_mcp/get_book_info", {"isbn": "9786964072864"}, {"isbn": "978-6-9640-7286-4"}),
    ("openlibrary_mcp/get_book_info", {"isbn": "9780306406157"}, {"isbn": "0-306-40615-2"}),
    ("amazon/get_product", {"asin": "B0190FMN3X"}, {"asin": "b0190fmn3x"}),
    ("amazon/get_product", {"asin": "B0190FMN3X"}, {"asin": "B0190FMN3X", "amazon_domain": "amazon.com"}),
    ("healthcare-mcp/lookup_icd_code", {"code": "G25.81"}, {"code": "g2581"}),
    ("okx/get_price", {"instrument": "BCH-USDT"}, {"instrument": "bch-usdt"}),
    ("okx/get_price", {"instrument": "BCH-USDT"}, {"instrument": "BCH/USDT"}),
    ("tmdb/get_movie_details", {"movie_id": 1220634}, {"movie_id": "1220634"}),
    ("metmuseum-mcp/get-museum-object", {"objectId": 18.0}, {"objectId": 18, "returnImage": False}),
    ("paper_search/get_crossref_paper_by_doi", {"doi": "10.5555/a.1"}, {"doi": "https://doi.org/10.5555/a.1"}),
    ("nixos/home_manager_info", {"name": "programs.zsh.enable"}, {"name": "Programs.zsh.enable"}),
    ("ocr/perform_ocr", {"input_data": "photo.png"}, {"input_data": "./photo.png"}),
    ("ocr/perform_ocr", {"input_data": "photo.png"}, {"input_data": "${WORKSPACE}/photo.png"}),
    ("ocr/perform_ocr", {"input_data": "photo.png"}, {"input_data": "file:///tmp/task-1/photo.png"}),
    ("ocr/perform_ocr", {"input_data": "photo.png"}, {"input_data": "photo.png", "language": "eng"}),
    ("pyzbar-mcp/scan_barcode", {"image_paths": ["a.png"]}, {"image_paths": "./a.png"}),
    ("pyzbar-mcp/scan_barcode", {"image_paths": ["a.png", "b.png"]}, {"image_paths": ["b.png", "a.png"]}),
    ("excel/create_workbook", {"filepath": "${WORKSPACE}/x.xlsx"}, {"filepath": "/srv/w7/x.xlsx"}),
    ("linkimage-mcp/fetch_unsplash_image", {"url": "https://a.example/p/1"}, {"url": "http://www.a.example/p/1/"}),
    ("nasa-mcp/get_solar_flare", {"start_date": "2024-03-05"}, {"start_date": "March 5, 2024"}),
    ("nasa-mcp/get_solar_flare", {"start_date": "2024-03-05"}, {"start_date": "5 Mar 2024"}),
    ("nasa-mcp/get_solar_flare", {"start_date": "2024-03-05"}, {"start_date": "2024/03/05"}),
    ("google-maps/timezone", {"lat": 1.5, "lng": 2.5, "timestamp": 1723763100},
     {"lat": 1.5, "lng": 2.5, "timestamp": "2024-08-15T23:05:00Z"}),
    ("google-air/current_conditions", {"lat": 3.1579, "lng": 101.7116}, {"lat": 3.158, "lng": 101.712}),
    ("google-air/current_conditions", {"lat": 48.8584, "lng": 2.2945}, {"lng": 2.3, "lat": 48.86}),
    ("google-maps/places_nearby_search",
     {"location": {"latitude": 48.85, "longitude": 2.35}, "radiusMeters": 400, "includedTypes": ["cafe"]},
     {"location": {"lat": 48.8501, "lng": 2.35}, "radiusMeters": 400, "includedTypes": ["cafe"]}),
    ("google-maps/elevation_by_locations", {"locations": ["32.01,-109.34", "1.5,2.5"]},
     {"locations": ["1.5,2.5", "32.0101,-109.34"]}),
    ("google-air/heatmap_tile", {"z": 10, "x": 547, "y": 380, "indexType": "PM25"},
     {"indexType": "pm25", "y": 380, "x": 547, "z": 10}),
    ("imagesorcery-mcp/crop", {"input_path": "p.png", "x1": 206, "y1": 261, "x2": 313, "y2": 432},
     {"input_path": "p.png", "x1": 208, "y1": 262, "x2": 317, "y2": 434}),
    ("imagesorcery-mcp/draw_circles",
     {"input_path": "p.png", "circles": [{"center_x": 128, "center_y": 438, "radius": 117, "thickness": 4}]},
     {"input_path": "p.png", "circles": [{"center_x": 121, "center_y": 438, "radius": 116, "thickness": 2}]}),
    ("math/sum", {"numbers": [3.83, 2.29, 6.13]}, {"numbers": [6.13, 3.83, 2.29]}),
    ("math/subtract", {"minuend": 10, "subtrahend": 2.5}, {"subtrahend": "2.5", "minuend": 10.0}),
    ("healthcare-mcp/calculate_bmi", {"height_meters": 1.67, "weight_kg": 62.0}, {"height_meters": 1.67, "weight_kg": 62}),
    ("food_nutrition_mcp/get_nutrition", {"query": "8 peaches, 3 radishes"}, {"query": "3 radishes and 8 peaches"}),
    ("weather/get_weather", {"location": "Paris, France", "units": "metric"}, {"location": "paris, france"}),
    ("weather/get_weather", {"location": "Belmar, NJ"}, {"location": "Belmar, New Jersey"}),
    ("google-maps/geocode", {"address": "Sagrada Família"}, {"address": "Sagrada Familia"}),
    ("google-maps/geocode", {"address": "Eiffel Tower, Paris, France"}, {"address": "Eiffel Tower"}),
    ("wiki/summary", {"title": "Notre-Dame de Paris"}, {"title": "notre dame de paris"}),
    ("healthcare-mcp/fda_drug_lookup", {"drug_name": "Phentermine"}, {"drug_name": "phentermine "}),
    ("Reddit-MCP-Server/search_hot_posts", {"subreddit": "orange", "limit": 1}, {"subreddit": "r/orange", "limit": 3}),
    ("paper_search/search_arxiv", {"query": "ti:bear", "max_results": 5}, {"query": "bear", "max_results": 10}),
    ("wiki/search", {"query": "saltwater fish of New Jersey"}, {"query": "New Jersey saltwater fish", "n": 5}),
    ("amazon/search_products", {"keywords": "Hellmann's Light 30 oz jar"}, {"keywords": "hellmanns light 30oz jar"}),
    ("dinox-mcp/detect-objects-by-text", {"imageFileUri": "p.png", "textPrompt": "person.hard hat", "includeDescription": False},
     {"imageFileUri": "p.png", "textPrompt": "hard hat.person", "includeDescription": True}),
    ("hugeicons-mcp/get_icon_glyph_by_style", {"icon_name": "keyboard", "style": "solid-rounded"},
     {"style": "Solid-Rounded", "icon_name": "Keyboard"}),
    ("ppt/save_presentation", {"file_path": "${WORKSPACE}/a.pptx", "presentation_id": "presentation_1"},
     {"file_path": "a.pptx", "presentation_id": "presentation_2"}),
    ("excel/write_data_to_excel",
     {"filepath": "a.xlsx", "sheet_name": "Sheet1", "data": [["Item", "Price"], ["Tea", 3.5], ["Rice", 2]]},
     {"filepath": "a.xlsx", "sheet_name": "Sheet1", "data": [["Product", "USD"], ["Rice", "2"], ["tea", 3.50]]}),
    ("car-price/get_car_brands", {}, {}),
    ("shop/quote", {"price": "$1,299.00"}, {"price": 1299.0}),
    ("film/find", {"runtime": "1 h 23 min"}, {"runtime": "83 minutes"}),
]  # fmt: skip

DIFFERENT: list[Row] = [
    ("openlibrary_mcp/get_book_info", {"isbn": "9786964072864"}, {"isbn": "9786971092206"}),
    ("openlibrary_mcp/get_book_info", {"isbn": "9786964072864"}, {"title": "example"}),
    ("amazon/get_product", {"asin": "B0190FMN3X", "amazon_domain": "amazon.ca"}, {"asin": "B0DE4OR0GB", "amazon_domain": "amazon.ca"}),
    ("healthcare-mcp/lookup_icd_code", {"code": "I63"}, {"code": "I50"}),
    ("okx/get_price", {"instrument": "LINK-USDT"}, {"instrument": "ICP-USDT"}),
    ("tmdb/get_movie_details", {"movie_id": 1220634}, {"movie_id": 1}),
    ("google-maps/place_details", {"place_id": "ChIJZ4v48lVPqf9Rs5wk39soO6E"}, {"place_id": "chijz4v48lvpqf9rs5wk39soo6e"}),
    ("Reddit-MCP-Server/get_post_content", {"post_id": "nmlp6gl"}, {"post_id": "example"}),
    ("nixos/home_manager_info", {"name": "programs.zsh.enable"}, {"name": "programs.fish.enable"}),
    ("ocr/perform_ocr", {"input_data": "IMG_4821.png"}, {"input_data": "IMG_1174.png"}),
    ("ocr/perform_ocr", {"input_data": "IMG_4821.png"}, {"input_data": "image.png"}),
    ("ocr/perform_ocr", {"input_data": "a/photo.png"}, {"input_data": "b/photo.png"}),
    ("pyzbar-mcp/scan_barcode", {"image_paths": ["a.png"]}, {"image_paths": ["c.png"]}),
    ("linkimage-mcp/fetch_unsplash_image", {"url": "https://a.example/p/1"}, {"url": "https://a.example/p/2"}),
    ("nasa-mcp/get_solar_flare", {"start_date": "2024-03-05", "end_date": "2024-03-05"},
     {"start_date": "2024-03-06", "end_date": "2024-03-06"}),
    ("google-air/current_conditions", {"lat": 3.1579, "lng": 101.7116}, {"lat": 27.175, "lng": 78.042}),
    ("google-air/current_conditions", {"lat": 3.1579, "lng": 101.7116}, {"lat": 1, "lng": 1}),
    ("google-maps/places_nearby_search",
     {"location": {"latitude": 48.85, "longitude": 2.35}, "radiusMeters": 400, "includedTypes": ["cafe"]},
     {"location": {"latitude": 41.4, "longitude": 2.17}, "radiusMeters": 400, "includedTypes": ["cafe"]}),
    ("google-maps/places_nearby_search",
     {"location": {"latitude": 48.85, "longitude": 2.35}, "radiusMeters": 400, "includedTypes": ["cafe"]},
     {"location": {"latitude": 48.85, "longitude": 2.35}, "radiusMeters": 400, "includedTypes": ["museum"]}),
    ("google-maps/places_text_search",
     {"query": "research station", "locationBias": {"circle": {"center": {"latitude": 40.6, "longitude": -74.0}, "radius": 8000}}},
     {"query": "research station", "locationBias": {"circle": {"center": {"latitude": 25.2, "longitude": 55.3}, "radius": 8000}}}),
    ("google-air/heatmap_tile", {"z": 10, "x": 547, "y": 380}, {"z": 10, "x": 547, "y": 381}),
    ("imagesorcery-mcp/crop", {"input_path": "p.png", "x1": 206, "y1": 261, "x2": 313, "y2": 432},
     {"input_path": "p.png", "x1": 665, "y1": 296, "x2": 755, "y2": 492}),
    ("imagesorcery-mcp/crop", {"input_path": "p.png", "x1": 206, "y1": 261, "x2": 313, "y2": 432},
     {"input_path": "p.png", "x1": 0, "y1": 0, "x2": 1, "y2": 1}),
    ("math/sum", {"numbers": [3.83, 2.29, 6.13]}, {"numbers": [3.83, 2.29]}),
    ("math/mean", {"numbers": [1, 3, 3, 4, 4, 2]}, {"numbers": [1, 3, 3, 4, 4, 3]}),
    ("healthcare-mcp/calculate_bmi", {"height_meters": 1.67, "weight_kg": 62.0}, {"height_meters": 1.67, "weight_kg": 91.0}),
    ("food_nutrition_mcp/get_nutrition", {"query": "8 peaches"}, {"query": "2 peaches"}),
    ("food_nutrition_mcp/get_nutrition", {"query": "8 peaches, 3 radishes"}, {"query": "3 peaches, 8 radishes"}),
    ("weather/get_weather", {"location": "Paris, France"}, {"location": "Paris, Texas"}),
    ("weather/get_weather", {"location": "Boston, United States"}, {"location": "Chicago, United States"}),
    ("google-maps/geocode", {"address": "Great Sphinx of Giza"}, {"address": "Great Pyramid of Giza"}),
    ("google-maps/compute_route", {"origin": {"address": "Trenton, NJ"}, "destination": {"address": "Belmar, NJ"}},
     {"origin": {"address": "Newark, NJ"}, "destination": {"address": "Belmar, NJ"}}),
    ("wiki/summary", {"title": "Petronas Towers"}, {"title": "Taj Mahal"}),
    ("wiki/summary", {"title": "Petronas Towers"}, {"title": "title"}),
    ("healthcare-mcp/fda_drug_lookup", {"drug_name": "Phentermine"}, {"drug_name": "Pioglitazone"}),
    ("Reddit-MCP-Server/search_hot_posts", {"subreddit": "orange", "limit": 1}, {"limit": 1}),
    ("Reddit-MCP-Server/search_hot_posts", {"subreddit": "orange", "limit": 1}, {"subreddit": "cucumber", "limit": 1}),
    ("paper_search/search_arxiv", {"query": "ti:bear", "max_results": 5}, {"query": "ti:eagle", "max_results": 5}),
    ("amazon/search_products", {"keywords": "Barilla Spaghetti pasta 16 oz box"}, {"keywords": "Banza Spaghetti pasta 16 oz box"}),
    ("amazon/search_products", {"keywords": "OREO Mega Stuf 18.7 oz"}, {"keywords": "OREO Mega Stuf 10 oz"}),
    ("amazon/search_products", {"keywords": "laptop"}, {"keywords": "example"}),
    ("dinox-mcp/detect-objects-by-text", {"imageFileUri": "p.png", "textPrompt": "person.hard hat", "includeDescription": False},
     {"imageFileUri": "p.png", "includeDescription": False}),
    ("hugeicons-mcp/get_icon_glyph_by_style", {"icon_name": "keyboard", "style": "solid-rounded"},
     {"icon_name": "plant", "style": "solid-rounded"}),
    ("ppt/add_slide", {"layout_index": 5, "title": "Protective equipment", "presentation_id": "presentation_1"},
     {"layout_index": 5, "title": "Walk over the site", "presentation_id": "presentation_1"}),
    ("excel/write_data_to_excel",
     {"filepath": "a.xlsx", "sheet_name": "Sheet1", "data": [["Item", "Price"], ["Tea", 3.5], ["Rice", 2]]},
     {"filepath": "a.xlsx", "sheet_name": "Sheet1", "data": [["Item", "Price"], ["Oil", 7.1], ["Salt", 1]]}),
    ("shop/quote", {"price": 12.99}, {"price": 12.89}),
    ("film/find", {"runtime": "1 h 23 min"}, {"runtime": "93 minutes"}),
    ("wiki/summary", {"title": "Petronas Towers"}, {}),
    ("google-air/current_conditions", {"lat": 3.1579, "lng": 101.7116}, {}),
]  # fmt: skip


@pytest.fixture(scope="module")
def scorer(minilm: Encoder) -> Scorer:
    return Scorer(TYPED, minilm, tools=bundled_schemas())


def _label(row: Any) -> str:
    return str(row)[:90]


@pytest.mark.parametrize("row", SAME, ids=_label)
def test_calls_that_ask_for_the_same_match(scorer: Scorer, row: Row) -> None:
    tool, reference, prediction = row
    (similarity,) = scorer.similarities([(Call(tool, reference), Call(tool, prediction))])
    assert similarity >= TYPED.strong


@pytest.mark.parametrize("row", DIFFERENT, ids=_label)
def test_calls_that_ask_for_something_else_do_not_match(scorer: Scorer, row: Row) -> None:
    tool, reference, prediction = row
    (similarity,) = scorer.similarities([(Call(tool, reference), Call(tool, prediction))])
    assert similarity < TYPED.weak


@pytest.mark.parametrize("row", SAME + DIFFERENT, ids=_label)
def test_a_call_without_arguments_or_with_filler_never_stands_for_one_that_has_them(
    scorer: Scorer, row: Row
) -> None:
    tool, reference, _ = row
    if not reference:
        return
    filled = _filler(reference)
    found = scorer.similarities([(Call(tool, reference), Call(tool, given)) for given in ({}, filled)])
    assert max(found) < TYPED.weak


def _filler(arguments: Arguments) -> Arguments:
    """The same parameters, filled by type."""
    by_type = {str: "example", int: 1, float: 1.0, bool: True, list: ["example"], dict: {}}
    return {name: by_type[type(value)] for name, value in arguments.items()}


def test_the_table_is_large_enough() -> None:
    assert len(SAME) + len(DIFFERENT) >= 60
