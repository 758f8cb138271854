"""What rangers offer, and where and when it fits."""

from __future__ import annotations

import msgspec

_ANY = tuple(range(1, 13))
_WARM = (5, 6, 7, 8, 9)
_SNOW = (12, 1, 2, 3)


class Programme(msgspec.Struct, frozen=True):
    category: str
    title: str
    text: str
    minutes: int
    hours: tuple[int, ...]
    months: tuple[int, ...] = _ANY
    traits: tuple[str, ...] = ()


PROGRAMMES = (
    Programme(
        "Guided Tour",
        "Ranger walk to {spot}",
        "An easy walk with a ranger to {spot}: plants, stones and "
        "stories on the way. Wear sturdy shoes and bring water.",
        90,
        (9, 10, 14),
    ),
    Programme(
        "Talk",
        "Porch talk: what lives here",
        "A ranger shows skins, skulls and tracks and answers every question. Seats are in the shade.",
        30,
        (11, 13, 15),
    ),
    Programme(
        "Children's Program",
        "Junior rangers' hour",
        "Games and small experiments for children from 5 to 12; an adult stays with each group.",
        60,
        (10, 11, 15),
    ),
    Programme(
        "Talk",
        "Evening program at {spot}",
        "An illustrated talk under the open sky. Bring a torch and a warm jacket.",
        45,
        (19, 20),
        _WARM,
    ),
    Programme(
        "Astronomy",
        "Stars over {spot}",
        "Telescopes are set up for the moon, planets and distant "
        "galaxies; cloudy nights become a talk indoors.",
        90,
        (20, 21),
        _ANY,
        ("night", "desert", "dunes", "prairie"),
    ),
    Programme(
        "Guided Tour",
        "Snowshoe walk at {spot}",
        "A gentle walk on snowshoes, which are lent free of charge. Dress in layers.",
        120,
        (10, 13),
        _SNOW,
        ("snow",),
    ),
    Programme(
        "Guided Tour",
        "Lantern tour underground",
        "Walk by candle lantern as early visitors did. There are many steps and low ceilings.",
        120,
        (9, 13, 15),
        _ANY,
        ("cave",),
    ),
    Programme(
        "Living History",
        "A day in the past",
        "People in the dress of the time cook, drill and mend, and explain what they do.",
        180,
        (10, 13),
        _ANY,
        ("history", "battlefield"),
    ),
    Programme(
        "Guided Tour",
        "Birds at dawn near {spot}",
        "A slow walk with field glasses for beginners and experts. Glasses can be borrowed.",
        120,
        (7, 8),
        (3, 4, 5, 9, 10, 11),
        ("forest", "wetland", "coast", "lake"),
    ),
    Programme(
        "Guided Tour",
        "Paddle with a ranger",
        "Two hours on quiet water; boats and vests are provided. For swimmers from 10 years on.",
        120,
        (9, 14),
        _WARM,
        ("lake", "wetland", "river", "reef"),
    ),
    Programme(
        "Volunteer",
        "Helping hands at {spot}",
        "Pull weeds, pick up litter and mend paths for a morning. Tools and gloves are there.",
        180,
        (8, 9),
    ),
    Programme(
        "Arts",
        "Sketching at {spot}",
        "An artist helps you draw what you see. Paper and pencils are provided.",
        120,
        (10, 14),
        (4, 5, 6, 7, 8, 9, 10),
    ),
)

FESTIVALS = ("Night Sky Festival", "Founders' Weekend", "Harvest Days", "Festival of Birds", "Winter Lights")
