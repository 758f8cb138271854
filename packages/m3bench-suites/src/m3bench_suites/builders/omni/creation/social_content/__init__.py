"""Social content: covers, reels, posts and teasers that are right only as people see or hear them."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.creation.social_content.carousel import RecipeCarousel
from m3bench_suites.builders.omni.creation.social_content.collage import AnimalPost
from m3bench_suites.builders.omni.creation.social_content.cover import GameCover
from m3bench_suites.builders.omni.creation.social_content.reel import CaptionedReel
from m3bench_suites.builders.omni.creation.social_content.teaser import PodcastTeaser
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=16,
    name="social_content",
    title="Social content",
    goal="Make a cover, reel, post or teaser from given media so that it can be published.",
    kind=Area.CREATION,
    tasks=(GameCover, CaptionedReel, AnimalPost, RecipeCarousel, PodcastTeaser),
)
