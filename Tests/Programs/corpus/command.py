"""The command-line behaviour of scripts/corpus."""

from calling import HERE, corpus, failures
from kit.cases import alone_case, expect


@alone_case
def what_is_right_passes(_):
    for kind, count in (("json", "7 passed, 0 failed"), ("toml", "7 passed, 0 failed"),
                        ("evemu", "6 passed, 0 failed, 1 skipped")):  # fmt: skip
        status, lines, errors = corpus(kind, HERE / "right" / kind)
        expect((status, errors, failures(lines), lines[-1]), (0, "", [], count), kind)


@alone_case
def what_is_wrong_is_named(_):
    for kind, names in (
        ("json", ["n_object.json", "y_object_duplicated_key.json", "y_object_without_end.json"]),
        ("toml", ["invalid/number.toml", "valid/no-value.toml"]),
        ("evemu", ["more-than-32-bits.events"]),
    ):
        status, lines, errors = corpus(kind, HERE / "wrong" / kind)
        expect((status, errors, failures(lines)), (1, "", names), kind)
        expect(lines[-1], f"0 passed, {len(names)} failed")


@alone_case
def a_folder_without_such_files_does_not_pass(scratch):
    for kind in ("json", "toml", "evemu"):
        status, lines, _ = corpus(kind, scratch.folder)
        expect((status, lines[-1]), (1, "0 passed, 1 failed"), kind)


@alone_case
def wrong_words_are_told(_):
    for words in ((), ("json",), ("json", HERE, HERE), ("yaml", HERE)):
        status, lines, errors = corpus(*words)
        expect((status, lines), (2, []))
        assert errors.startswith("usage: scripts/corpus KIND FOLDER\n"), errors
    expect(corpus("json", HERE / "nowhere"), (2, [], f"corpus: {HERE}/nowhere: there is no such folder\n"))
    status, lines, errors = corpus("--help")
    expect((status, lines[0], errors), (0, "usage: scripts/corpus KIND FOLDER", ""))
