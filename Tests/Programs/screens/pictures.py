"""The pixels in a screen's memory, and the effects of fingers on them."""

import base64
import signal
import time

from screens import DISPLAY, TOUCHSCREEN, Framebuffer, Touchscreen, daemon_with, frames, shows

from kit.cases import alone_case, expect
from kit.picture import Picture, on_screen


def settled(client):
    """The picture once nothing moves any more, as a PNG file."""
    count = -1
    while count != (count := frames(client)):
        # No event reports the last frame. This pause is longer than the time between two frames.
        time.sleep(0.3)
    return base64.b64decode(client.do(op="screenshot")["png"])


def what_is_shown_is_in_the_memory(bits, rotate):
    def body(scratch):
        with Framebuffer(213, 128, bits) as screen, daemon_with(scratch, "fbdev:/dev/fb1", rotate) as daemon:
            with daemon.client() as client:
                shows(client)
                client.do(op="page", page="levels")
                client.do(op="set", control="gain", value=-20)
                picture = Picture(settled(client))
            expect((picture.width, picture.height), (213, 128) if rotate % 180 == 0 else (128, 213))
            drawn = [tuple(zip(*[iter(row)] * 3)) for row in picture.rows]
            for _ in range(rotate // 90):
                # Rotates clockwise: the left column, from its lower end, becomes the first row.
                drawn = list(zip(*reversed(drawn)))
            seen = screen.rows()
            wrong = [(x, y) for y in range(128) for x in range(213) if seen[y][x] != drawn[y][x]]
            expect(wrong, [])
            colours = {colour for row in seen for colour in row}
            assert len(colours) > 10, f"only {len(colours)} colours: is there a picture?"

    body.__name__ = f"what_is_shown_is_in_the_memory_{bits}_bits_turned_{rotate}"
    alone_case(body)


for bits in (16, 24, 32):
    for rotate in (0, 90, 180, 270):
        what_is_shown_is_in_the_memory(bits, rotate)


def fingers_meet_what_they_see(rotate):
    def body(scratch):
        with Touchscreen() as glass, daemon_with(scratch, "drm:/dev/dri/card0", rotate, TOUCHSCREEN) as daemon:
            with daemon.client() as client:
                shows(client)
                width, height = (1024, 768) if rotate % 180 == 0 else (768, 1024)
                screen = (1024, 768)

                def tap(x, y):
                    place = on_screen(x, y, rotate, width, height)
                    glass.tap(place[0] / screen[0], place[1] / screen[1])

                # The two titles are in the strip along the picture's lower edge.
                for page, share in (("levels", 0.75), ("tuning", 0.25), ("levels", 0.75)):
                    tap(width * share, height - 20)
                    expect(client.event("page")["page"], page)
                # The picture has no strip at its other sides.
                for x, y in ((width * 0.25, 20), (20, height * 0.25)):
                    tap(x, y)
                # In this time a tap that had hit a target would change the page.
                time.sleep(0.5)
                expect([event for event in client.quiet() if event["event"] == "page"], [])

    body.__name__ = f"fingers_meet_what_they_see_turned_{rotate}"
    alone_case(body)


for rotate in (0, 90, 180, 270):
    fingers_meet_what_they_see(rotate)


@alone_case
def frames_follow_changes_and_no_faster_than_the_screen(scratch):
    with daemon_with(scratch, "drm:/dev/dri/card0") as daemon, daemon.client() as client:
        shows(client)
        settled(client)
        before, start = frames(client), time.monotonic()
        # A ramp changes the picture all the time.
        client.do(op="page", page="levels")
        client.do(op="ramp", control="gain", to=6, duration_s=2)
        client.event("ramp", state="ended")
        taken, drawn = time.monotonic() - start, frames(client) - before
        assert 10 < drawn < taken * 61, f"{drawn} frames in {taken} s"


@alone_case
def a_page_may_have_a_display_of_its_own(scratch):
    more = '\n[[display]]\nname = "side"\noutput = "fbdev:/dev/fb1"\n'
    with Framebuffer(213, 128, 32) as side, daemon_with(scratch, "drm:/dev/dri/card0", more=more) as daemon:
        text = open(scratch.configuration).read()
        with open(scratch.configuration, "w") as file:
            for page, display in (("tuning", "main"), ("levels", "side")):
                line = f'name = "{page}"\n'
                assert text.count(line) == 1, text
                text = text.replace(line, f'{line}display = "{display}"\n')
            file.write(text)
        daemon.signal(1)
        daemon.wait_for_log("configuration: reloaded")
        with daemon.client() as client:
            shows(client)

            def both():
                main = settled(client)
                # `settled` waits for the main display only. On a busy machine the other display may still change.
                memory, earlier = b"", None
                while memory != earlier:
                    earlier = memory
                    # Waits longer than the time between two frames.
                    time.sleep(0.2)
                    memory = side.memory[:]
                return main, memory

            # A busy machine may still draw a page that was requested before the reload.
            earlier, before = None, both()
            while before != earlier:
                # Gives the displays' threads time to begin a picture.
                time.sleep(0.5)
                earlier, before = before, both()
            # Each display shows its own page and nothing of the other page, whichever page was requested last.
            for page, control, changed in (("tuning", "gain", 1), ("levels", "frequency", 0), ("levels", "gain", 1)):
                client.do(op="page", page=page)
                expect(both(), before, f"at the page {page}")
                client.do(op="step", control=control, count=5)
                after = both()
                expect([after[i] != before[i] for i in (0, 1)], [i == changed for i in (0, 1)], f"{page}, {control}")
                before = after


@alone_case
def a_reload_leaves_nobody_waiting_for_a_picture(scratch):
    with Framebuffer(213, 128, 32), daemon_with(scratch, "fbdev:/dev/fb1") as daemon:
        with daemon.client() as client:
            shows(client)
            text = open(scratch.configuration).read()
            for turn in range(20):
                before, after = ("rotate = 0", "rotate = 180") if turn % 2 == 0 else ("rotate = 180", "rotate = 0")
                text = text.replace(before, after)
                with open(scratch.configuration, "w") as file:
                    file.write(text)
                # The daemon has not finished these screenshots when the reload replaces the display.
                client.send_raw(b'{"id":1,"op":"screenshot"}\n' * 3)
                daemon.signal(signal.SIGHUP)
                for _ in range(3):
                    assert client.reply()["reply"] == 1
                shows(client)


@alone_case
def the_standard_display_is_the_card(scratch):
    with daemon_with(scratch, "auto") as daemon:
        daemon.wait_for_log("attached: /dev/dri/card0 Virtual-1 1024×768")


@alone_case
def a_touchscreen_lies_over_the_display_that_it_names(scratch):
    side = '[[display]]\nname = "side"\noutput = "fbdev:/dev/fb1"\n'
    page = '[[page]]\nname = "beside"\ndisplay = "side"\ncontrols = ["gain"]\n'
    glass_over_it = TOUCHSCREEN.replace('display = "main"', 'display = "side"')
    with Framebuffer(213, 128, 32), Touchscreen() as glass:
        with daemon_with(scratch, "drm:/dev/dri/card0", 0, side + page + glass_over_it) as daemon:
            daemon.wait_for_log("display side: attached")
            with daemon.client() as client:
                client.do(op="page", page="beside")
                shows(client)
                # The other display needs time to draw, and no event reports its picture.
                time.sleep(0.5)
                for _ in range(2):
                    glass.tap(0.5, 0.5)
                    # Two taps within 40 ms count as one that bounced; taps more than 300 ms apart are not a double tap.
                    time.sleep(0.1)
                # The taps hit `side`. The main display keeps its own page, whose middle does not show `gain`.
                expect(client.event("speed")["control"], "gain")


@alone_case
def a_reload_arranges_anew_what_fingers_meet(scratch):
    one = '[[control]]\nname = "alone"\nkind = "float"\nrange = "[0, 10]"\n'
    display = DISPLAY.format(output="drm:/dev/dri/card0", rotate=0)
    with Touchscreen() as glass, daemon_with(scratch, "drm:/dev/dri/card0", 0, TOUCHSCREEN) as daemon:
        with daemon.client() as client:
            shows(client)
            settled(client)
            # Of many controls one is left; the display and the touchscreen stay.
            scratch.configure(lambda text: text[: text.index("[[control]]")] + one + display + TOUCHSCREEN)
            daemon.signal(signal.SIGHUP)
            client.event("controls")
            # No event reports that the picture has the new control.
            time.sleep(0.5)
            for _ in range(2):
                glass.tap(0.5, 0.5)
                # Two taps within 40 ms count as one that bounced; taps more than 300 ms apart are not a double tap.
                time.sleep(0.1)
            expect(client.event("speed")["control"], "alone")
