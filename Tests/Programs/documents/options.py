"""Commands and options: the programs' own lists, compared with the documents."""

import os
import re

from texts import commands, documents, options, options_of, said

from kit.cases import alone_case, expect
from kit.daemon import ROOT

END = "<!-- end -->"


def table_of_options():
    """The table of options, as docs/wheelctl.md must have it."""
    common = {option for option, _, _ in options(said("wheelctl", "--help"))}
    rows = ["| command | option | does |", "| --- | --- | --- |"]
    for command in commands():
        for option, value, meaning in options(said("wheelctl", command, "--help")):
            if option not in common:
                rows.append("| " + " | ".join(each.replace("|", r"\|") for each in (f"`{command}`", f"`{option}{value}`", meaning)) + " |")
    return "\n".join(rows)


def table_of_commands():
    """The table of commands, as docs/wheelctl.md must have it."""
    listed = re.findall(r"^  ([a-z-]+.*?)  +(\S.*)$", said("wheelctl", "--help").split("Exit status:")[0], re.MULTILINE)
    rows = [(form.replace("|", r"\|"), does) for form, does in listed if form.split()[0] in commands()]
    expect([form.split()[0] for form, _ in rows], commands())
    return "\n".join(["| command | does |", "| --- | --- |"] + [f"| `{form}` | {does} |" for form, does in rows])


def check_table(mark, table):
    """Checks that docs/wheelctl.md has `table` after the mark. scripts/update-docs writes the table anew."""
    path = ROOT / "docs/wheelctl.md"
    before, rest = path.read_text().split(f"<!-- {mark} -->\n")
    written, after = rest.split(END, 1)
    if os.environ.get("UPDATE_DOCS"):
        path.write_text(f"{before}<!-- {mark} -->\n{table}\n{END}{after}")
        written = table
    assert table.count("\n") > 25, table
    expect(written.strip().splitlines(), table.splitlines(), "run scripts/update-docs")


@alone_case
def the_table_of_commands_is_the_programs_own(scratch):
    check_table("every command", table_of_commands())


@alone_case
def the_table_of_options_is_the_programs_own(scratch):
    check_table("options of every command", table_of_options())


@alone_case
def exit_statuses_are_the_programs_own(scratch):
    def of_help(name):
        return re.findall(r"(\d+) [a-z]", said(name, "--help").split("Exit status:")[1])

    table = documents()["docs/wheelctl.md"].split("| exit status | means |")[1].split("\n\n")[0]
    expect(re.findall(r"^\| (\d+) \|", table, re.MULTILINE), of_help("wheelctl"))
    for page, name in (("docs/man/wheelctl.1.md", "wheelctl"), ("docs/man/wheeld.8.md", "wheeld")):
        section = documents()[page].split("## Exit status\n")[1].split("\n## ")[0]
        expect(re.findall(r"\b(\d+) [a-z]", section), of_help(name), page)


@alone_case
def services_that_another_start_would_not_help_are_not_restarted(scratch):
    """Another start does not help after a wrong command line or a wrong configuration."""
    units = [path for path in (ROOT / "systemd").rglob("*.service") if "Restart=" in path.read_text()]
    assert len(units) > 8, units
    for path in units:
        name = path.stem.rstrip("@")
        meanings = re.findall(r"(\d+) ([^,.]+)", said(name, "--help").split("Exit status:")[1])
        statuses = [status for status, meaning in meanings if "wrong" in meaning]
        expect((path.name, len(statuses)), (path.name, 2))
        assert f"\nRestartPreventExitStatus={' '.join(statuses)}\n" in path.read_text(), path


@alone_case
def the_environment_is_the_programs_own(scratch):
    """The manual pages together name each variable that the programs read, and no other."""
    read = set()
    for path in (ROOT / "Sources").rglob("*.swift"):
        text = path.read_text()
        # In a file that reads the environment, the texts in capitals are the names of variables.
        if "Environment." in text:
            read |= set(re.findall(r'"([A-Z][A-Z_]+)"', text))
    assert len(read) > 8, read
    pages = [text for place, text in documents().items() if place.startswith("docs/man/")]
    named = {name for page in pages for name in re.findall(r"`\$?([A-Z][A-Z_]+[A-Z])`", page)}
    paths = {name for page in pages for name in re.findall(r"`\$([A-Z_]+)/", page)}
    expect(sorted(named | paths), sorted(read))


def lines_of_code(text):
    """What a page shows as code: indented lines, fenced blocks of a shell, and texts in backticks."""
    fenced = re.findall(r"^```(?:sh|shell|console)?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    indented = re.findall(r"^ {4}(\S.*)$", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    inline = re.findall(r"`([^`\n]+)`", text)
    return [line for block in fenced for line in block.splitlines()] + indented + inline


def invocations(text):
    """The lines that call this project's programs and scripts: the name, and the arguments."""
    for line in lines_of_code(text):
        line = re.sub(r"^\$ ", "", line).split("  #")[0]
        for part in re.split(r"\s*(?:[|;&]|\$\()+\s*", line.replace("\\|", "/")):
            words = part.strip().strip("()\"'").split()
            while words and (words[0] in ("sudo", "exec", "eval", "while", "do") or re.fullmatch(r"[A-Z_]+=\S*", words[0])):
                words.pop(0)
            if words and re.fullmatch(r"(?:/usr/s?bin/)?(wheeld|wheelctl)|scripts/[\w.-]+", words[0]):
                yield words[0].rsplit("bin/", 1)[-1], words[1:], line


@alone_case
def what_is_run_in_the_documents_can_be_run(scratch):
    seen, wrong = set(), []
    for place, text in documents().items():
        for name, words, line in invocations(text):
            given = {re.split(r"[=\[\],(]", word.strip("[]()`\"'"))[0] for word in words if re.match(r"\[?\(?--\w", word)}
            if name.startswith("scripts/"):
                path = ROOT / name
                if not path.is_file():
                    wrong.append(f"{place}: there is no {name}: {line}")
                    continue
                # A script passes options that it does not know to wheeld.
                known = set(re.findall(r"--[\w-]+", path.read_text())) | options_of("wheeld")
            elif name == "wheelctl":
                rest = list(words)
                while rest and re.match(r"\[?--", rest[0]):
                    rest = rest[2 if "--socket" in rest[0] else 1 :]
                first = rest[0] if rest and re.fullmatch(r"[a-z][a-z-]*", rest[0]) else None
                command = first if first in commands() else None
                if first not in (None, command, "help"):
                    wrong.append(f"{place}: wheelctl has no command '{first}': {line}")
                known = options_of(name, command)
                seen.add(command)
            else:
                known = options_of(name)
            wrong += [f"{place}: {name} has no option {option}: {line}" for option in given - known]
    assert not wrong, "\n" + "\n".join(wrong)
    assert {"doctor", "devices", "learn", "set", "watch", "preview"} <= seen, seen
