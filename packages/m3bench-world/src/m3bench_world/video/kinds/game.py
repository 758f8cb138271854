"""A game: a creature collects coins and meets obstacles; score and lives are counted, level by level."""

from __future__ import annotations

from PIL import Image

from m3bench_world.scenes.painting import Dice, textures
from m3bench_world.video import props
from m3bench_world.video.actors import SIZE
from m3bench_world.video.shots import ShotBoard
from m3bench_world.video.storyboard import Storyboard

_HEROES = ("fox", "rabbit", "cat", "penguin", "frog", "turtle")
_OBSTACLES = ("traffic cone", "brick pile", "bucket")
_SKIES = (("#6fb7ea", "#5d8f3a"), ("#2b2350", "#6a4a2a"), ("#e0925a", "#7f6a4a"))
_COIN = 10


def compose(board: Storyboard) -> None:
    dice = board.dice
    hero = dice.pick(_HEROES)
    image = board.cut(hero, height=64)
    score, lives, levels = 0, 3, []
    skies = dice.shuffled(_SKIES)
    for level in range(1, dice.whole(1, 2) + 1):
        coins, hit = dice.whole(2, 4), dice.happens(0.5)
        shot = board.shot(2.0 + 1.4 * coins + 2.6, _ground(dice, *skies[level - 1]), f"level {level}")
        score = _collect(shot, hero, image, coins, score)
        if hit:
            lives -= 1
        _end(board, shot, hit=hit, lives=lives, at=1.2 + 1.4 * coins)
        levels.append({"coins": coins, "hit": hit})
    board.facts = {"hero": hero, "score": score, "lives": lives, "levels": levels}
    final = board.shot(3.5, Image.new("RGB", SIZE, "#0b0d14"), "the end")
    words = props.plate(f"SCORE {score}", height=44, ground="#2d3a5c")
    final.put("words", words, 240, 130, at=1.0, text=f"SCORE {score}")


def _collect(shot: ShotBoard, hero: str, image: Image.Image, coins: int, score: int) -> int:
    board_text = shot.put("score", _score(score), 75, 22, text=str(score))
    step = 330 / coins
    kept = [shot.put("coin", props.coin(), 95 + step * (number + 1), 138) for number in range(coins)]
    runner = shot.put(hero, image, 60, 190)
    for number, coin in enumerate(kept):
        at = 0.8 + 1.4 * number
        shot.move(runner, 85 + step * (number + 1), 190, at=at, takes=0.9)
        shot.remove(coin, at=at + 1.1)
        score += _COIN
        shot.change(board_text, _score(score), at=at + 1.1, text=str(score), kind="shows")
    return score


def _end(board: Storyboard, shot: ShotBoard, *, hit: bool, lives: int, at: float) -> None:
    before = lives + 1 if hit else lives
    shown = shot.put("lives", _lives(before), 410, 22, text=str(before))
    if hit:
        obstacle = board.cut(board.dice.pick(_OBSTACLES), height=50)
        shot.enter("obstacle", obstacle, 200, 240, at=at + 0.3, takes=0.8, side="left")
        shot.change(shown, _lives(lives), at=at + 1.6, text=str(lives), kind="shows")
        board.beep(at=at + 1.6, takes=0.4, hertz=220.0)


def _score(score: int) -> Image.Image:
    return props.plate(f"SCORE {score:03}", height=28)


def _lives(lives: int) -> Image.Image:
    return props.plate(f"LIVES {lives}", height=28, ground="#7a1f2b")


def _ground(dice: Dice, sky: str, earth: str) -> Image.Image:
    picture = textures.plaster(SIZE, dice, sky)
    picture.paste(textures.concrete((SIZE[0], 52), dice, earth), (0, 218))
    return picture
