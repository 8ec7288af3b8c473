#!/usr/bin/env node
// Follows wheeld, or sets a value. Node's own modules only.
//
// usage: follow.mjs                    every value, as it changes
//        follow.mjs CONTROL            this control's
//        follow.mjs CONTROL VALUE      sets it, and prints the value that it now has
import { existsSync } from "node:fs";
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";

/** Where clients look for the daemon. */
function place() {
    const own = `${process.env.XDG_RUNTIME_DIR}/wheeld.sock`;
    return process.env.WHEELD_SOCKET ?? (existsSync(own) ? own : "/run/wheeld/wheeld.sock");
}

/** Sends a request if there is one, and gives the daemon's lines as objects; the first is `hello`. */
async function* messages(request) {
    const connection = createConnection(place());
    const failure = new Promise((_, reject) => connection.on("error", reject));
    failure.catch(() => {});
    if (request) connection.write(JSON.stringify(request) + "\n");
    const lines = createInterface({ input: connection })[Symbol.asyncIterator]();
    try {
        for (;;) {
            const { value, done } = await Promise.race([lines.next(), failure]);
            if (done) return;
            yield JSON.parse(value);
        }
    } finally {
        connection.destroy();
    }
}

async function follow(wanted) {
    for (;;) {
        try {
            for await (const message of messages()) {
                // `hello` and `controls` have every control. Later each change is an event.
                const states = message.controls ?? (message.event === "value" ? [message] : []);
                for (const { control, value } of states) {
                    if (!wanted || control === wanted) console.log(control, JSON.stringify(value));
                }
            }
        } catch (error) {
            console.error(`${place()}: ${error.code ?? error.message}`);
        }
        // The daemon is being restarted, or not there yet.
        await setTimeout(1000);
    }
}

async function set(control, text) {
    let value = text;
    try {
        value = JSON.parse(text);
    } catch {
        // The name of a position.
    }
    for await (const message of messages({ id: 1, op: "set", control, value })) {
        if (message.reply !== 1) continue;
        if (!message.ok) throw new Error(message.message);
        console.log(JSON.stringify(message.value));
        return;
    }
    throw new Error("the daemon has closed the connection");
}

const [control, value] = process.argv.slice(2);
try {
    await (value === undefined ? follow(control) : set(control, value));
} catch (error) {
    console.error(error.message);
    process.exitCode = 1;
}
