"""The manual pages, which a script makes of the documents and of the programs' help."""

import pathlib
import re
import shutil
import subprocess

from texts import commands, documents, options_of

from kit.cases import alone_case, expect, Skipped
from kit.daemon import ROOT, program

BRIDGES = sorted(path.stem for path in (ROOT / "systemd").glob("wheel-*.service"))
PAGES = ("wheeld.8", "wheelctl.1", "wheeld.toml.5", *(f"{bridge}.1" for bridge in BRIDGES))


def pages(scratch):
    """Makes the manual pages, and returns the text of each page by its name."""
    folder = pathlib.Path(scratch.folder, "man")
    programs = pathlib.Path(program("wheeld")).parent
    subprocess.run([ROOT / "scripts/man-pages", programs, folder], check=True)
    return {name: (folder / name).read_text() for name in PAGES}


def plain(roff):
    return re.sub(r"\\f[BPRI]|\\&", "", roff).replace("\\-", "-").replace("\\e", "\\")


@alone_case
def manual_pages_have_all_there_is(scratch):
    texts = {name: plain(text) for name, text in pages(scratch).items()}

    def lacks(page, wanted):
        return [f"{page} lacks {word}" for word in wanted if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", texts[page])]

    gaps = lacks("wheeld.8", sorted(options_of("wheeld") - {"-h"}))
    for bridge in BRIDGES:
        gaps += lacks(f"{bridge}.1", sorted(options_of(bridge) - {"-h"}))
    for command in commands():
        gaps += lacks("wheelctl.1", [command, *sorted(options_of("wheelctl", command) - {"-h", "--help", "--version"})])
    rows = re.findall(r"^\| `([^`]+)` \|", documents()["docs/configuration.md"], re.MULTILINE)
    assert len(rows) > 80, rows
    gaps += lacks("wheeld.toml.5", [re.split(r"[\[:]", row)[0] for row in rows])
    assert not gaps, "; ".join(gaps)
    for words in ("the usual places", "2 wrong usage"):
        expect(texts["wheelctl.1"].count(words), 1, f"what holds for every command stands once: {words}")


@alone_case
def manual_pages_are_sound(scratch):
    if not shutil.which("groff"):
        raise Skipped("groff is not installed")
    for name, text in pages(scratch).items():
        done = subprocess.run(
            ["groff", "-man", "-Tutf8", "-ww", "-rCHECKSTYLE=2", "-k", "-z"], input=text, capture_output=True, text=True
        )
        assert done.returncode == 0 and not done.stderr, f"{name}: {done.stderr[:800]}"
        # No Markdown marks are left. The output of programs, between .nf and .fi, may have them.
        leftover = re.search(r"`[^`\n]+`|\*\*\w|<!--", plain(re.sub(r"^\.nf$.*?^\.fi$", "", text, flags=re.M | re.S)))
        assert leftover is None, f"{name}: {leftover[0]}"
