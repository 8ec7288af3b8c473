"""The page in real browsers: headless Chromium and WebKit."""

import os
import pathlib
import signal
import time

from chromium import Chromium, canvas_rows
from kit.cases import Skipped, alone_case, expect
from kit.waiting import wait_until
from stage import Web
from viewing import View
from webkit import WebKit

SHOWN = "!document.body.classList.contains('lost') && document.getElementById('panel').width > 0"
# The folder for pictures of the page, for people to look at.
PICTURES = os.environ.get("WHEELD_WEB_PICTURES")


def picture(page, name):
    return page.picture(f"{PICTURES}/{name}.png" if PICTURES else None)


def opened(browser, web, width=412, height=915, which="control", path="/", shown=SHOWN, **options):
    page = browser.page(width, height, **options)
    page.open(f"http://127.0.0.1:{web.port}{path}#{web.token(which)}")
    page.wait_for(shown)
    return page


def expect_no_complaints(page):
    expect(page.complaints(), [])


# Records the page's pointer events.
HEARS = ("(() => { window.heard = []; for (const name of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel']) addEventListener(name,"
         " (event) => heard.push([name, Math.round(event.timeStamp), event.clientX, event.clientY, event.button]), true); })()")  # fmt: skip


def chooses(page, web, wanted, tap):
    """Taps until the filter has this value. A tap of a slow browser may fail: the daemon lifts a finger after a second
    without news. The message of a failure shows which events arrived."""
    page.evaluate(HEARS)

    def told():
        return f"{wanted} is chosen: the page heard {page.evaluate('heard')}, the daemon said {web.client.take()}"

    def is_chosen():
        tap()
        time.sleep(0.3)  # A slow daemon may need this long to set the value.
        return web.client.do(op="get", control="filter")["value"] == wanted

    wait_until(told, is_chosen)


def settled(page):
    """The rows of the canvas, once it shows a picture and nothing moves any more. A touch before the first picture
    would be lost."""
    rows, now = None, canvas_rows(page)
    while rows != now or len(set(now)) == 1:
        time.sleep(0.4)
        rows, now = now, canvas_rows(page)
    return rows


@alone_case
def the_page_shows_the_daemons_picture(scratch):
    with Web(scratch) as web, Chromium() as browser:
        page = opened(browser, web)
        # The token is stored only in the browser's storage.
        expect(page.evaluate("location.href"), f"http://127.0.0.1:{web.port}/")
        expect(page.evaluate("localStorage.getItem('wheeld-token')"), web.token())
        rows = settled(page)
        size = page.evaluate("[document.querySelector('main').clientWidth, document.querySelector('main').clientHeight]")
        expect([len(rows[0]) // 3, len(rows)], size)
        picture(page, "412x915")
        with web.daemon.client() as client:
            view = View(client, width=size[0], height=size[1], pixels_per_mm=6.2, distance_m=0.35, hands="touch")
            assert view.settled() == rows, "the page shows another picture than the daemon draws"
            for number in range(10):
                web.client.do(op="set", control="frequency", value=3 + number)
            web.client.do(op="page", page="next")
            wait_until("both are the same again", lambda: view.settled() == settled(page))
        expect_no_complaints(page)
        assert web.token() not in web.log()


@alone_case
def the_whole_panel_is_in_sight_on_every_screen(scratch):
    with Web(scratch) as web, Chromium() as browser:
        page = opened(browser, web, 390, 844)
        for width, height, ratio in [(412, 915, 1), (390, 664, 2), (844, 390, 3), (1280, 800, 1), (1280, 800, 2), (320, 568, 2), (390, 844, 3)]:
            page.resize(width, height, ratio)
            page.wait_for(f"(() => {{ const m = document.querySelector('main').getBoundingClientRect(), c = document.getElementById('panel');"
                          f" return innerWidth === {width} && Math.abs(c.width / c.height - m.width / m.height) < 0.01"
                          f" && Math.abs(c.width - m.width * Math.min({ratio}, 2, Math.sqrt(4e6 / (m.width * m.height)))) <= 1; }})()")  # fmt: skip
            expect(page.evaluate("[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]"), [width, height])
            box = page.evaluate("(() => { const b = document.querySelector('a').getBoundingClientRect(); return [b.top, b.bottom, b.right]; })()")
            assert 0 <= box[0] and box[1] <= height and box[2] <= width, box
            assert box[1] - box[0] >= 24, box
            settled(page)
            picture(page, f"{width}x{height}@{ratio}")
        expect_no_complaints(page)


@alone_case
def a_notch_and_a_bar_hide_nothing(scratch):
    with Web(scratch) as web, Chromium() as browser:
        page = opened(browser, web, 390, 844)
        page.tools.call("Emulation.setSafeAreaInsetsOverride", insets={"top": 47, "bottom": 34, "left": 0, "right": 0})
        places = ("(() => { const m = document.querySelector('main').getBoundingClientRect(), f = document.querySelector('footer')"
                  ".getBoundingClientRect(); return [m.top, f.bottom]; })()")  # fmt: skip
        wait_until(lambda: f"{page.evaluate(places)}", lambda: page.evaluate(places) == [47, 810])
        page.wait_for("(() => { const m = document.querySelector('main').getBoundingClientRect(), c = document.getElementById('panel');"
                      " return c.width === Math.floor(m.width) && c.height === Math.floor(m.height); })()")  # fmt: skip
        # Waits for the final picture, in which the place that `tap` touches is on a target.
        settled(page)

        def tap():
            page.touch("touchStart", (195, 561))
            page.touch("touchEnd")

        chooses(page, web, "band-pass", tap)
        picture(page, "notch")


@alone_case
def two_fingers_move_two_controls(scratch):
    with Web(scratch, more=SLIDERS) as web, Chromium() as browser:
        web.client.do(op="page", page="sliders")
        page = opened(browser, web)
        settled(page)
        places = movable(page, web)
        assert len(places) >= 2, places
        (first, a), (second, b) = list(places.items())[:2]
        before = {name: web.client.do(op="get", control=name)["value"] for name in (first, second)}
        page.touch("touchStart", a, b)
        for step in range(1, 6):
            page.touch("touchMove", (a[0] + 8 * step, a[1]), (b[0] + 8 * step, b[1]))
        page.touch("touchEnd")
        for name in (first, second):
            wait_until(f"{name} moves", lambda: web.client.do(op="get", control=name)["value"] != before[name])
            wait_until(f"{name} is committed", lambda: not web.client.do(op="get", control=name)["editing"])
        expect_no_complaints(page)


def movable(page, web):
    """For each control, the place from which a drag to the left moves the control all the way."""
    places = {}
    width, height = page.evaluate("[document.querySelector('main').clientWidth, document.querySelector('main').clientHeight]")
    x = width // 2
    for y in range(40, height, 30):
        web.client.take()
        page.touch("touchStart", (x, y))
        for step in range(1, 5):
            page.touch("touchMove", (x - 15 * step, y))
        page.touch("touchEnd")
        time.sleep(0.15)
        values = [event["control"] for event in web.client.quiet() if event["event"] == "value"]
        if len(values) >= 3:
            places.setdefault(values[0], (x, y))
        if len(places) == 2:
            break
    return places


@alone_case
def a_hidden_page_holds_nothing(scratch):
    with Web(scratch, more=SLIDERS) as web, Chromium() as browser:
        web.client.do(op="page", page="sliders")
        page = opened(browser, web)
        settled(page)
        name, (x, y) = next(iter(movable(page, web).items()))
        # The finger stays down, and the page continues to report it.
        page.touch("touchStart", (x, y))
        page.touch("touchMove", (x + 20, y))
        page.touch("touchMove", (x + 25, y))
        time.sleep(2.5)
        assert web.client.do(op="get", control=name)["editing"], "the finger was lifted"
        page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide')), 0")
        wait_until("it is lifted", lambda: not web.client.do(op="get", control=name)["editing"])


@alone_case
def what_is_lost_is_seen_and_comes_back(scratch):
    with Web(scratch) as web, Chromium() as browser:
        page = opened(browser, web)
        settled(page)
        web.daemon.signal(signal.SIGKILL)
        web.daemon.wait()
        start = time.monotonic()
        page.wait_for("document.body.classList.contains('lost')")
        assert time.monotonic() - start < 3
        page.wait_for("document.getElementById('status').textContent.includes('No daemon since')")
        picture(page, "lost")
        web.start_daemon()
        page.wait_for(SHOWN)
        # A daemon that hangs sends nothing, which the page must notice.
        web.daemon.signal(signal.SIGSTOP)
        start = time.monotonic()
        page.wait_for("document.body.classList.contains('lost')")
        assert 2 < time.monotonic() - start < 5, time.monotonic() - start
        web.daemon.signal(signal.SIGCONT)
        page.wait_for(SHOWN)
        web.bridge.signal(signal.SIGKILL)
        page.wait_for("document.body.classList.contains('lost')")
        web.bridge.end()
        web.restart()
        page.wait_for(SHOWN)


@alone_case
def a_page_without_a_token_asks_for_it(scratch):
    with Web(scratch) as web, Chromium() as browser:
        page = browser.page(390, 664)
        page.open(f"http://127.0.0.1:{web.port}/")
        page.wait_for("document.querySelector('dialog')?.open === true")
        page.type(f"http://127.0.0.1:{web.port}/#{web.token()}")
        picture(page, "token")
        page.key("Enter")
        page.wait_for(SHOWN)
        page.open(f"http://127.0.0.1:{web.port}/#{'0' * 32}")
        page.wait_for("document.querySelector('dialog')?.open === true")


@alone_case
def who_may_only_look_moves_nothing(scratch):
    with Web(scratch) as web, Chromium() as browser:
        page = opened(browser, web, which="look")
        page.wait_for("document.getElementById('status').textContent === 'This link is for looking'")
        expect(movable(page, web), {})


@alone_case
def the_list_is_used_by_keys_alone(scratch):
    with Web(scratch, more=CAREFUL) as web, Chromium() as browser:
        usable = "!document.body.classList.contains('lost') && document.querySelector('input:enabled') !== null"
        page = opened(browser, web, 390, 844, path="/list", shown=usable)

        def focus(label):
            for _ in range(80):
                page.key("Tab")
                if page.evaluate("document.activeElement.getAttribute('aria-label')") == label:
                    return
            raise AssertionError(f"no Tab leads to {label}")

        def is_value(name, value):
            wait_until(lambda: f"{name} is {web.client.do(op='get', control=name)}", lambda: web.client.do(op="get", control=name)["value"] == value)

        focus("gain in dB")
        page.evaluate("document.activeElement.select(), 0")
        page.type("-12")
        # A client sets the control before the typed text is entered: the text stays.
        web.client.do(op="set", control="gain", value=-20)
        time.sleep(0.5)
        expect(page.evaluate("document.activeElement.value"), "-12")
        page.key("Enter")
        is_value("gain", -12)
        page.wait_for("document.activeElement.value.startsWith('-12')")
        page.key("ArrowUp")
        is_value("gain", -11.5)
        focus("filter")
        page.key("ArrowDown")
        is_value("filter", "band-pass")
        # A lock also blocks changes in the list.
        web.client.do(op="lock", locked=True)
        page.wait_for("[...document.querySelectorAll('fieldset input[type=text]')].every((field) => field.disabled)")
        web.client.do(op="lock", locked=False)
        page.wait_for(usable)
        focus("power in W")
        page.evaluate("document.activeElement.select(), 0")
        page.type("50")
        page.key("Enter")
        wait_until("it is pending", lambda: web.client.do(op="get", control="power")["pending"] == 50)
        expect(web.client.do(op="get", control="power")["value"], 0)
        focus("Apply power")
        page.key("Enter")
        is_value("power", 50)
        page.key("Tab")
        picture(page, "list")
        expect_no_complaints(page)


SLIDERS = """
[[control]]
name = "volume"
kind = "float"
range = "[-60, 6]"
unit = "dB"

[[page]]
name = "sliders"
controls = ["gain", "volume"]
"""

CAREFUL = """
[[control]]
name = "power"
kind = "float"
range = "[0, 100]"
unit = "W"
confirm = true
# Keys take their time on a busy machine.
confirm_timeout_s = 600
"""


@alone_case
def a_line_that_is_cut_stops_what_it_holds(scratch):
    """While a finger is on a stepper, wheel-web hangs. The value must soon stop."""
    with Web(scratch, more=SLIDERS) as web, Chromium() as browser:
        web.client.do(op="page", page="sliders")
        page = opened(browser, web)
        settled(page)
        name = "gain"
        web.client.do(op="set", control=name, value=-59)

        def turns():
            # Touches the stepper's + on a page of this size.
            page.touch("touchStart", (361, 176))
            time.sleep(1)  # The stepper repeats after 0.4 s.
            if web.client.do(op="get", control=name)["value"] > -58:
                return True
            # Touches again, since a slow page may not have its final size yet.
            page.touch("touchEnd")
            return False

        wait_until("+ turns", turns)
        web.client.quiet()
        web.bridge.signal(signal.SIGSTOP)
        start = time.monotonic()
        # The daemon's event times and `start` are readings of the same clock.
        took = web.client.event("commit", control=name)["time"] - start
        web.bridge.signal(signal.SIGCONT)
        assert took < 1.2, f"it stops after {took:.2f} s"
        stopped = web.client.do(op="get", control=name)["value"]
        time.sleep(1)
        expect(web.client.do(op="get", control=name)["value"], stopped)


@alone_case
def a_double_tap_changes_the_speed(scratch):
    with Web(scratch) as web, Chromium() as browser:
        web.client.do(op="page", page="levels")
        page = opened(browser, web)
        settled(page)
        before = web.client.do(op="get", control="gain")["speed"]

        def is_changed():
            # Taps less than 40 ms apart count as one that bounced. The taps are repeated, since a busy machine may tap too
            # slowly.
            for _ in range(2):
                page.touch("touchStart", (206, 90))
                page.touch("touchEnd")
                time.sleep(0.06)
            time.sleep(0.5)
            return web.client.do(op="get", control="gain")["speed"] != before

        wait_until("the speed changes", is_changed)


@alone_case
def axe_finds_nothing(scratch):
    """Checks both pages with the accessibility checker axe. $WHEELD_AXE names axe.min.js of the package
    axe-core-python."""
    if not os.environ.get("WHEELD_AXE"):
        raise Skipped("$WHEELD_AXE names no axe.min.js")
    checker = pathlib.Path(os.environ["WHEELD_AXE"]).read_text()
    with Web(scratch, more=CAREFUL) as web, Chromium() as browser:
        for path, shown in (("/", SHOWN), ("/list", "document.querySelector('input:enabled') !== null")):
            page = opened(browser, web, path=path, shown=shown)
            page.evaluate(checker + ";0")
            found = page.evaluate("axe.run().then((r) => r.violations.map((v) => [v.id, v.nodes.map((n) => n.html.slice(0, 120))]))")
            expect(found, [], path)


@alone_case
def another_engine_shows_the_same_and_is_used(scratch):
    with Web(scratch) as web, WebKit() as page:
        page.open(f"http://127.0.0.1:{web.port}/#{web.token()}")
        page.wait_for(SHOWN)
        page.resize(600, 900)
        width, height = page.evaluate("[document.querySelector('main').clientWidth, document.querySelector('main').clientHeight]")
        page.wait_for(f"document.getElementById('panel').width === {width}")
        with web.daemon.client() as client:
            view = View(client, width=width, height=height, pixels_per_mm=3.8, distance_m=0.6, hands="touch")
            wait_until("both pictures are the same", lambda: view.settled() == settled(page))
        # Clicks the middle one of three choices, in the middle of the lower half.
        chooses(page, web, "band-pass", lambda: page.click(width // 2, height * 3 // 4))
        if PICTURES:
            page.picture(f"{PICTURES}/webkit.png")
        page.open(f"http://127.0.0.1:{web.port}/list")
        page.wait_for("document.querySelector('input:enabled') !== null")
        page.evaluate("document.querySelector('input[aria-label=\"gain in dB\"]').select()")
        page.type("-12\uE007")
        wait_until("the gain is -12 dB", lambda: web.client.do(op="get", control="gain")["value"] == -12)
