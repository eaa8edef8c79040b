import { isLetInUnasked, letInUnasked } from "../../../Web/recipes/sharing/let-in-unasked.js";
import { textStore } from "../../../Web/recipes/session/text-store.js";
import { app, messenger } from "../bridge/support/windows.js";
import { same, suite } from "../support/harness.js";

const test = suite("recipes: devices that are let in unasked");

const server = { participants: async () => ({ owner: "ann", participants: [{ root: "old" }, { root: "carol" }] }) };
const question = (change = {}) => /** @type {any} */ ({
  messengerOrigin: messenger, type: "participants", title: "Soup", collaborationID: "1", added: 0, removed: 0, replaced: 1,
  removedRoots: [], only: false, renewedRoots: ["old"], newRoots: ["new"], others: [], ...change,
});
const passes = (change = {}, account = "ann") => isLetInUnasked(/** @type {any} */ (server), question(change), account);

test("only what is chosen passes unasked: other devices, said by that messenger, for that account", async () => {
  same(await passes(), false, "nobody has chosen");
  letInUnasked("ann", messenger);
  try {
    same(await passes(), true);
    same(await passes({ others: [question({ collaborationID: "2" })] }), true);
    for (const change of [{ messengerOrigin: app }, { type: "start" }, { added: 1 }, { removed: 1 }, { replaced: 0 },
      { newRoots: ["carol"] }, { others: [question({ added: 1 })] }, { others: [question({ newRoots: ["carol"] })] }]) {
      same(await passes(change), false, JSON.stringify(change));
    }
    same(await passes({}, "ben"), false, "another account");
    same(await isLetInUnasked(/** @type {any} */ ({ participants: async () => { throw new Error("away"); } }), question(), "ann"), false);
  } finally {
    letInUnasked("ann", undefined);
  }
  same([await passes(), textStore.getItem("recipes.lets-devices-in:ann")], [false, null]);
});
