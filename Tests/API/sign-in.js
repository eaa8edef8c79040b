// RELAY=origin node sign-in.js: signs up a device at a relay, as a browser does, and prints its token.
import "../Browser/support/node-crypto.js";
import { MemoryRecordStore } from "../../Web/grove/store/memory-record-store.js";
import { Messenger } from "../../Web/grove/messenger/messenger.js";

globalThis.CustomEvent ??= class extends Event {
  constructor(type, { detail }) {
    super(type);
    this.detail = detail;
  }
};

const environment = {
  fetch: (url, init) => {
    const token = new Headers(init?.headers).get("Authorization");
    if (token) {
      console.log(token);
      process.exit(0);
    }
    return fetch(url, init);
  },
};
const { messenger } = await Messenger.signUp({
  relayOrigin: process.env.RELAY, name: "api", store: new MemoryRecordStore(), environment,
  handle: process.env.HANDLE ?? "ann", displayName: "Ann",
});
await messenger.setRequestPolicy("anybody");
