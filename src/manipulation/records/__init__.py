"""Games on record, their replay, and JSON for every value that a front end exchanges."""

from manipulation.records.documents import MAX_JSON, from_json, json_schema, to_json
from manipulation.records.record import MAX_MOVES, Deal, Record, replay

__all__ = [
    "MAX_JSON",
    "MAX_MOVES",
    "Deal",
    "Record",
    "from_json",
    "json_schema",
    "replay",
    "to_json",
]
