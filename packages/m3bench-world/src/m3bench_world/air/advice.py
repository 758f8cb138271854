"""Health advice by air quality category."""

from __future__ import annotations

_GENERAL = (
    "The air is clean: enjoy being outdoors.",
    "The air is fine for nearly everyone; unusually sensitive people may want shorter hard workouts outside.",
    "Most people can go on as usual; take a break indoors if your throat or eyes sting.",
    "Cut down on long or hard exercise outdoors, and air rooms when traffic is low.",
    "Stay indoors where you can, keep windows shut and move exercise inside.",
    "Avoid going out. Keep windows shut, run an air cleaner and wear a well-fitting mask if you must leave.",
)
_CAREFUL = (
    "{who} need no special care today.",
    "{who} can be active outdoors and should rest if {signs} appear.",
    "{who} should choose lighter activities and quiet streets, and watch for {signs}.",
    "{who} should avoid effort outdoors and keep medicines at hand in case of {signs}.",
    "{who} should stay indoors in clean air; ask for medical advice if {signs} appear.",
    "{who} should remain indoors, rest, and seek help at once if {signs} appear.",
)
_GROUPS = {
    "elderly": ("Older people", "tiredness or shortness of breath"),
    "lungDiseasePopulation": ("People with lung disease", "coughing or wheezing"),
    "heartDiseasePopulation": ("People with heart disease", "chest pain or palpitations"),
    "athletes": ("Athletes", "coughing or a tight chest"),
    "pregnantWomen": ("Pregnant women", "shortness of breath"),
    "children": ("Children", "coughing"),
}


def advice(rank: int) -> dict[str, str]:
    """Return advice by group of people for a US category from 0 (good) to 5 (hazardous)."""
    careful = {group: _CAREFUL[rank].format(who=who, signs=signs) for group, (who, signs) in _GROUPS.items()}
    return {"generalPopulation": _GENERAL[rank], **careful}


ABOUT_POLLUTANTS = {
    "pm25": (
        "PM2.5",
        "Fine particles below 2.5 µm",
        "Fires, engines, heating and industry.",
        "Reach deep into the lungs and the blood; strain heart and lungs.",
    ),
    "pm10": (
        "PM10",
        "Inhalable particles below 10 µm",
        "Dust, building sites, tyres, pollen and fires.",
        "Irritate nose, throat and airways; worsen asthma.",
    ),
    "o3": (
        "O3",
        "Ozone",
        "Made by sunlight from exhaust gases and solvents.",
        "Irritates the airways and lowers the strength of breathing.",
    ),
    "no2": (
        "NO2",
        "Nitrogen dioxide",
        "Engines, power stations and gas heating.",
        "Inflames the airways and makes infections likelier.",
    ),
    "so2": (
        "SO2",
        "Sulphur dioxide",
        "Burning of coal and oil, smelters and ships.",
        "Irritates eyes and throat; narrows the airways of people with asthma.",
    ),
    "co": (
        "CO",
        "Carbon monoxide",
        "Incomplete burning in engines and stoves.",
        "Takes the place of oxygen in the blood; causes headache and dizziness.",
    ),
}
"""Pollutant → short name, full name, where it comes from, what it does."""
