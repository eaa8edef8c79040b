import { Notifications } from "../../../Web/messenger/attention/notifications.js";
import { inNode } from "../support/environment.js";
import { note, same, suite } from "../support/harness.js";

const test = inNode ? () => {} : suite("what the system shows");
if (inNode) note("which notifications are closed was not tried: it needs a page");

/**
 * @param {Record<string, number>} unread by conversation, as the device has it
 * @param {string[]} shown conversations that a notification stands for
 * @returns {Promise<string[]>} whose notification was closed after a page had found both read
 */
async function closed(unread, shown) {
  /** @type {string[]} */
  const found = [];
  const worker = { getRegistration: async () => ({ active: {}, getNotifications: async () =>
    shown.map((tag) => ({ tag, close: () => found.push(tag) })) }) };
  const conversation = async (/** @type {string} */ id) => ({ unread: unread[id], mentions: [] });
  const app = /** @type {import("../../../Web/messenger/app.js").App} */ (/** @type {unknown} */ (
    { messenger: { conversation } }));
  const before = Object.getOwnPropertyDescriptor(navigator, "serviceWorker");
  const notification = Object.getOwnPropertyDescriptor(globalThis, "Notification");
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: worker });
  const allowed = Object.assign(function () {}, { permission: "granted" });
  Object.defineProperty(globalThis, "Notification", { configurable: true, value: allowed });
  try {
    await new Notifications(app).closeRead(["read", "written to since"]);
  } finally {
    restore(navigator, "serviceWorker", before);
    restore(globalThis, "Notification", notification);
  }
  return found;
}

/** @param {object} place @param {string} name @param {PropertyDescriptor | undefined} before */
function restore(place, name, before) {
  if (before) Object.defineProperty(place, name, before);
  else Reflect.deleteProperty(place, name);
}

test("a page that begins closes what is read, and not what came while it was looking", async () => {
  same(await closed({ read: 0, "written to since": 1 }, ["read", "written to since"]), ["read"]);
});
