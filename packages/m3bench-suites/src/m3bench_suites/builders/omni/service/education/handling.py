"""How ingredients are prepared in cooking lessons, and in how many words."""

HANDLING = {
    "tomato": (
        "wash in cold water, cut out the stalk with the tip of a small knife, cut into eight pieces on the "
        "board with the juice channel, and let them drain in the sieve for a moment before they go into "
        "the bowl"
    ),
    "cucumber": (
        "wash and dry, trim both ends, peel every second strip so that some of the green stays, halve "
        "lengthways, scrape out the seeds with a spoon, and cut into slices as thick as a pencil"
    ),
    "carrot": (
        "peel thinly towards the tip, hold the thick end with the guard of the grater and never with bare "
        "fingers, grate coarsely onto a plate, and sprinkle with a few drops of juice so that nothing "
        "turns brown"
    ),
    "onion": (
        "halve through the root and leave the root on, peel, cut towards the root without cutting through "
        "it, then across into fine cubes; put the knife down in the middle of the board while you wipe "
        "your eyes"
    ),
    "lemon": (
        "wash in hot water and dry, rub off a thin layer of the yellow peel, roll under the flat hand with "
        "some pressure, halve, press out both halves, and pass the juice through a sieve to keep the pips "
        "back"
    ),
    "apple": (
        "wash, quarter, cut out the core with the curved knife away from the thumb, leave the peel on, cut "
        "every quarter into four wedges, and turn them in juice at once because they turn brown within "
        "minutes"
    ),
    "banana": (
        "peel only when everything else is in the bowl, remove threads and dark spots, cut with the small "
        "knife into slices as thick as a finger, and fold them in with the wooden spoon instead of stirring"
    ),
    "bell pepper": (
        "wash, press the stalk inwards and pull it out together with the seeds, halve, cut out the white "
        "ribs, lay the halves on the board with the skin down, and cut them into strips as wide as a thumb"
    ),
    "radish": (
        "cut off leaves and roots and keep the leaves for the soup, wash in a large bowl of cold water "
        "with both hands, dry in a cloth, and slice thinly with the knuckles bent in front of the blade"
    ),
    "kiwi": (
        "trim both ends, go around under the skin with a tablespoon until the fruit comes out in one "
        "piece, lay it on the board, cut it lengthways into quarters, and add it last because its juice "
        "makes milk bitter"
    ),
}
"""One long sentence for each ingredient, without its first word."""
