"""Companies and national parks."""

from __future__ import annotations

from m3bench_world.encyclopedia.article import Draft, Section
from m3bench_world.encyclopedia.kinds.kind import Kind
from m3bench_world.encyclopedia.kinds.wording import article_for, join_names


class Companies(Kind):
    name = "company"

    def draft(self, key: str) -> Draft:
        company = self.world.stock_market.find(key).company
        listing = f"{company.market} under the ticker {company.ticker}"
        summary = (
            f"{company.name} is a company in the industry “{company.industry}” of the sector "
            f"{company.profile.name}. Its seat is in {company.seat}. Its shares are listed at {listing}, "
            f"and it has about {company.employees:,} thousand employees."
        )
        return Draft(
            description=f"company, {company.industry.lower()}",
            summary=summary,
            sections=(Section("Listing", f"{company.market}: {company.ticker}; {company.profile.name}."),),
            links=(company.seat, company.seat.partition(",")[0], company.home, "Stock market"),
            sources=("bourse",),
        )


class ParkPages(Kind):
    name = "park"

    def draft(self, key: str) -> Draft:
        park = self.world.parks.park(key)
        assert park is not None, key
        states = [self._book.title_of("state", code) or code for code in park.states]
        what = park.designation or "unit of the national park system"
        summary = (
            f"{park.full_name} is {article_for(what.lower())} of the United States in "
            f"{join_names(states)}. It dates from {park.since}; its headquarters are at {park.town}, "
            f"{park.state}. "
            f"{self.world.parks.description(park)}"
        )
        activities = self.world.parks.activities(park)
        campgrounds = [camp.name for camp in self.world.parks.campgrounds(key)]
        sections = [Section("Activities", f"{', '.join(activities[:12])}.")] if activities else []
        if campgrounds:
            sections.append(Section("Campgrounds", f"{', '.join(campgrounds[:8])}."))
        return Draft(
            description=f"{what.lower()} in {join_names(states)}",
            summary=summary,
            sections=tuple(sections),
            links=("National park", *states, f"{park.town}, {park.state}", *activities[:6]),
            sources=("knowledge", "parks"),
        )
