"""Kinds of scenes, one module each, imported on first use.

A module `kinds/desk.py` makes the kind "desk" and has one public function:

    def compose(stage: Stage) -> None:
        stage.backdrop = textures.wood(stage.size, stage.dice)
        for label in stage.dice.some(["cup", "book", "lamp"], 2):
            cutout = stage.cut(label, height=stage.dice.between(90, 160))
            scatter(stage, cutout, Area(60, 300, 740, 560))
        stage.facts["setting"] = "desk"

Every random choice comes from `stage.dice`. `stage.put` refuses places that would hide too much; `scatter`
(in `scenes.placing`) tries several. What belongs to the setting is put without a label (`replace(cutout,
label=None)`, or a cutout of your own canvas) and is then no thing in the truth.
"""
