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
