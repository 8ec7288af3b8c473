"""Files for which the verdict of the collection does not apply: their names, each with the reason."""

EXCEPTIONS = {
    "json": {
        "y_object_duplicated_key.json": "a request that has a key twice is refused, as docs/protocol.md says",
        "y_object_duplicated_key_and_value.json": "a request that has a key twice is refused, as docs/protocol.md says",
    },
    "toml": {
        "valid/string/start-mb.toml": "toml++ 3.3 has undefined behaviour for a character outside ASCII after a"
        " backslash that ends a line, so Sources/CTOML refuses it, with its place",
    },
    "evemu": {},
    "hid": {},
}
