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
