"""Documents to test with: values that go through JSON and come back."""

import json

from jsonschema import Draft202012Validator

from manipulation import from_json, json_schema, to_json


def check_json(value: object) -> None:
    """A value survives JSON, and its document is as its schema says."""
    text = to_json(value)
    again = from_json(text, type(value))
    assert again == value
    assert to_json(again) == text
    validator = Draft202012Validator(json_schema(type(value)))
    validator.validate(json.loads(text))
