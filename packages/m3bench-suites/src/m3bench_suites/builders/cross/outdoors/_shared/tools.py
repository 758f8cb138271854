"""The tools by short names."""

from __future__ import annotations

GEOCODE, REVERSE = "Google Maps/maps_geocode", "Google Maps/maps_reverse_geocode"
NEARBY, PLACE = "Google Maps/search_nearby", "Google Maps/get_place_details"
MATRIX, DIRECTIONS = "Google Maps/maps_distance_matrix", "Google Maps/maps_directions"
ELEVATION = "Google Maps/maps_elevation"
FIND_PARKS, PARK = "National Parks/findParks", "National Parks/getParkDetails"
ALERTS, CENTERS = "National Parks/getAlerts", "National Parks/getVisitorCenters"
CAMPS, EVENTS = "National Parks/getCampgrounds", "National Parks/getEvents"
SEARCH, LIVE = "Weather Data/search_locations_tool", "Weather Data/get_live_temp"
FORECAST, NOW = "Weather Data/get_weather_forecast_tool", "Weather Data/get_current_weather_tool"
TIME, CONVERT = "Time MCP/get_current_time", "Time MCP/convert_time"
