"""Validation of bodies. A rule returns its name if a value breaks it, and None otherwise."""

import re
from collections.abc import Callable, Mapping
from typing import Optional

from web import Refusal

Rule = Callable[[object], Optional[str]]


def required(name: str, accepts: Callable[[object], bool]) -> Rule:
    return lambda value: "required" if value is None else None if accepts(value) else name


def optional(rule: Rule) -> Rule:
    return lambda value: None if value is None else rule(value)


def one_of(*words: str) -> Rule:
    return required("enum", lambda value: value in words)


text = required("string", lambda value: isinstance(value, str) and value != "")
json_object = required("object", lambda value: isinstance(value, dict))
# `type` and not `isinstance`, since True is an instance of int.
amount = required("amount", lambda value: type(value) is int and 0 < value <= 1_000_000_000)
currency = required("currency", lambda value: isinstance(value, str) and value.lower() == "xaf")
msisdn = required("msisdn", lambda value: isinstance(value, str) and re.fullmatch("[0-9]{8,15}", value) is not None)


def at(body: object, path: str) -> object:
    """The value at a dotted path, or None."""
    for name in path.split("."):
        body = body.get(name) if isinstance(body, dict) else None
    return body


def validate(body: object, rules: Mapping[str, Rule], status: int) -> None:
    """Refuses a body that breaks a rule, with all errors (section 7.1)."""
    broken = {field: rule(at(body, field)) for field, rule in rules.items()}
    errors = [
        {"rule": rule, "field": field, "message": f"{rule} validation failed"}
        for field, rule in broken.items()
        if rule is not None
    ]
    if errors:
        raise Refusal(status, {"errors": errors})
