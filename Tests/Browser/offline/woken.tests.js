import { same, suite } from "../support/harness.js";
import { isQuiet } from "../../../Web/messenger/offline/quiet.js";
import { quietCache, replaced, told } from "../../../Web/messenger/offline/woken.js";

const test = suite("a worker that is woken");

/** A worker's surroundings, with these pages open, and what was done in them. */
function worker(...pages) {
  const done = [];
  return {
    done,
    caches: { has: async () => false },
    clients: {
      matchAll: async () => pages.map(([path, visibilityState]) => ({
        url: new URL(path, "https://msg.example").href, visibilityState,
      })),
    },
    registration: {
      showNotification: async (title, { body, tag, silent, icon }) =>
        done.push(`${title}: ${body} (${tag})${silent ? " without a sound" : ""}${icon ? "" : " without an icon"}`),
      pushManager: { subscribe: async (options) => done.push(["subscribe", options]) },
    },
  };
}

const shown = "New in Grove: Something new in your conversations (grove-closed)";

test("where nobody looks at the messenger there is one notification, whatever was pushed", async () => {
  for (const pages of [[], [["/", "hidden"]], [["/", "hidden"], ["/share", "hidden"]]]) {
    const one = worker(...pages);
    await told(one);
    same(one.done, [shown]);
  }
});

test("whoever has muted all their conversations is told without a sound, and in words that are so", async () => {
  const asked = [];
  const one = { ...worker(), caches: { has: async (name) => asked.push(name) > 0 } };
  await told(one);
  same([one.done, asked],
    [["New in Grove: Something new. You have muted your conversations. (grove-closed) without a sound"], [quietCache]]);
  // Where the browser keeps nothing, it rings.
  const other = { ...worker(), caches: { has: async () => { throw new Error("not allowed"); } } };
  await told(other);
  same(other.done, [shown]);
});

test("all is quiet where every conversation is muted, and there is one", () => {
  const conversation = (attention, changes) => ({ state: "active", attention, ...changes });
  same([[], [conversation("none")], [conversation("none"), conversation("mentions")],
    [conversation("none"), conversation("all", { requestedBy: "x" }), conversation("all", { state: "left" })]].map(isQuiet),
  [false, true, false, true]);
});

test("who looks at the messenger is not told", async () => {
  const one = worker(["/", "hidden"], ["/", "visible"]);
  await told(one);
  same(one.done, []);
});

test("a subscription that was replaced is made anew for the same key, where it is known", async () => {
  const one = worker();
  await replaced(one, { options: { applicationServerKey: "key" } });
  await replaced(one, null);
  same(one.done, [["subscribe", { applicationServerKey: "key" }]]);
});
