"""Links lead to existing places, and each page is linked."""

import pathlib
import re

from texts import documents

from kit.cases import alone_case
from kit.daemon import ROOT


def anchors(text):
    """The anchors of a page's headings."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(place, text):
    """The files to which a page links, each with the anchor."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"https?:|mailto:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / place).parent / path if path else ROOT / place
        yield target, pathlib.Path(file).resolve(), anchor


@alone_case
def links_lead_somewhere(scratch):
    wrong = []
    for place, text in documents().items():
        for target, file, anchor in links(place, text):
            if not file.exists():
                wrong.append(f"{place}: {target}")
            elif anchor and anchor not in anchors(file.read_text()):
                wrong.append(f"{place}: {target}: there is no such heading")
    assert not wrong, "; ".join(wrong)


@alone_case
def every_page_is_found_from_the_first(scratch):
    found, ahead = set(), ["README.md"]
    while ahead:
        place = ahead.pop()
        if place in found or place not in documents():
            continue
        found.add(place)
        ahead += [str(file.relative_to(ROOT)) for _, file, _ in links(place, documents()[place]) if file.is_relative_to(ROOT)]
    # Manual pages need no link, since man finds them.
    lost = [place for place in documents() if place not in found and not place.startswith("docs/man/")]
    assert not lost, f"nothing leads to {lost}"


@alone_case
def the_files_of_the_architecture_are_there(scratch):
    """In the page's tables, only the first file of a cell is named with its target: `WheelInput/Evdev/EvdevDevice.swift`,
    `GPIO/GPIODevice.swift`."""
    sources = {str(file.relative_to(ROOT / "Sources")) for file in (ROOT / "Sources").rglob("*")}
    named = 0
    page = "docs/internals/architecture.md"
    for line in documents()[page].split("<!-- end -->")[1].splitlines():
        target = ""
        for name in re.findall(r"`((?:[A-Za-z]+/)*[A-Za-z+]+(?:\.swift)?)`", line):
            if name == "Package.swift" or "/" not in name and not name.endswith(".swift"):
                continue
            if (ROOT / "Sources" / name.split("/")[0]).is_dir():
                target = name.rsplit("/", 1)[0]
                assert name in sources, f"{page}: there is no {name}"
            else:
                places = [target, target.split("/")[0]]
                assert any(f"{place}/{name}" in sources for place in places), f"{page}: there is no {name}"
            named += 1
    assert named > 40, named
