"""Shortens a session as far as possible while it gives the same finding."""

import json
import re
import time

from steps import BLOCKS, Step

NUMBER = re.compile(r"(?<![\w.\"-])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.\"])")
# An entry of an array of tables or of an inline table.
ENTRY = re.compile(r", \{[^{}]*\}|\{[^{}]*\}, |, \w+ = [^,{}\[\]]+(?=[, ])|\w+ = [^,{}\[\]]+, ")
SIMPLE = ["0", "1", "2", "10", "100"]


class Shrinker:
    def __init__(self, name, play, seconds):
        self.name = name
        self.play = play
        self.end = time.monotonic() + seconds
        self.runs = 0

    @property
    def has_time(self):
        return time.monotonic() < self.end

    def finds(self, steps):
        if not self.has_time:
            return False
        self.runs += 1
        finding = self.play(steps)
        return finding is not None and finding.name == self.name

    def shrunk(self, steps, place):
        """`place` is the step with the finding."""
        # Delayed effects may need time.
        for end in ([], [Step("wait", ("100",))], [Step("wait", ("1000",))]):
            if place < len(steps) and self.finds(steps[: place + 1] + end):
                steps = steps[: place + 1] + end
                break
        while self.has_time:
            before = steps
            steps = self.fewer(steps, lambda kept: kept)
            steps = self.merged(steps)
            for index in range(len(steps)):
                steps = self.shrunk_step(steps, index)
            if steps == before:
                break
        return steps

    def fewer(self, items, whole):
        """Removes as many items as possible; `whole` assembles the session from the remaining ones."""
        size = max(1, len(items) // 2)
        while self.has_time:
            place, changed = 0, False
            while place < len(items) and self.has_time:
                kept = items[:place] + items[place + size :]
                if self.finds(whole(kept)):
                    items, changed = kept, True
                else:
                    place += size
            if size == 1 and not changed:
                break
            size = max(1, size // 2)
        return items

    def merged(self, steps):
        """Removes differences between later configurations of a session and the first one."""
        first = next((s for s in steps if s.kind == "config"), None)
        for index, step in enumerate(steps):
            if step.kind == "config" and step is not first and step.text != first.text:
                same = steps[:index] + [step._replace(text=first.text)] + steps[index + 1 :]
                if self.finds(same):
                    steps = same
        return steps

    def shrunk_step(self, steps, index):
        step = steps[index]

        def whole(text, words=step.words):
            return steps[:index] + [step._replace(text=text, words=words)] + steps[index + 1 :]

        if step.kind == "config":
            tables = self.fewer(re.split(r"(?m)^(?=\[)", step.text), lambda kept: whole("".join(kept)))
            step = step._replace(text="".join(tables))
        if step.kind in BLOCKS:
            lines = self.fewer(step.text.splitlines(True), lambda kept: whole("".join(kept)))
            for place in range(len(lines)):
                lines = self.simpler_line(lines, place, lambda kept: whole("".join(kept)))
            return whole("".join(lines))
        if step.kind == "flood":
            words = step.words
            for count in (2, 10, 50, 200, 400):
                if count < int(words[1]) and self.finds(whole(step.text, (words[0], str(count)))):
                    words = (words[0], str(count))
                    break
            step = step._replace(words=words)
            steps = steps[:index] + [step] + steps[index + 1 :]
        if step.kind in ("send", "flood"):
            text = self.fewer_members(step.text, lambda text: whole(text, step.words))
            return whole(self.simpler_line([text], 0, lambda kept: whole(kept[0], step.words))[0], step.words)
        if step.kind in ("wheelctl", "preview"):
            words = self.fewer(json.loads(step.text), lambda kept: whole(json.dumps(kept)))
            return whole(json.dumps(words))
        return steps

    def fewer_members(self, line, whole):
        """Removes members of a request one by one; as text, so that numbers keep their spelling."""
        for member in re.findall(r'"\w+":(?:"[^"]*"|\[[^\]]*\]|\{[^}]*\}|[^,{}\[\]]+)', line):
            for less in (line.replace("," + member, "", 1), line.replace(member + ",", "", 1)):
                if less != line and self.finds(whole(less)):
                    line = less
                    break
        return line

    def simpler_line(self, lines, place, whole):
        """Simplifies numbers, and removes entries of arrays and inline tables."""
        start = 0
        while self.has_time and (found := NUMBER.search(lines[place], start)):
            line, start = lines[place], found.end()
            if found.group() in SIMPLE[:2] or '"id":' == line[max(0, found.start() - 5) : found.start()]:
                continue
            for simple in SIMPLE:
                changed = line[: found.start()] + simple + line[found.end() :]
                if len(simple) <= len(found.group()) and simple != found.group():
                    if self.finds(whole(lines[:place] + [changed] + lines[place + 1 :])):
                        lines = lines[:place] + [changed] + lines[place + 1 :]
                        start = found.start() + len(simple)
                        break
        for entry in ENTRY.findall(lines[place]):
            changed = lines[place].replace(entry, "", 1)
            if changed != lines[place] and self.finds(whole(lines[:place] + [changed] + lines[place + 1 :])):
                lines = lines[:place] + [changed] + lines[place + 1 :]
        return lines
