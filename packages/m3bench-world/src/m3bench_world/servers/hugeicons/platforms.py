"""Short usage notes for each platform."""

from __future__ import annotations

import msgspec


class Usage(msgspec.Struct, frozen=True):
    install: str
    packages: tuple[str, ...]
    example: str
    notes: tuple[str, ...]


_ICON_FILES = "@hugeicons/core-free-icons"
_PROPERTIES = "size, color and strokeWidth change how an icon looks; without them it follows the text."


def _script(package: str, example: str, *notes: str) -> Usage:
    install = f"npm install {package} {_ICON_FILES}"
    return Usage(install, (package, _ICON_FILES), example, (*notes, _PROPERTIES))


USAGE = {
    "react": _script(
        "@hugeicons/react",
        'import { HugeiconsIcon } from "@hugeicons/react";\n'
        'import { Coffee01Icon } from "@hugeicons/core-free-icons";\n\n'
        "export const Order = () => <HugeiconsIcon icon={Coffee01Icon} size={24} />;",
        "Import only the icons that a page shows, so that the bundle stays small.",
    ),
    "vue": _script(
        "@hugeicons/vue",
        "<script setup>\n"
        'import { HugeiconsIcon } from "@hugeicons/vue";\n'
        'import { Coffee01Icon } from "@hugeicons/core-free-icons";\n'
        "</script>\n\n"
        '<template><HugeiconsIcon :icon="Coffee01Icon" :size="24" /></template>',
        "Works with Vue 3; bind the icon with a colon, since it is an object.",
    ),
    "angular": _script(
        "@hugeicons/angular",
        'import { HugeiconsIconComponent } from "@hugeicons/angular";\n'
        'import { Coffee01Icon } from "@hugeicons/core-free-icons";\n\n'
        "// in the component: imports: [HugeiconsIconComponent], and a field coffee = Coffee01Icon\n"
        '<hugeicons-icon [icon]="coffee" [size]="24"></hugeicons-icon>',
        "Keep the icon in a field of the component, so that the template can see it.",
    ),
    "svelte": _script(
        "@hugeicons/svelte",
        "<script>\n"
        '  import { HugeiconsIcon } from "@hugeicons/svelte";\n'
        '  import { Coffee01Icon } from "@hugeicons/core-free-icons";\n'
        "</script>\n\n"
        "<HugeiconsIcon icon={Coffee01Icon} size={24} />",
        "Icons are plain data, so they can be passed on as properties.",
    ),
    "react-native": _script(
        "@hugeicons/react-native",
        'import { HugeiconsIcon } from "@hugeicons/react-native";\n'
        'import { Coffee01Icon } from "@hugeicons/core-free-icons";\n\n'
        'export const Order = () => <HugeiconsIcon icon={Coffee01Icon} size={24} color="black" />;',
        "Also install react-native-svg, which draws the icons.",
    ),
    "flutter": Usage(
        "flutter pub add hugeicons",
        ("hugeicons",),
        "import 'package:hugeicons/hugeicons.dart';\n\n"
        "HugeIcon(icon: HugeIcons.strokeRoundedCoffee01, color: Colors.black, size: 24.0)",
        ("A name is the style and the icon in one: strokeRounded + Coffee01.",),
    ),
    "html": Usage(
        "Put the font's style sheet into the head of the page.",
        ("hugeicons-font",),
        '<link rel="stylesheet" href="hgi-stroke-rounded.css" />\n'
        '<i class="hgi hgi-stroke hgi-rounded hgi-coffee-01"></i>',
        (
            "There is one style sheet for each style; link those that the page needs.",
            "The font's glyphs stand at the code points that get_icon_glyphs gives.",
        ),
    ),
}
