"""Food delivery: bags on film, boxes for cooking, late meals, and cards for the kitchen."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.service.food_delivery.cooking_box import CookingBox
from m3bench_suites.builders.omni.service.food_delivery.door_camera import DoorCamera
from m3bench_suites.builders.omni.service.food_delivery.kitchen_card import KitchenCard
from m3bench_suites.builders.omni.service.food_delivery.late_meal import LateMeal
from m3bench_suites.builders.omni.service.food_delivery.store_room import StoreRoom
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=10,
    name="food_delivery",
    title="Food delivery",
    goal="Put late, short and wrong deliveries right, and keep kitchen and store in order.",
    kind=Area.SERVICE,
    tasks=(DoorCamera, CookingBox, StoreRoom, LateMeal, KitchenCard),
)
