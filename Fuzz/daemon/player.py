"""Plays a session on a real daemon and raises its findings."""

import pathlib
import select
import signal
import time

import subject as subjects
from checks import Checks
from configurations import parsed
from finding import Finding
from kit.daemon import program
from ledger import Ledger
from link import Link
from programs import Programs
from steps import Step
from subject import ANSWER_S, END_S, START_S, Folder, Subject


class Player(Checks, Programs):
    """Each step has a method with its name."""

    def __init__(self, folder):
        self.folder = folder
        self.daemon = None
        self.links = {}
        self.observer = None
        self.ledger = None
        self.doing = ""
        self.written = ""
        self.running = ""
        self.is_sound = None
        self.expected = None
        self.place = 0
        self.state_path = ""
        self.heard = 0
        # Answers of `get` that have not been compared with the published events yet.
        self.compared = []

    def play(self, steps):
        try:
            for self.place, step in enumerate(steps):
                self.doing = " ".join([step.kind, *step.words, step.text])[:400]
                getattr(self, "do_" + step.kind)(step)
            self.place, self.doing = len(steps), "the end of the session"
            if self.ledger and self.ledger.ramps:
                self.do_wait(Step("wait", ("30",)))
            self.finish()
        finally:
            for link in self.links.values():
                link.close()
            if self.daemon:
                self.daemon.end()

    # The daemon.

    def do_config(self, step):
        self.written, self.is_sound = step.text, None
        self.folder.configure(step.text)

    def check_configuration(self):
        """Whether the current configuration file is valid."""
        if self.is_sound is None:
            status, said = subjects.run(
                self.folder, [program("wheeld"), "--config", self.folder.configuration, "--check-config"], self.pump
            )
            if status not in (0, 78):
                raise Finding(f"--check-config ends with {status}", said[-300:].decode(errors="replace"))
            self.look_for_control_bytes(said, "--check-config")
            self.is_sound = status == 0
        return self.is_sound

    def do_state(self, step):
        if self.daemon is None:
            pathlib.Path(self.folder.state).write_text(step.text)
            self.expected = None

    def do_start(self, step):
        if self.daemon is not None or not self.written:
            return
        sound = self.check_configuration()
        self.daemon = Subject(self.folder)
        if not sound:
            status = self.daemon.wait(START_S, self.pump)
            self.daemon.end()
            self.daemon = None
            if status != 78:
                raise Finding("a faulty configuration does not end the daemon with 78", str(status))
            return
        self.wait_until_served()
        self.running = self.written
        self.ledger = Ledger(self.running)
        self.observer = self.first_client()
        self.ledger.listing(self.observer.hello["controls"], "the first line", compares=False)
        self.compare_with_before()
        self.sync()

    def first_client(self):
        """Connects the observer, once the connection that tested the daemon has been closed."""
        end = time.monotonic() + START_S
        while True:
            link = self.connect("observer")
            if link.hello and link.hello.get("event") == "hello":
                return link
            link.close()
            if time.monotonic() > end:
                raise Finding("nobody may connect", str(link.hello))

    def wait_until_served(self):
        end = time.monotonic() + START_S
        while True:
            try:
                Link("probe", self.folder.socket, lambda link, line: None).close()
                return
            except OSError:
                pass
            if not self.daemon.is_running:
                raise self.daemon.died("start")
            if self.daemon.has_hung(end - START_S, START_S):
                raise Finding("the daemon does not start in time", self.daemon.said()[-300:])
            time.sleep(0.002)

    def do_stop(self, step):
        if self.daemon is None:
            return
        self.sync()
        self.daemon.process.send_signal(signal.SIGTERM)
        for link in self.links.values():
            link.may_end = True
        status = self.daemon.wait(END_S, self.pump)
        if status is None:
            raise Finding("the daemon does not end within 2 s of SIGTERM", self.daemon.said()[-200:])
        if status != 0:
            raise self.daemon.died("stop")
        self.pump(0)
        self.expected = dict(self.ledger.values), dict(self.ledger.laws)
        self.check_state_file()
        self.check_replay()
        self.forget_daemon()

    def do_kill(self, step):
        if self.daemon is not None:
            self.expected = None
            self.forget_daemon()

    def forget_daemon(self):
        for link in self.links.values():
            link.close()
        self.links, self.observer = {}, None
        self.daemon.end()
        self.daemon = None

    def do_reload(self, step):
        if self.daemon is None or not self.written:
            return
        sound = self.check_configuration()
        self.sync()
        if sound:
            self.ledger.next_configuration = self.written
        said = self.daemon.said().count("configuration: refused")
        self.daemon.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + START_S
        is_refused = False
        while self.ledger.next_configuration is not None if sound else not is_refused:
            self.pump(0.005)
            is_refused = self.daemon.said().count("configuration: refused") > said
            if is_refused and sound:
                # An empty file is refused on purpose.
                if parsed(self.written):
                    raise Finding("a sound configuration is refused at a reload", self.daemon.said()[-300:])
                self.ledger.next_configuration = None
            if self.daemon.has_hung(end - START_S, START_S):
                raise Finding("a reload does not end in time", self.daemon.said()[-300:])
        if sound:
            self.running = self.written
        self.sync()

    # Clients.

    def connect(self, name):
        link = Link(name, self.folder.socket, self.on_line)
        self.links[name] = link
        self.pump_until(lambda: link.hello is not None or link.ended, "the first line")
        return link

    def do_connect(self, step):
        name = step.words[0]
        if self.daemon is None or name in self.links:
            return
        self.sync()
        link = self.connect(name)
        if link.hello is None or link.hello.get("event") != "hello":
            link.close()
            del self.links[name]
            return
        self.ledger.listing(link.hello["controls"], "a first line")

    def link(self, step):
        return self.links.get(step.words[0]) if self.daemon is not None else None

    def do_send(self, step):
        link = self.link(step)
        if not link or link.ended:
            return
        self.send(link, step.text)
        if link.paused:
            link.write()
        else:
            self.sync(link)

    def do_flood(self, step):
        link = self.link(step)
        if not link or link.ended:
            return
        for number in range(min(int(step.words[1]), 2000)):
            link.ask(step.text.replace("#", str(number)), None)
        if link.paused:
            link.write()
        else:
            self.sync(link)

    def do_pause(self, step):
        if link := self.link(step):
            link.paused = link is not self.observer

    def do_resume(self, step):
        link = self.link(step)
        if link and link.paused:
            link.paused = False
            self.sync(link)

    def do_close(self, step):
        link = self.link(step)
        if link and link is not self.observer:
            link.close()
            del self.links[link.name]
            self.expect_clients()
            self.expect_rest()

    def do_wait(self, step):
        if self.daemon is None:
            time.sleep(min(int(step.words[0]), 50) / 1000)
            return
        end = time.monotonic() + min(int(step.words[0]), 2000) / 1000
        while time.monotonic() < end:
            self.pump(max(0, end - time.monotonic()))
        self.sync()

    # Waiting.

    def pump(self, seconds):
        """Reads for all clients that read, and writes pending output, for at most that time."""
        reading = [link for link in self.links.values() if not link.ended and not (link.paused and not link.unsent)]
        if not reading:
            if seconds:
                time.sleep(seconds)
            return
        poll = select.poll()
        by_number = {}
        for link in reading:
            events = (0 if link.paused else select.POLLIN) | (select.POLLOUT if link.unsent else 0)
            poll.register(link.socket, events)
            by_number[link.socket.fileno()] = link
        for number, event in poll.poll(seconds * 1000):
            link = by_number[number]
            if event & select.POLLOUT:
                link.write()
            if event & (select.POLLIN | select.POLLHUP | select.POLLERR) and not link.paused:
                link.read()
                self.heard += 1
            if link.ended and not link.may_end:
                raise self.daemon.died(self.doing)

    def pump_until(self, condition, what):
        """Waits as long as lines arrive."""
        end, heard = time.monotonic() + ANSWER_S, self.heard
        while not condition():
            self.pump(0.05)
            if self.heard != heard:
                end, heard = time.monotonic() + ANSWER_S, self.heard
            if self.daemon and not self.daemon.is_running:
                raise self.daemon.died(self.doing)
            if time.monotonic() > end:
                raise Finding("an answer does not come in time", f"{what} after {self.doing}")


def play(steps):
    """Plays the session, and returns the finding or None."""
    with Folder() as folder:
        player = Player(folder)
        try:
            player.play(steps)
        except Finding as finding:
            finding.place = player.place
            return finding
    return None
