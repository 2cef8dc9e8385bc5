"""Sprites are short SVG drawings: shapes and colours, nothing that runs, loads or links. BOI-243, BOI-294"""

from xml.etree import ElementTree  # a sprite with a document type or an entity is refused before it is parsed

SPRITE_MAX = 4000  # characters
DEPTH_MAX = 8
NAMESPACE = "http://www.w3.org/2000/svg"
ELEMENTS = {"svg", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "title"}
ATTRIBUTES = {
    "viewBox", "width", "height", "d", "cx", "cy", "r", "rx", "ry", "x", "y", "x1", "y1", "x2", "y2", "points",
    "fill", "stroke", "transform", "opacity", "fill-opacity", "stroke-opacity", "fill-rule", "stroke-width",
    "stroke-linecap", "stroke-linejoin", "stroke-dasharray",
}  # fmt: skip


class SpriteError(ValueError):
    """Why a text is no sprite."""


def check_sprite(text: str) -> None:
    """An empty text is fine: the schema's sprite is used then. Raises SpriteError."""
    if not text:
        return
    if len(text) > SPRITE_MAX:
        raise SpriteError(f"A sprite has at most {SPRITE_MAX} characters.")
    if "<!" in text or "<?" in text or "&" in text:
        raise SpriteError("A sprite has no comments, entities or instructions.")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise SpriteError(f"The sprite is no SVG: {error}.") from None
    if root.tag != f"{{{NAMESPACE}}}svg" or "viewBox" not in root.attrib:
        raise SpriteError(f"A sprite is an <svg> of the namespace {NAMESPACE} with a viewBox.")
    _check(root, 0)


def _check(element: ElementTree.Element, depth: int) -> None:
    name = element.tag.removeprefix(f"{{{NAMESPACE}}}")
    if name not in ELEMENTS or (depth and name == "svg"):
        raise SpriteError(f"A sprite cannot have the element {name}.")
    if depth > DEPTH_MAX:
        raise SpriteError("The sprite is nested too deeply.")
    for attribute, value in element.attrib.items():
        if attribute not in ATTRIBUTES or "(" in value.replace("rotate(", "").replace("translate(", ""):
            raise SpriteError(f"A sprite cannot have the attribute {attribute}={value[:40]!r}.")
    for child in element:
        _check(child, depth + 1)
