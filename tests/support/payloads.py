"""Find what Discord would refuse: check every outgoing message against the limits, and against the
API's own description where it is there."""

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError, validators

OPENAPI = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
COMPONENTS_V2 = 1 << 15
PLAIN = 2000
"""Characters of a message without components."""
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
    lines = [payload.get("content") or ""]
    for part in walk(payload.get("components") or []):
        lines += [part.get("content") or "", part.get("label") or "", part.get("placeholder") or ""]
        lines += [
            f"{option['label']} {option.get('description') or ''}"
            for option in part.get("options") or []
        ]
    return "\n".join(line for line in lines if line)


def payload_faults(payload: dict[str, Any], schema: bool = False) -> list[str]:
    """Why Discord would refuse the message, a line each; empty when it would not. ``schema`` also
    asks the API's description."""
    if (plain := payload.get("content")) and not payload.get("components"):
        return (
            []
            if len(plain) <= PLAIN and payload.get("allowed_mentions") == {"parse": []}
            else [f"{len(plain)} characters, or mentions"]
        )
    faults = [
        fault
        for component in walk(payload.get("components") or [])
        for fault in _component_faults(component)
    ]
    components = list(walk(payload.get("components") or []))
    if not components:
        faults.append("an empty message")
    if len(components) > 40:
        faults.append(f"{len(components)} components")
    length = sum(
        len(component.get("content") or "") for component in components if component["type"] == TEXT
    )
    if length > 4000:
        faults.append(f"{length} characters of text")
    ids = [component["custom_id"] for component in components if component.get("custom_id")]
    faults += [
        f"the custom_id {custom_id!r} twice" for custom_id in {i for i in ids if ids.count(i) > 1}
    ]
    if payload.get("content") or payload.get("embeds"):
        faults.append("content or embeds beside components")
    if not (payload.get("flags") or 0) & COMPONENTS_V2:
        faults.append("the flag of Components V2 is missing")
    if (
        payload.get("allowed_mentions") != {"parse": []}
        and (payload.get("allowed_mentions") or {}).get("parse") != []
    ):
        faults.append("mentions are allowed")
    if schema and OPENAPI.is_file():
        faults += [
            f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"
            for error in _validator("MessageCreateRequest").iter_errors(payload)
        ]
    return faults


def command_faults(commands: list[dict[str, Any]]) -> list[str]:
    """Why Discord would refuse these commands."""
    faults = []
    for command in commands:
        size = sum(len(text) for text in _command_texts(command))
        if size > 8000:
            faults.append(f"/{command['name']}: {size} characters")
        names = [command["name"], *(command.get("name_localizations") or {}).values()]
        allowed = r"[-_'\w\u0E00-\u0E7F]{1,32}" if command.get("type", 1) == 1 else r".{1,32}"
        faults += [f"the name {name!r}" for name in names if not re.fullmatch(allowed, name)]
    if OPENAPI.is_file():
        for command in commands:
            faults += [
                error.message[:300]
                for error in _validator("ApplicationCommandUpdateRequest").iter_errors(command)
            ]
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
        inner = component["components"]
        if not 1 <= len(inner) <= 5 or (
            any(child["type"] == SELECT for child in inner) and len(inner) > 1
        ):
            yield f"a row of {len(inner)}"
    if kind == SELECT:
        options = component["options"]
        if not 1 <= len(options) <= 25:
            yield f"a menu of {len(options)}"
        if len({option["value"] for option in options}) < len(options):
            yield "a value twice in a menu"
        if len(component.get("placeholder") or "") > 150:
            yield "a prompt too long"
        for option in options:
            if (
                not 1 <= len(option["label"]) <= 100
                or not 1 <= len(option["value"]) <= 100
                or len(option.get("description") or "") > 100
            ):
                yield f"the option {option!r}"


@lru_cache
def _validator(name: str) -> Any:
    schemas = json.loads(OPENAPI.read_text(encoding="utf-8"))["components"]["schemas"]
    return _Quick(
        {
            "$ref": f"#/components/schemas/{name}",
            "components": {"schemas": _quick(schemas, schemas)},
        }
    )


def _quick(schema: Any, schemas: dict[str, Any]) -> Any:
    """Return a schema that is checked faster: of several alternatives, only that of the right type
    is tried."""
    if isinstance(schema, list):
        return [_quick(part, schemas) for part in schema]
    if not isinstance(schema, dict):
        return schema
    quick = {key: _quick(value, schemas) for key, value in schema.items() if key != "oneOf"}
    choices = schema.get("oneOf", [])
    if choices and all("const" in choice for choice in choices):
        return {**quick, "enum": [choice["const"] for choice in choices]}
    kinds = {kind: choice for choice in choices for kind in _types(choice, schemas) or [None]}
    if choices and None not in kinds and len(kinds) == len(choices):
        return {**quick, "ofType": kinds}
    return {**quick, "oneOf": _quick(choices, schemas)} if choices else quick


def _types(choice: dict[str, Any], schemas: dict[str, Any]) -> list[int]:
    """Return the types that an object of this description may say it has; none where it need not
    say."""
    definition = schemas.get(str(choice.get("$ref")).rpartition("/")[2], {})
    types: list[int] = (
        definition.get("properties", {}).get("type", {}).get("enum", [])
        if "type" in definition.get("required", ())
        else []
    )
    return types


def _of_type(
    validator: Any, kinds: dict[int, Any], instance: Any, _schema: Any
) -> Iterator[ValidationError]:
    kind = instance.get("type") if isinstance(instance, dict) else None
    if isinstance(kind, int) and kind in kinds:
        yield from validator.descend(instance, kinds[kind])
    else:
        yield ValidationError(f"{kind!r} is none of the types {sorted(kinds)}")


_Quick = validators.extend(Draft202012Validator, {"ofType": _of_type})
