// swift-format-ignore-file
// The contents of the files in the folder Page. scripts/web-page generates this file, so change only those files.

enum PageContent {
    static let iconSVG: StaticString = ##"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 192">
<rect width="192" height="192" rx="36" fill="#000"/>
<circle cx="96" cy="96" r="62" fill="none" stroke="#3a3a3a" stroke-width="14"/>
<path d="M52.2 139.8A62 62 0 1 1 158 96" fill="none" stroke="#7fc8ff" stroke-width="14" stroke-linecap="round"/>
<circle cx="96" cy="96" r="40" fill="#262626"/>
<path d="M104 96h22" stroke="#f2f2f2" stroke-width="10" stroke-linecap="round"/>
</svg>

"""##
    static let linkJS: StaticString = ##"""
// The connection with wheel-web: the token first, then each message is one line of the daemon's protocol. The connection is
// renewed by itself.
//
// A dead connection may look alive for minutes. So the page sends a ping each second, or every 40 ms while a finger is down, which
// also shows the daemon that the finger is still down. If no answer arrives for 3 s, or for 1 s with a finger down, the page
// closes the connection and connects again.

const TOKEN = "wheeld-token";
const REASONS = {
    4401: "The token is not valid any more", 4408: "The connection is too slow", 4429: "Sixteen browsers are connected already",
    4503: "No daemon", 1001: "wheel-web has ended",
};

// Storage may be forbidden; then a reload asks again.
export function kept(name) { try { return localStorage.getItem(name); } catch { return null; } }
export function keep(name, value) { try { value === null ? localStorage.removeItem(name) : localStorage.setItem(name, value); } catch { } }

const clockTime = (date) => date.toLocaleTimeString([], { hour12: false });

export class Link {
    // `actions`: hello(hello), line(line), lost(text), and isHeld(), whether a finger is down.
    constructor(actions) {
        this.actions = actions;
        this.token = kept(TOKEN);
        this.isTogether = false;
        this.waiting = new Map();
        this.lastId = 0;
        this.lastHeard = 0;
        this.lostSince = null;
        this.pause = 250;
        this.takeFragment();
        addEventListener("hashchange", () => { if (this.takeFragment()) this.begin(); });
        addEventListener("online", () => this.begin());
        document.addEventListener("visibilitychange", () => {
            if (document.hidden) return;
            // Timers were suspended while the page was hidden, and lines that arrived in the meantime are read only
            // now.
            this.lastHeard = performance.now();
            if (this.socket) this.ping(); else this.begin();
        });
        addEventListener("pageshow", (event) => { if (event.persisted) this.begin(); });
        addEventListener("pagehide", () => this.end());
        setInterval(() => this.look(), 250);
        let lastPing = 0;
        setInterval(() => {
            const now = performance.now();
            if (!this.isTogether || (now - lastPing < 1000 && !this.actions.isHeld())) return;
            lastPing = now;
            this.ping();
        }, 40);
        this.begin();
    }

    // The token of the link. The token is removed from the address, where histories and bystanders could read it.
    takeFragment() {
        const token = location.hash.slice(1);
        if (!token) return false;
        history.replaceState(null, "", location.pathname);
        this.setToken(token);
        return true;
    }

    setToken(token) {
        this.token = token;
        keep(TOKEN, token);
    }

    begin() {
        clearTimeout(this.timer);
        this.end();
        if (!this.token) return this.askForToken();
        const address = new URL("/socket", location);
        address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
        const socket = new WebSocket(address);
        this.socket = socket;
        this.lastHeard = performance.now();
        // Events of an abandoned socket are ignored.
        socket.onopen = () => { if (this.socket === socket) socket.send(this.token); };
        socket.onmessage = (message) => { if (this.socket === socket) this.take(message.data); };
        socket.onclose = (event) => { if (this.socket === socket) this.lose(event.code); };
    }

    end() {
        const socket = this.socket;
        this.socket = null;
        this.isTogether = false;
        for (const settle of this.waiting.values()) settle({ ok: false, error: "lost", message: "The connection was lost" });
        this.waiting.clear();
        if (socket) socket.close();
    }

    lose(code) {
        this.end();
        this.lostSince ??= new Date();
        if (code === 4401) {
            this.token = null;
            keep(TOKEN, null);
        }
        const reason = REASONS[code] ?? "No connection";
        this.actions.lost(`${reason} since ${clockTime(this.lostSince)}`);
        if (!this.token) return this.askForToken();
        this.timer = setTimeout(() => this.begin(), this.pause);
        this.pause = Math.min(this.pause * 2, 2000);
    }

    look() {
        if (!this.socket || document.hidden) return;
        if (performance.now() - this.lastHeard > (this.actions.isHeld() ? 1000 : 3000)) this.lose(0);
    }

    take(text) {
        const now = performance.now();
        this.lastHeard = now;
        const line = JSON.parse(text);
        const time = line.clock?.monotonic ?? line.monotonic ?? line.time;
        // The smallest difference between both clocks so far: a line may be late, but never early.
        if (time !== undefined) this.offset = Math.min(this.offset, now / 1000 - time);
        if (line.event === "hello") {
            this.isTogether = true;
            this.lostSince = null;
            this.pause = 250;
            this.offset = now / 1000 - time;
            this.actions.hello(line);
        } else if ("reply" in line) {
            this.waiting.get(line.reply)?.(line);
            this.waiting.delete(line.reply);
        } else {
            this.actions.line(line);
        }
    }

    // The time of an event of this page, by the daemon's clock.
    timeOf(event) { return event.timeStamp / 1000 - this.offset; }

    // The time since a moment of the daemon's clock, in milliseconds.
    ageOf(time) { return performance.now() - (time + this.offset) * 1000; }

    send(members) { if (this.isTogether) this.socket.send(JSON.stringify(members)); }

    // Sends a request, and returns its reply.
    ask(members) {
        if (!this.isTogether) return Promise.resolve({ ok: false, error: "lost", message: "There is no connection" });
        const id = ++this.lastId;
        return new Promise((settle) => {
            this.waiting.set(id, settle);
            this.send({ id, ...members });
        });
    }

    ping() { this.ask({ op: "ping" }); }

    askForToken() {
        this.actions.lost("A token is needed");
        if (document.querySelector("dialog")) return;
        const dialog = document.createElement("dialog");
        dialog.innerHTML = `<form method="dialog"><label for="token">Open the link that <code>wheel-web --link</code> prints, or type its
            token here, which is what stands behind the #.</label><input id="token" autocomplete="off" autocapitalize="none"
            spellcheck="false" required><button>Connect</button></form>`;
        dialog.onclose = () => {
            const typed = dialog.querySelector("input").value.trim();
            dialog.remove();
            // A whole link may be pasted, too.
            if (typed) this.setToken(typed.slice(typed.lastIndexOf("#") + 1));
            this.begin();
        };
        document.body.append(dialog);
        dialog.showModal();
    }
}

"""##
    static let listHTML: StaticString = ##"""
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>wheeld: list</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark">
<link rel="manifest" href="/manifest.json">
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/style.css">
<script type="module" src="/list.js"></script>
</head>
<body class="list lost">
<header>
<h1>Controls</h1>
<p id="status" role="status">Connecting …</p>
<a href="/">Panel</a>
</header>
<main>
<p id="help">Enter sets a value. Arrow up and down move it by a step, page up and down by ten.</p>
<form id="controls" autocomplete="off"></form>
</main>
<noscript><p>The list needs JavaScript.</p></noscript>
</body>
</html>

"""##
    static let listJS: StaticString = ##"""
// The controls as a list of labelled fields, for the keyboard and for screen readers. Changes here count as made by a hand, as
// on the panel, so locks and pending values apply. The page's view is as small as possible, and its frames are never
// confirmed, so it is hardly ever drawn.

import { Link } from "./link.js";

const form = document.getElementById("controls");
const status = document.getElementById("status");
const rows = new Map();
let view = null;

const link = new Link({
    async hello(hello) {
        view = null;
        link.send({
            op: "subscribe", events: ["value", "commit", "pending", "speed", "lock", "controls"], text: true, interval_ms: 100,
        });
        build(hello);
        const answer = await link.ask({ op: "view", width: 16, height: 4, format: "cells", hands: "keys" });
        if (answer.ok) view = answer.view;
        say(!answer.ok ? answer.message : answer.hands === "keys" ? "" : "This link is for looking", !answer.ok);
        for (const row of rows.values()) row.enable(answer.hands === "keys");
    },
    line(line) {
        if (line.event === "controls") return build(line);
        if (line.event === "lock" && line.control === undefined) return lockAll(line.locked);
        rows.get(line.control)?.take(line);
    },
    lost(text) {
        view = null;
        say(text, true);
    },
    isHeld: () => false,
});

function say(text, isLost) {
    status.textContent = text;
    document.body.classList.toggle("lost", isLost);
}

let isLocked = false, isUsable = false;

function lockAll(locked) {
    isLocked = locked;
    for (const row of rows.values()) row.show();
}

function build(listing) {
    isLocked = listing.locked;
    const names = listing.controls.map((control) => control.control);
    // Unchanged rows are kept, so that a field keeps its cursor.
    for (const [name, row] of rows) {
        const now = listing.controls.find((control) => control.control === name);
        if (now && Row.shape(now) === row.shape) continue;
        row.element.remove();
        rows.delete(name);
    }
    listing.controls.forEach((control, index) => {
        const row = rows.get(control.control) ?? new Row(control);
        rows.set(control.control, row);
        row.take({ ...control, pending: control.pending ?? null });
        if (form.children[index] !== row.element) form.insertBefore(row.element, form.children[index] ?? null);
    });
    for (const [name, row] of rows) if (!names.includes(name)) { row.element.remove(); rows.delete(name); }
}

function made(kind, members = {}, ...children) {
    const element = Object.assign(document.createElement(kind), members);
    element.append(...children);
    return element;
}

class Row {
    // Two controls with the same shape need the same fields.
    static shape(control) {
        return JSON.stringify([control.kind, control.label, control.unit, control.positions, control.speeds, control.confirm ?? false]);
    }

    constructor(control) {
        this.name = control.control;
        this.shape = Row.shape(control);
        this.control = control;
        this.isDirty = false;
        const id = `control-${rows.size}-${this.name}`;
        this.row = made("div", { className: "row" });
        this.text = made("span", { className: "text", id: `${id}-text` });
        this.error = made("p", { className: "error", role: "alert" });
        this.element = made("fieldset", {}, made("legend", { textContent: control.label }), this.row, this.error);
        if (control.kind === "choice") this.makeChoice(control);
        else if (control.kind === "selection") this.makeSelection(control);
        else this.makeNumber(control);
        if (control.speeds.length > 1 && !control.positions) this.makeSpeeds(control);
        if (control.confirm) {
            this.pendingText = made("span", { className: "text" });
            this.apply = this.button("Apply", { op: "apply" });
            this.revert = this.button("Revert", { op: "revert" });
            this.row.append(this.pendingText, this.apply, this.revert);
        }
        this.lock = made("input", { type: "checkbox" });
        this.lock.onchange = () => this.ask({ op: "lock", locked: this.lock.checked });
        this.row.append(made("label", {}, this.lock, "Locked"));
    }

    button(label, request) {
        const button = made("button", { type: "button", textContent: label });
        button.setAttribute("aria-label", `${label} ${this.control.label}`);
        button.onclick = () => this.ask(request);
        return button;
    }

    makeNumber(control) {
        this.field = made("input", { type: "text", inputMode: "decimal", spellcheck: false });
        this.field.setAttribute("aria-label", control.unit ? `${control.label} in ${control.unit}` : control.label);
        this.field.setAttribute("aria-describedby", "help");
        this.field.oninput = () => { this.isDirty = true; };
        this.field.onkeydown = (event) => {
            const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
            if (event.key === "Escape") this.settle();
            if (event.key === "Enter") this.set(this.field.value);
            if (steps) { this.isDirty = false; this.ask({ op: "step", count: steps }); }
            if (steps || event.key === "Enter") event.preventDefault();
        };
        // A text that was typed without Enter is dropped.
        this.field.onblur = () => this.settle();
        this.row.append(this.field, this.button("−", { op: "step", count: -1 }), this.button("+", { op: "step", count: 1 }));
    }

    makeChoice(control) {
        this.field = made("select", {}, ...control.positions.map(({ name, label }) => made("option", { value: name, textContent: label })));
        this.field.setAttribute("aria-label", control.label);
        this.field.onchange = () => this.set(this.field.value);
        this.row.append(this.field);
    }

    makeSelection(control) {
        this.boxes = new Map(control.positions.map(({ name, label }) => {
            const box = made("input", { type: "checkbox" });
            box.onchange = () => this.ask({ op: "toggle", position: name });
            this.row.append(made("label", {}, box, label));
            return [name, box];
        }));
    }

    makeSpeeds(control) {
        const labels = new Map((control.speed_labels ?? []).map(({ name, label }) => [name, label]));
        const options = control.speeds.map((name) => made("option", { value: name, textContent: labels.get(name) ?? name }));
        this.speed = made("select", {}, ...options);
        this.speed.setAttribute("aria-label", `Speed of ${control.label}`);
        this.speed.onchange = () => this.ask({ op: "speed", speed: this.speed.value });
        this.row.append(this.speed);
    }

    async ask(request) {
        const answer = await link.ask({ ...request, control: this.name, ...(view ? { view } : {}) });
        this.error.textContent = answer.ok ? "" : answer.message;
        if (!answer.ok) this.show();
        return answer.ok;
    }

    async set(text) {
        if (await this.ask({ op: "set", text })) this.settle();
    }

    settle() {
        this.isDirty = false;
        this.show();
    }

    // Handles an event about this control, or the control's whole state.
    take(line) {
        const { value, text, speed, locked, hands, pending } = line;
        if (line.event === "pending") {
            this.control.pending = value ?? null;
            this.control.pendingText = text;
        } else {
            if (value !== undefined) this.control.value = value;
            if (text !== undefined) this.control.text = text;
            if (pending !== undefined) this.control.pending = pending;
        }
        if (speed !== undefined) this.control.speed = speed;
        if (locked !== undefined) this.control.locked = locked;
        if (hands !== undefined) this.control.hands = hands;
        this.show();
    }

    enable(usable) {
        isUsable = usable;
        this.show();
    }

    show() {
        const { value, text, speed, locked, hands, pending, pendingText } = this.control;
        const may = isUsable && hands !== false && !isLocked && !locked;
        for (const element of this.row.querySelectorAll("input, select, button")) if (element !== this.lock) element.disabled = !may;
        this.lock.disabled = !isUsable;
        this.lock.checked = locked;
        if (this.boxes) {
            const chosen = pending ?? value;
            for (const [name, box] of this.boxes) box.checked = chosen.includes(name);
        } else if (this.field.tagName === "SELECT") {
            if (document.activeElement !== this.field || !this.isDirty) this.field.value = pending ?? value;
        } else if (!this.isDirty && this.field.value !== text) {
            // The text of a field is not replaced while somebody types in it.
            this.field.value = text;
        }
        if (this.speed && document.activeElement !== this.speed) this.speed.value = speed;
        if (this.pendingText) {
            this.pendingText.textContent = pending === null || pending === undefined ? "" : `Pending: ${pendingText ?? pending}`;
            this.apply.disabled = this.revert.disabled = !may || pending === null || pending === undefined;
        }
    }
}
form.onsubmit = (event) => event.preventDefault();

"""##
    static let manifestJSON: StaticString = ##"""
{
  "name": "wheeld",
  "short_name": "wheeld",
  "description": "The panel of the knobs",
  "start_url": "/",
  "scope": "/",
  "display": "standalone",
  "background_color": "#000000",
  "theme_color": "#000000",
  "icons": [{ "src": "/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any" }]
}

"""##
    static let panelHTML: StaticString = ##"""
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>wheeld</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark">
<meta name="theme-color" content="#000000">
<meta name="mobile-web-app-capable" content="yes">
<meta name="apple-mobile-web-app-capable" content="yes">
<meta name="apple-mobile-web-app-status-bar-style" content="black">
<link rel="manifest" href="/manifest.json">
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/style.css">
<script type="module" src="/panel.js"></script>
</head>
<body class="panel lost">
<main><h1 class="unseen">The panel</h1><canvas id="panel" role="img" aria-label="The panel. The link List leads to its controls for the keyboard."></canvas></main>
<footer>
<p id="status" role="status">Connecting …</p>
<button id="smaller" type="button" aria-label="Smaller">A−</button>
<button id="larger" type="button" aria-label="Larger">A+</button>
<a href="/list">List</a>
</footer>
<noscript><p>The panel needs JavaScript.</p></noscript>
</body>
</html>

"""##
    static let panelJS: StaticString = ##"""
// The panel as a picture of the browser's size, and the fingers on it.

import { Link, keep, kept } from "./link.js";

const canvas = document.getElementById("panel");
const status = document.getElementById("status");
const pen = canvas.getContext("2d", { alpha: false });
const SIZE = "wheeld-size";
const MOST_PIXELS = 4_000_000;

// The view that was requested: its name, its size in pixels, and whether it has a hand.
let view = null, asked = { width: 0, height: 0 }, hasHand = false;
// The fingers that are down, by the browser's numbers.
const fingers = new Map();
let mostRatio = 2, size = Math.min(Math.max(Number(kept(SIZE)) || 1, 0.5), 3);

const link = new Link({
    hello() {
        view = null;
        hasHand = false;
        mostRatio = 2;
        link.send({ op: "subscribe", events: [] });
        asked = { width: 0, height: 0 };
        ask();
    },
    line(line) { if (line.event === "view" && line.view === view) receive(line); },
    lost(text) {
        view = null;
        fingers.clear();
        say(text, true);
    },
    isHeld: () => fingers.size > 0,
});

function say(text, isLost) {
    status.textContent = text;
    document.body.classList.toggle("lost", isLost);
}

// MARK: The view.

// Browsers do not report sizes in millimetres. A phone is closer to the eyes, and its pixels are smaller.
function glass() {
    const isPhone = matchMedia("(pointer: coarse)").matches && Math.min(innerWidth, innerHeight) < 600;
    return isPhone ? { density: 6.2, distance_m: 0.35 } : { density: 3.8, distance_m: 0.6 };
}

async function ask() {
    const place = canvas.parentElement.getBoundingClientRect();
    if (!link.isTogether || place.width < 1 || place.height < 1) return;
    const ratio = Math.min(devicePixelRatio || 1, mostRatio, Math.sqrt(MOST_PIXELS / (place.width * place.height)));
    const { density, distance_m } = glass();
    const width = Math.max(1, Math.floor(place.width * ratio)), height = Math.max(1, Math.floor(place.height * ratio));
    const pixels_per_mm = density * ratio * size;
    if (asked.width === width && asked.height === height && asked.pixels_per_mm === pixels_per_mm) return;
    asked = { width, height, pixels_per_mm };
    const motion = matchMedia("(prefers-reduced-motion: reduce)").matches ? "reduced" : "full";
    const answer = await link.ask({
        op: "view", ...(view ? { view } : { hands: "touch" }), width, height, pixels_per_mm, distance_m, motion,
    });
    if (!answer.ok) {
        if (answer.error === "lost") return;
        say(answer.message, true);
        // Another browser may close a view of its own, so the request is repeated.
        asked = { width: 0, height: 0 };
        setTimeout(ask, 2000);
        return;
    }
    view = answer.view;
    hasHand = answer.hands === "touch";
}

let resizing = 0;
function resize() {
    clearTimeout(resizing);
    resizing = setTimeout(ask, 80);
}
new ResizeObserver(resize).observe(canvas.parentElement);
// A window that moves to another screen may keep its size in CSS pixels, and not every browser reports the move by an
// event.
setInterval(() => { if (view) ask(); }, 1000);

for (const [id, factor] of [["smaller", 1 / 1.15], ["larger", 1.15]]) {
    document.getElementById(id).onclick = () => {
        size = Math.min(Math.max(size * factor, 0.5), 3);
        if (Math.abs(size - 1) < 0.02) size = 1;
        keep(SIZE, String(size));
        ask();
    };
}

// MARK: Pictures.

// Frames are drawn one after another, because the parts of a later frame may be decoded sooner.
let last = Promise.resolve();
let lateFrames = 0;

function receive(frame) {
    const pictures = frame.parts.map((part) => decoded(part.png));
    last = last.then(async () => draw(frame, await Promise.all(pictures))).catch((error) => {
        // A part of the picture is missing now. Requesting the same view again makes the daemon send the whole picture.
        console.error(error);
        asked = { width: 0, height: 0 };
        setTimeout(ask, 1000);
    });
}

function decoded(text) {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return createImageBitmap(new Blob([bytes], { type: "image/png" }));
}

function draw(frame, pictures) {
    if (frame.width !== undefined && (canvas.width !== frame.width || canvas.height !== frame.height)) {
        canvas.width = frame.width;
        canvas.height = frame.height;
    }
    pictures.forEach((picture, number) => {
        pen.drawImage(picture, frame.parts[number].x, frame.parts[number].y);
        picture.close();
    });
    if (frame.view !== view) return;
    say(hasHand ? "" : "This link is for looking", false);
    // The daemon sends no third frame while two are not confirmed. A hidden page confirms nothing, so it gets none.
    requestAnimationFrame(() => {
        link.send({ op: "seen", view: frame.view });
        // A whole picture is large, so its delay is not counted.
        if (frame.width === undefined) notice(link.ageOf(frame.time));
    });
}

// Reduces the number of pixels if frames are late: fewer pixels are sent and decoded faster.
function notice(age) {
    lateFrames = age > 150 ? lateFrames + 1 : Math.max(0, lateFrames - 1);
    if (lateFrames < 8 || mostRatio <= 1) return;
    lateFrames = 0;
    mostRatio = Math.max(1, mostRatio * 0.75);
    ask();
}

// MARK: Fingers.

const MOST_FINGERS = 16;

function feed(event) {
    if (!view || !hasHand) return;
    link.send({ op: "feed", input: view, contacts: [...fingers.values()], time: link.timeOf(event) });
}

function place(event) {
    const box = canvas.getBoundingClientRect();
    return {
        x: Math.max(0, Math.min(asked.width - 0.01, (event.clientX - box.left) * asked.width / box.width)),
        y: Math.max(0, Math.min(asked.height - 0.01, (event.clientY - box.top) * asked.height / box.height)),
    };
}

canvas.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    if (!view || !hasHand || event.button !== 0 || fingers.size >= MOST_FINGERS) return;
    canvas.setPointerCapture(event.pointerId);
    const used = new Set([...fingers.values()].map((finger) => finger.id));
    let id = 0;
    while (used.has(id)) id += 1;
    fingers.set(event.pointerId, { id, ...place(event) });
    feed(event);
});
canvas.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    Object.assign(finger, place(event));
    feed(event);
});
const lift = (event) => { if (fingers.delete(event.pointerId)) feed(event); };
for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) canvas.addEventListener(name, lift);

// A hidden page must not hold a finger down.
function liftAll(event) {
    if (fingers.size === 0) return;
    fingers.clear();
    feed(event);
}
document.addEventListener("visibilitychange", (event) => { if (document.hidden) liftAll(event); });
addEventListener("pagehide", liftAll, { capture: true });

// Older Safaris scroll and zoom in spite of `touch-action`.
for (const name of ["touchstart", "touchmove", "gesturestart", "contextmenu"]) {
    canvas.addEventListener(name, (event) => event.preventDefault(), { passive: false });
}

"""##
    static let styleCSS: StaticString = ##"""
:root { color-scheme: dark; --ink: #f2f2f2; --dim: #b4b4b4; --line: #6a6a6a; --accent: #7fc8ff; --wrong: #ff9d8a; }
* { box-sizing: border-box; }
body { margin: 0; background: #000; color: var(--ink); font: 16px/1.4 system-ui, sans-serif; }
a { color: var(--accent); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
button, input, select { font: inherit; color: var(--ink); background: #1c1c1c; border: 1px solid var(--line); border-radius: 6px; padding: 4px 10px; min-height: 32px; }
button:disabled { color: var(--dim); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }

/* The panel: the picture, and one line below it. Nothing scrolls. */
body.panel { position: fixed; inset: 0; height: 100dvh; display: flex; flex-direction: column; overflow: hidden; overscroll-behavior: none;
  padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
  -webkit-user-select: none; user-select: none; -webkit-touch-callout: none; }
.panel main { flex: 1; min-height: 0; position: relative; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; touch-action: none; -webkit-tap-highlight-color: transparent; }
.lost canvas { filter: grayscale(1) brightness(.45); }
.panel footer { display: flex; align-items: center; gap: 8px; padding: 2px 8px; }
.panel footer button, .panel footer a { min-height: 28px; min-width: 36px; padding: 0 8px; font-size: 14px; line-height: 28px; text-align: center; }
#smaller { margin-left: auto; }
#status { flex: 1; min-width: 0; margin: 0; font-size: 14px; color: var(--dim); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.lost #status { color: var(--wrong); }
.panel.lost #status { position: fixed; inset: 35% 8% auto; font-size: 22px; color: #fff; text-align: center; white-space: normal; pointer-events: none; }

dialog { color: var(--ink); background: #1c1c1c; border: 1px solid var(--line); border-radius: 10px; max-width: min(92vw, 420px); }
dialog::backdrop { background: #000c; }
dialog input { width: 100%; margin: 8px 0 12px; }

/* The list. */
.list header, .list main { max-width: 720px; margin: auto; padding: 8px max(12px, env(safe-area-inset-right)) 8px max(12px, env(safe-area-inset-left)); }
.list header { display: flex; align-items: baseline; gap: 16px; flex-wrap: wrap; }
h1 { font-size: 22px; margin: 0; }
#help { color: var(--dim); margin: 0 0 8px; }
fieldset { border: 0; border-top: 1px solid #3a3a3a; margin: 0; padding: 10px 0; min-width: 0; }
legend { padding: 0; float: left; width: 100%; font-weight: 600; }
.row { clear: both; display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.row input[type="text"] { width: 14ch; flex: 1 1 14ch; max-width: 28ch; }
.row label { display: inline-flex; align-items: center; gap: 6px; min-height: 32px; }
.row input[type="checkbox"] { min-height: 0; width: 20px; height: 20px; }
.text { color: var(--dim); }
.error { color: var(--wrong); margin: 4px 0 0; }
.error:empty { display: none; }

"""##
}
