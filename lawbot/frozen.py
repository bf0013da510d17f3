"""Declare records that never change."""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

_Record = TypeVar("_Record")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(record: type[_Record]) -> type[_Record]:
    """Return the class as a dataclass whose values are hashable, never change, and have slots."""
    return dataclass(frozen=True, slots=True)(record)
