"""Checks TOML files with `wheeld --check-config`: invalid TOML must be refused as such, valid TOML must not."""

import pathlib
import subprocess
import tempfile

from kit.daemon import program
from verdicts import Verdicts

# toml-test's list of the files for TOML 1.0, the version that wheeld reads.
LIST = "files-toml-1.0.0"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MARK = "corpus-mark"


def run(folder):
    folder = pathlib.Path(folder)
    if not (folder / LIST).exists() and (folder / "tests" / LIST).exists():
        folder /= "tests"
    if (folder / LIST).exists():
        names = [name for name in (folder / LIST).read_text().split() if name.endswith(".toml")]
    else:
        names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.toml"))
    verdicts = Verdicts("toml")
    with tempfile.TemporaryDirectory(prefix="wheeld-corpus-") as scratch:
        copy = pathlib.Path(scratch, "marked.toml")
        for name in names:
            valid = name.startswith("valid/")
            verdicts.take(name, "valid taken" if valid else "invalid refused", surprise(folder / name, copy, valid))
    return verdicts.finish()


def surprise(path, copy, valid):
    status, mistakes = checked(path)
    if status not in (0, 78):
        return f"wheeld --check-config ends with {status}: {mistakes}"
    # An unknown key at the start. The unknown key is reported only if the whole file was read as TOML.
    text = path.read_bytes()
    start = len(BYTE_ORDER_MARK) if text.startswith(BYTE_ORDER_MARK) else 0
    copy.write_bytes(text[:start] + f"{MARK} = 0\n".encode() + text[start:])
    marked_status, marked = checked(copy)
    is_read = any(f"'{MARK}'" in mistake for mistake in marked)
    if marked_status != 78 or not is_read and len(marked) != 1:
        return f"with another key before it wheeld --check-config ends with {marked_status}: {marked}"
    if valid and not is_read:
        return f"it is refused: {mistakes}"
    if not valid and (is_read or status == 0 or len(mistakes) != 1):
        return f"it is taken: {mistakes}"
    return None


def checked(path):
    process = subprocess.run(
        [program("wheeld"), "--check-config", path], stdin=subprocess.DEVNULL, capture_output=True, timeout=60
    )
    # Each line begins with the file's path.
    lines = process.stderr.decode("utf-8").splitlines()
    return process.returncode, [line.removeprefix(f"{path}:") for line in lines]
