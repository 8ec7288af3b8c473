"""Screens that are plugged in late, used by another program, or unplugged, while values change."""

import os
import time

from screens import CARD, VFB_DRIVER, Framebuffer, daemon_with, plug, shows, state_of

from kit.cases import alone_case, expect


def values_go_on(client):
    start = time.monotonic()
    for number in range(20):
        expect(client.do(op="set", control="gain", value=-number)["value"], -number)
    # If the driver delayed the answers, each would take half a second or more.
    assert time.monotonic() - start < 5, "values were held up"


@alone_case
def a_card_that_another_has_is_taken_when_it_is_free(scratch):
    # The test opens the card first and is its master, so the daemon cannot use the card.
    other = os.open(CARD, os.O_RDWR)
    with daemon_with(scratch, "drm:" + CARD) as daemon, daemon.client() as client:
        daemon.wait_for_log("another program uses the screen")
        values_go_on(client)
        client.refused("no-display", op="screenshot")
        # In this time the daemon tries twice. It tries every two seconds, and logs the reason only once.
        time.sleep(4.5)
        expect(sum("another program uses the screen" in line for line in daemon.log_lines()), 1)
        client.take()
        os.close(other)
        state_of(client, "attached", within_s=5)
        shows(client)


@alone_case
def a_screen_may_be_plugged_in_late(scratch):
    plug("off")
    try:
        with daemon_with(scratch, "drm:" + CARD) as daemon, daemon.client() as client:
            daemon.wait_for_log("no screen is plugged in")
            values_go_on(client)
            plug("on")
            # The display is attached at once, not at the next try.
            state_of(client, "attached", within_s=1.5)
            shows(client)
    finally:
        plug("detect")


@alone_case
def a_screen_may_be_unplugged_while_it_shows_a_picture(scratch):
    try:
        with daemon_with(scratch, "drm:" + CARD) as daemon, daemon.client() as client:
            shows(client)
            client.quiet()
            for _ in range(2):
                plug("off")
                assert "unplugged" in state_of(client, "lost", within_s=5)["detail"]
                values_go_on(client)
                client.refused("no-display", op="screenshot")
                plug("on")
                state_of(client, "attached", within_s=5)
                shows(client)
                values_go_on(client)
    finally:
        plug("detect")


@alone_case
def a_driver_may_go_while_it_shows_a_picture(scratch):
    with Framebuffer(320, 240, 16), daemon_with(scratch, "fbdev:/dev/fb1") as daemon, daemon.client() as client:
        shows(client)
        client.quiet()
        (VFB_DRIVER / "unbind").write_text("vfb.0")
        try:
            assert "was disconnected" in state_of(client, "lost", within_s=5)["detail"]
            values_go_on(client)
        finally:
            (VFB_DRIVER / "bind").write_text("vfb.0")
        # The frame buffer returns in the driver's default mode, a palette, into which the daemon cannot draw.
        while "palette" not in state_of(client, "waiting", within_s=5)["detail"]:
            pass
        values_go_on(client)


@alone_case
def the_screen_is_given_back_at_the_end(scratch):
    with daemon_with(scratch, "drm:" + CARD) as daemon:
        with daemon.client() as client:
            shows(client)
        daemon.signal(15)
        expect(daemon.wait(), 0)
    # The next program that opens the card becomes its master.
    with daemon_with(scratch, "drm:" + CARD) as daemon, daemon.client() as client:
        shows(client)
        daemon.signal(9)
        daemon.wait()
    with daemon_with(scratch, "drm:" + CARD) as daemon, daemon.client() as client:
        shows(client)


@alone_case
def a_reload_may_change_displays(scratch):
    with Framebuffer(320, 240, 32), daemon_with(scratch, "drm:" + CARD) as daemon, daemon.client() as client:
        shows(client)
        expect(client.do(op="screenshot")["width"], 1024)
        text = open(scratch.configuration).read()
        for output, width in (("fbdev:/dev/fb1", 320), ("drm:" + CARD, 1024)):
            with open(scratch.configuration, "w") as file:
                file.write(text.replace("drm:" + CARD, output))
            client.quiet()
            daemon.signal(1)
            state_of(client, "attached", within_s=5)
            shows(client)
            expect(client.do(op="screenshot")["width"], width)
            values_go_on(client)
