"""Check outgoing messages against Discord's limits, and its API's description if present."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError, validators

OPENAPI = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
COMPONENTS_V2 = 1 << 15
PLAIN = 2000
"""Most characters of a message without components."""
COMPONENTS, TEXTS = 40, 4000
"""Most components of a message, and most characters of its texts."""
ROW, BUTTON, SELECT, TEXT, CONTAINER = 1, 2, 3, 10, 17


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield every component, nested ones included."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        if component.get("accessory"):
            yield component["accessory"]


def texts(payload: dict[str, Any]) -> str:
    """Return all that a person reads in a message, labels of buttons and options included."""
    lines = [payload.get("content")]
    for part in walk(payload.get("components") or []):
        lines += (part.get("content"), part.get("label"), part.get("placeholder"))
        for option in part.get("options") or []:
            lines.append(f"{option['label']} {option.get('description') or ''}")
    return "\n".join(filter(None, lines))


def payload_faults(payload: dict[str, Any], schema: bool = False) -> list[str]:
    """Return the reasons for which Discord would refuse the message, a line each.

    ``schema``: compare it with the API's description, too.
    """
    mentions: dict[str, Any] = payload.get("allowed_mentions") or {}
    plain = payload.get("content")
    if plain and not payload.get("components"):
        is_sound = len(plain) <= PLAIN and mentions == {"parse": []}
        return [] if is_sound else [f"{len(plain)} characters, or mentions"]
    components = list(walk(payload.get("components") or []))
    faults: list[str] = []
    length = 0
    ids: Counter[str] = Counter()
    for component in components:
        faults += _component_faults(component)
        if component["type"] == TEXT:
            length += len(component.get("content") or "")
        if component.get("custom_id"):
            ids[component["custom_id"]] += 1
    if not components:
        faults.append("an empty message")
    if len(components) > COMPONENTS:
        faults.append(f"{len(components)} components")
    if length > TEXTS:
        faults.append(f"{length} characters of text")
    # Discord tells presses apart by these ids alone
    faults += [f"the custom_id {custom_id!r} twice" for custom_id in ids if ids[custom_id] > 1]
    if plain or payload.get("embeds"):
        faults.append("content or embeds beside components")
    if not (payload.get("flags") or 0) & COMPONENTS_V2:
        faults.append("the flag of Components V2 is missing")
    # without an empty list, a name in a text could ring somebody
    if mentions.get("parse") != []:
        faults.append("mentions are allowed")
    return faults + _schema_faults("MessageCreateRequest", payload) if schema else faults


def _schema_faults(name: str, value: dict[str, Any]) -> list[str]:
    """Return the differences from a schema of the API's description, none if it is not here."""
    if not OPENAPI.is_file():
        return []
    faults = []
    for error in _validator(name).iter_errors(value):
        path = "/".join(map(str, error.absolute_path))
        faults.append(f"{path}: {error.message[:300]}")
    return faults


def command_faults(commands: list[dict[str, Any]]) -> list[str]:
    """Return the reasons for which Discord would refuse these commands."""
    faults = []
    for command in commands:
        # all texts of a command together have a limit of their own
        size = sum(map(len, _command_texts(command)))
        if size > 8000:
            faults.append(f"/{command['name']}: {size} characters")
        names = [command["name"], *(command.get("name_localizations") or {}).values()]
        allowed = r"[-_'\w\u0E00-\u0E7F]{1,32}" if command.get("type", 1) == 1 else r".{1,32}"
        faults += [f"the name {name!r}" for name in names if not re.fullmatch(allowed, name)]
        faults += _schema_faults("ApplicationCommandUpdateRequest", command)
    return faults


def _command_texts(command: dict[str, Any]) -> Iterator[str]:
    yield command["name"]
    yield command.get("description") or ""
    for option in command.get("options") or []:
        yield from _command_texts(option)
        for choice in option.get("choices") or []:
            yield choice["name"]
            yield str(choice["value"])


def _component_faults(component: dict[str, Any]) -> Iterator[str]:
    kind = component["type"]
    if kind == TEXT and not component["content"].strip():
        yield "an empty text"
    if len(component.get("custom_id") or "") > 100:
        yield f"the custom_id {component['custom_id']!r} is too long"
    if kind == BUTTON and not 1 <= len(component.get("label") or "") <= 80:
        yield f"the label {component.get('label')!r}"
    if kind == ROW:
        kinds = [child["type"] for child in component["components"]]
        # a menu takes a whole row
        if not 1 <= len(kinds) <= (1 if SELECT in kinds else 5):
            yield f"a row of {len(kinds)}"
    if kind == SELECT:
        options = component["options"]
        if not 1 <= len(options) <= 25:
            yield f"a menu of {len(options)}"
        if len({option["value"] for option in options}) < len(options):
            yield "a value twice in a menu"
        if len(component.get("placeholder") or "") > 150:
            yield "a prompt too long"
        for option in options:
            label, value = option["label"], option["value"]
            longest = max(len(label), len(value), len(option.get("description") or ""))
            if not label or not value or longest > 100:
                yield f"the option {option!r}"


@lru_cache
def _validator(name: str) -> Any:
    """Return the validator of a schema of the API's description."""
    schemas = json.loads(OPENAPI.read_text(encoding="utf-8"))["components"]["schemas"]
    quick = {"schemas": _quick(schemas, schemas)}
    return _Quick({"$ref": f"#/components/schemas/{name}", "components": quick})


def _quick(schema: Any, schemas: dict[str, Any]) -> Any:
    """Return a schema that is checked faster: only the alternative of the right type is tried."""
    if isinstance(schema, list):
        return [_quick(part, schemas) for part in schema]
    if not isinstance(schema, dict):
        return schema
    quick = {key: _quick(value, schemas) for key, value in schema.items() if key != "oneOf"}
    choices = schema.get("oneOf", [])
    if choices and all("const" in choice for choice in choices):
        return {**quick, "enum": [choice["const"] for choice in choices]}
    kinds: dict[int | None, Any] = {}
    for choice in choices:
        types: list[int | None] = [*_types(choice, schemas)]
        kinds |= dict.fromkeys(types or [None], choice)
    # a type names its alternative only if each has one of its own
    if choices and None not in kinds and len(kinds) == len(choices):
        return {**quick, "ofType": kinds}
    return {**quick, "oneOf": _quick(choices, schemas)} if choices else quick


def _types(choice: dict[str, Any], schemas: dict[str, Any]) -> list[int]:
    """Return the types of an object of this description; none if it need not name one."""
    definition = schemas.get(str(choice.get("$ref")).rpartition("/")[2], {})
    if "type" not in definition.get("required", ()):
        return []
    types: list[int] = definition.get("properties", {}).get("type", {}).get("enum", [])
    return types


def _of_type(
    validator: Any, kinds: dict[int, Any], instance: Any, _schema: Any
) -> Iterator[ValidationError]:
    kind = instance.get("type") if isinstance(instance, dict) else None
    if isinstance(kind, int) and kind in kinds:
        yield from validator.descend(instance, kinds[kind])
    else:
        yield ValidationError(f"{kind!r} is none of the types {sorted(kinds)}")


_extend: Any = validators.extend
_Quick = _extend(Draft202012Validator, {"ofType": _of_type})
