"""Unit conversion of weather values."""

from __future__ import annotations

import msgspec


class Units(msgspec.Struct, frozen=True):
    """Conversions from metric, and the names of the units."""

    name: str
    temperature: str
    speed: str
    amount: str
    distance: str
    pressure: str
    metric: bool

    @property
    def names(self) -> dict[str, str]:
        return {
            "system": self.name,
            "temperature": self.temperature,
            "wind": self.speed,
            "precipitation": self.amount,
            "visibility": self.distance,
            "pressure": self.pressure,
        }

    def degrees(self, celsius: float) -> float:
        return round(celsius if self.metric else celsius * 1.8 + 32, 1)

    def wind(self, kmh: float) -> float:
        return round(kmh if self.metric else kmh / 1.609344, 1)

    def water(self, mm: float) -> float:
        return mm if self.metric else round(mm / 25.4, 2)

    def far(self, km: float) -> float:
        return round(km if self.metric else km / 1.609344, 1)

    def weight(self, hpa: float) -> float:
        return hpa if self.metric else round(hpa * 0.02952998, 2)


METRIC = Units("metric", "°C", "km/h", "mm", "km", "hPa", metric=True)
US = Units("us", "°F", "mph", "inches", "miles", "inHg", metric=False)
