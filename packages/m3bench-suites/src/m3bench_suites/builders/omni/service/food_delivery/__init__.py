"""Food delivery: bags on film, boxes for cooking, late meals, and cards for the kitchen."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task
from m3bench_suites.builders.omni.service.food_delivery.cooking_box import CookingBox
from m3bench_suites.builders.omni.service.food_delivery.door_camera import DoorCamera
from m3bench_suites.builders.omni.service.food_delivery.kitchen_card import KitchenCard
from m3bench_suites.builders.omni.service.food_delivery.late_meal import LateMeal
from m3bench_suites.builders.omni.service.food_delivery.store_room import StoreRoom

__all__ = ["FAMILY"]


def make(draw: TaskDraw) -> Blueprint:
    return scenario_task(draw, (DoorCamera, CookingBox, StoreRoom, LateMeal, KitchenCard))


FAMILY = OmniFamily(
    number=10,
    name="food_delivery",
    title="Food delivery",
    goal="Put late, short and wrong deliveries right, and keep kitchen and store in order.",
    area=Area.SERVICE,
    make=make,
)
