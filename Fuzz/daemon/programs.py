"""The programs that a session runs in addition to the daemon."""

import json
import pathlib

import subject
from finding import found
from kit.daemon import program


class Programs:
    """Part of the player: steps that run wheelctl."""

    def do_wheelctl(self, step):
        if self.daemon is None:
            return
        words = json.loads(step.text)
        status, said = subject.run(
            self.folder, [program("wheelctl"), "--socket", self.folder.socket, *words], self.pump,
            0.05 if "watch" in words else None,
        )  # fmt: skip
        self.look_for_control_bytes(said, f"wheelctl {' '.join(words)}")
        self.expect_clients()
        self.expect_rest()
        self.sync()

    def do_preview(self, step):
        words = [program("wheelctl"), "preview", "--config", self.folder.configuration]
        words += ["-o", self.folder.path + "/picture.png", *json.loads(step.text)]
        status, said = subject.run(self.folder, words, self.pump)
        self.look_for_control_bytes(said, "wheelctl preview")

    def do_replay(self, step):
        file = pathlib.Path(self.folder.path, "recording")
        file.write_text(step.text)
        words = [program("wheelctl"), "replay", "--config", self.folder.configuration, str(file)]
        status, said = subject.run(self.folder, words, self.pump)
        self.look_for_control_bytes(said, "wheelctl replay")
        if b"null" in said or b"nan" in said or b"inf " in said:
            found("wheelctl replay prints what is no number", said[-300:].decode(errors="replace"))
