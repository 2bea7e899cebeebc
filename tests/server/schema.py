# SPDX-License-Identifier: MIT
"""schema.py: holds a value to a part of docs/protocol.schema.json.

The schema is made into functions once, one for each of its parts: a function takes a value and raises
Wrong if it does not fit. That is quick enough to check every message of every test.
Exactly the keywords that the schema uses are known, each with the type that it belongs to; a schema
with any other is refused, because a keyword that is silently ignored would prove nothing.

Start reading at Schema.check, then Schema._function.
"""
import json
import os
import re

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/protocol.schema.json")

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool,
         "null": type(None)}
# What may stand beside a type, or instead of one.
KEYWORDS = {
    "object": {"required", "properties", "additionalProperties"}, "array": {"items", "maxItems"},
    "string": {"pattern", "maxLength"}, "integer": {"minimum", "maximum"},
}
ALONE = {"$ref", "const", "enum", "oneOf"}
NOTES = {"title", "description"}


class Wrong(Exception):
    """Where a value is not what the schema says, and why."""

    def __init__(self, why):
        super().__init__(why)
        self.why, self.where = why, ""

    def inside(self, place):
        """The same, seen from around the value."""
        self.where = place + self.where
        return self

    def __str__(self):
        return f"{self.where} {self.why}"


def _shown(value):
    return json.dumps(value)[:80]


class Schema:
    def __init__(self, path=PATH):
        with open(path, encoding="utf-8") as file:
            self.root = json.load(file)
        self._functions = {}
        for name in self.root["$defs"]:
            self._part(name)

    def check(self, value, part):
        """Raises Wrong unless the value is what $defs/part describes."""
        try:
            self._functions[part](value)
        except Wrong as wrong:
            raise wrong.inside(part) from None

    def _part(self, name):
        if name not in self._functions:
            try:
                self._functions[name] = self._function(self.root["$defs"][name])
            except Wrong as wrong:
                raise wrong.inside("/" + name) from None
        return self._functions[name]

    def _function(self, schema):
        """The function for a schema: it takes a value, and raises Wrong if that does not fit."""
        if schema is True:
            return lambda value: None
        if schema is False:
            return _refuse
        words = set(schema) - NOTES
        kind = schema.get("type")
        if kind is not None:
            odd = words - {"type"} - (KEYWORDS.get(kind, set()) if isinstance(kind, str) else set())
        else:
            odd = words - ALONE if len(words) == 1 else words
        if odd:
            raise Wrong(f"the schema says {', '.join(sorted(odd))}, which is not supported here")
        maker = {"object": self._object, "array": self._array, "string": _string,
                 "integer": _integer}.get(kind if isinstance(kind, str) else None)
        if maker:
            return maker(schema)
        if kind is not None:
            return _any_type([kind] if isinstance(kind, str) else kind)
        word = words.pop()
        return {"$ref": self._reference, "const": lambda wanted: _enum([wanted]), "enum": _enum,
                "oneOf": self._one_of}[word](schema[word])

    def _reference(self, name):
        start = "#/$defs/"
        if not name.startswith(start):
            raise Wrong(f"the schema refers to {name}, which cannot be followed")
        return self._part(name[len(start):])

    def _object(self, schema):
        required = frozenset(schema.get("required", ()))
        members = {name: self._function(part)
                   for name, part in schema.get("properties", {}).items()}
        others = self._function(schema.get("additionalProperties", True))

        def check(value):
            if type(value) is not dict:
                raise Wrong(f"is {_shown(value)}, not an object")
            if not required <= value.keys():
                raise Wrong(f"lacks {', '.join(sorted(required - value.keys()))}")
            for name, inner in value.items():
                try:
                    members.get(name, others)(inner)
                except Wrong as wrong:
                    raise wrong.inside("." + name) from None
        return check

    def _array(self, schema):
        most = schema.get("maxItems", float("inf"))
        part = self._function(schema.get("items", True))

        def check(value):
            if type(value) is not list:
                raise Wrong(f"is {_shown(value)}, not an array")
            if len(value) > most:
                raise Wrong(f"has {len(value)} items, more than {most}")
            for number, item in enumerate(value):
                try:
                    part(item)
                except Wrong as wrong:
                    raise wrong.inside(f"[{number}]") from None
        return check

    def _one_of(self, parts):
        """Only those kinds are tried that the value can be by its type and op: no other can fit."""
        kinds = [(self._types(part), self._ops(part), self._function(part)) for part in parts]

        def check(value):
            op = value.get("op") if type(value) is dict else None
            fits, reason = 0, "none of them has its type and op"
            for types, ops, kind in kinds:
                if type(value) not in types or (ops and op not in ops):
                    continue
                try:
                    kind(value)
                    fits += 1
                except Wrong as wrong:
                    reason = wrong
            if fits != 1:
                raise Wrong(f"is {fits} of {len(kinds)} kinds, not one: {reason}")
        return check

    def _followed(self, part):
        return self.root["$defs"][part["$ref"].split("/")[-1]] if "$ref" in part else part

    def _types(self, part):
        """The types that a value of this kind may have."""
        kind = self._followed(part).get("type", list(TYPES))
        return tuple(TYPES[name] for name in ([kind] if isinstance(kind, str) else kind))

    def _ops(self, part):
        """What a value of this kind may have as its op, None if it may have none at all; an empty
        tuple if the kind says nothing of an op."""
        part = self._followed(part)
        op = part.get("properties", {}).get("op", {})
        ops = tuple(op["enum"]) if "enum" in op else (op["const"],) if "const" in op else ()
        return ops + (None,) if ops and "op" not in part.get("required", ()) else ops


# ---- Values without anything inside -----------------------------------------------------------


def _refuse(value):
    raise Wrong("is not allowed")


def _string(schema):
    most = schema.get("maxLength", float("inf"))
    fits = re.compile(schema.get("pattern", "")).search

    def check(value):
        if type(value) is not str:
            raise Wrong(f"is {_shown(value)}, not a string")
        if len(value) > most:
            raise Wrong(f"has {len(value)} characters, more than {most}")
        if not fits(value):
            raise Wrong(f"is {_shown(value)}, not like {schema['pattern']}")
    return check


def _integer(schema):
    least, most = schema.get("minimum", float("-inf")), schema.get("maximum", float("inf"))

    def check(value):
        if type(value) is not int:
            raise Wrong(f"is {_shown(value)}, not an integer")
        if not least <= value <= most:
            raise Wrong(f"is {value}, not from {least} to {most}")
    return check


def _any_type(names):
    types = tuple(TYPES[name] for name in names)

    def check(value):
        if type(value) not in types:
            raise Wrong(f"is {_shown(value)}, not of type {' or '.join(names)}")
    return check


def _enum(wanted):
    def check(value):
        if not any(value == one and type(value) is type(one) for one in wanted):
            raise Wrong(f"is {_shown(value)}, not {' or '.join(map(_shown, wanted))}")
    return check
