"""The examples in the documents are valid configurations."""

import pathlib
import re
import subprocess

from texts import documents

from kit.cases import alone_case, expect
from kit.daemon import ROOT, program


def is_sound(scratch, text):
    path = pathlib.Path(scratch.folder, "example.toml")
    path.write_text(text)
    done = subprocess.run([program("wheeld"), "--check-config", path], capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


@alone_case
def configurations_in_the_documents_are_sound(scratch):
    count = 0
    for place, text in documents().items():
        before = ""
        for block in re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            count += 1
            good, why = is_sound(scratch, block)
            # An example may continue the examples before it.
            if not good:
                good, why = is_sound(scratch, before + block)
            assert good, f"{place}: {why}\n{block}"
            before += block + "\n"
    assert count > 12, count


@alone_case
def the_version_is_one(scratch):
    version = re.search(r'text = "(.*)"', (ROOT / "Sources/WheelCore/Version.swift").read_text())[1]
    expect(re.match(r"wheeld \(([^)-]+)", (ROOT / "debian/changelog").read_text())[1], version, "debian/changelog")
    for place, text in documents().items():
        for named in re.findall(r"wheeld_(\d[\d.]*\d)_\w+\.deb|\"version\":\"([\d.]+)\"|wheeld (\d+\.\d+\.\d+) answers", text):
            expect("".join(named), version, place)
