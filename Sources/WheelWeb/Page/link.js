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
