import dns from "node:dns";
import "../Browser/support/node-crypto.js";
import { person, until } from "../Browser/live/support/devices.js";

// node attachment.js RELAY: a person sends a copy of 20 MB through whatever stands in front of the relay, and
// another takes it out again.
const real = dns.lookup;
/** The names of the tests are this machine. @type {any} */
const lookup = (name, options, callback) => {
  if (!name.endsWith(".example.org")) return real(name, options, callback);
  const [all, done] = typeof options === "function" ? [false, options] : [options.all, callback];
  queueMicrotask(() => all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4));
};
dns.lookup = lookup;

globalThis.CustomEvent ??= class extends Event {
  constructor(type, { detail }) {
    super(type);
    this.detail = detail;
  }
};
const servers = { relay: process.argv[2] };
const alice = await person(servers, "alice");
const bob = await person(servers, "bob");
alice.messenger.start();
bob.messenger.start();
const id = await alice.messenger.createConversation({ members: ["bob"] });
const bytes = new Uint8Array(20_000_000);
for (let place = 0; place < bytes.length; place += 65_536) {
  crypto.getRandomValues(bytes.subarray(place, Math.min(place + 65_536, bytes.length)));
}
const begin = performance.now();
await alice.messenger.sendCopy(id, new Blob([bytes], { type: "image/png" }), { name: "cake.png", text: "look" });
const item = await until("Bob has the line", async () =>
  (await bob.messenger.thread(id)).find(({ content }) => content.attachment), 120);
const copy = new Uint8Array(await (await bob.messenger.attachment(item)).arrayBuffer());
if (copy.length !== bytes.length || copy.some((byte, place) => byte !== bytes[place])) {
  throw new Error("it came out otherwise than it went in");
}
console.log(`${copy.length} bytes went up and down in ${Math.round(performance.now() - begin)} ms`);
process.exit(0);
