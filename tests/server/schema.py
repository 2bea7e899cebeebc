# SPDX-License-Identifier: MIT
"""schema.py: holds a value to a part of docs/protocol.schema.json.

It supports exactly the keywords that the schema uses, and refuses a schema with any other: a
keyword that is silently ignored would prove nothing. Start reading at Schema.check.
"""
import json
import os
import re

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/protocol.schema.json")

NOTES = {"$schema", "$id", "$defs", "title", "description"}
TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
}


class Wrong(Exception):
    """Where a value is not what the schema says."""


class Schema:
    def __init__(self, path=PATH):
        with open(path, encoding="utf-8") as file:
            self.root = json.load(file)
        self._review(self.root, "schema")

    def check(self, value, part):
        """Raises Wrong unless the value is what $defs/part describes."""
        self._check(value, self.root["$defs"][part], part)

    # ---- The schema itself ---------------------------------------------------------------------

    def _review(self, schema, where):
        if isinstance(schema, bool):
            return
        for key, inner in schema.items():
            if key in ("properties", "$defs"):
                for name, part in inner.items():
                    self._review(part, where + "/" + name)
            elif key in ("items", "additionalProperties"):
                self._review(inner, where + "/" + key)
            elif key == "oneOf":
                for part in inner:
                    self._review(part, where + "/oneOf")
            elif key not in NOTES and key not in RULES:
                raise Wrong("%s: the keyword %s is not supported" % (where, key))

    # ---- Values --------------------------------------------------------------------------------

    def _check(self, value, schema, where):
        if schema is True:
            return
        if schema is False:
            raise Wrong(where + " is not allowed")
        for key, rule in schema.items():
            if key not in NOTES:
                RULES[key](self, value, rule, schema, where)

    def _ref(self, value, name, schema, where):
        if not name.startswith("#/$defs/"):
            raise Wrong("%s: cannot follow %s" % (where, name))
        self._check(value, self.root["$defs"][name[len("#/$defs/"):]], where)

    def _type(self, value, names, schema, where):
        if not any(TYPES[n](value) for n in ([names] if isinstance(names, str) else names)):
            raise Wrong("%s is %s, not %s" % (where, json.dumps(value)[:80], names))

    def _const(self, value, wanted, schema, where):
        if value != wanted or isinstance(value, bool) != isinstance(wanted, bool):
            raise Wrong("%s is %s, not %s" % (where, json.dumps(value)[:80], json.dumps(wanted)))

    def _enum(self, value, wanted, schema, where):
        if value not in wanted:
            raise Wrong("%s is %s, not one of %s" % (where, json.dumps(value)[:80], wanted))

    def _pattern(self, value, pattern, schema, where):
        if isinstance(value, str) and not re.search(pattern, value):
            raise Wrong("%s is %s, not like %s" % (where, json.dumps(value)[:80], pattern))

    def _minimum(self, value, least, schema, where):
        if TYPES["integer"](value) and value < least:
            raise Wrong("%s is %d, below %d" % (where, value, least))

    def _maximum(self, value, most, schema, where):
        if TYPES["integer"](value) and value > most:
            raise Wrong("%s is %d, above %d" % (where, value, most))

    def _max_length(self, value, most, schema, where):
        if isinstance(value, str) and len(value) > most:
            raise Wrong("%s has %d characters, more than %d" % (where, len(value), most))

    def _max_items(self, value, most, schema, where):
        if isinstance(value, list) and len(value) > most:
            raise Wrong("%s has %d items, more than %d" % (where, len(value), most))

    def _required(self, value, names, schema, where):
        for name in names if isinstance(value, dict) else ():
            if name not in value:
                raise Wrong("%s lacks %s" % (where, name))

    def _properties(self, value, parts, schema, where):
        for name, part in parts.items() if isinstance(value, dict) else ():
            if name in value:
                self._check(value[name], part, where + "." + name)

    def _additional(self, value, part, schema, where):
        for name in value if isinstance(value, dict) else ():
            if name not in schema.get("properties", {}):
                self._check(value[name], part, where + "." + name)

    def _items(self, value, part, schema, where):
        for number, item in enumerate(value if isinstance(value, list) else ()):
            self._check(item, part, "%s[%d]" % (where, number))

    def _one_of(self, value, parts, schema, where):
        reasons = []
        for part in parts:
            try:
                self._check(value, part, where)
            except Wrong as wrong:
                reasons.append((self._is_meant(value, part), str(wrong)))
        if len(parts) - len(reasons) != 1:
            raise Wrong("%s fits %d of %d kinds: %s" % (
                where, len(parts) - len(reasons), len(parts), max(reasons, default=(0, ""))[1]))

    def _is_meant(self, value, part):
        """Whether the value says by its op that it wants to be this."""
        part = self.root["$defs"].get(part.get("$ref", "").split("/")[-1], part)
        op = part.get("properties", {}).get("op", {})
        return isinstance(value, dict) and value.get("op") in op.get("enum", [op.get("const", "")])


RULES = {
    "$ref": Schema._ref, "type": Schema._type, "const": Schema._const, "enum": Schema._enum,
    "pattern": Schema._pattern, "minimum": Schema._minimum, "maximum": Schema._maximum,
    "maxLength": Schema._max_length, "maxItems": Schema._max_items, "required": Schema._required,
    "properties": Schema._properties, "additionalProperties": Schema._additional,
    "items": Schema._items, "oneOf": Schema._one_of,
}
