import { fill, find, h } from "../ui/dom.js";
import { clockTolerance } from "./app.js";
import { counted } from "./sentences.js";
import { knownDevices, unkeptCode } from "./local-storage-keys.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app @returns {Promise<string[]>} */
const devicesOf = async (app) => (await app.messenger.devices()).map(({ deviceID }) => deviceID);

/** @param {string[]} devices */
const remember = (devices) => localStorage.setItem(knownDevices, devices.join(" "));

/**
 * What a person has to be told once, above the conversations; it stays until they put it away.
 *
 * @param {App} app
 */
export async function drawListWarnings(app) {
  const devices = await devicesOf(app);
  const known = localStorage.getItem(knownDevices)?.split(" ");
  const isNew = known && devices.some((one) => !known.includes(one));
  if (!isNew) remember(devices);
  const again = () => drawListWarnings(app);
  const { clockAhead } = app;
  const missed = await app.messenger.missedCount();
  const isAsking = await app.notifications.isTimeToAsk();
  fill(find("#notices"),
    isAsking && notice("Something came for you while you were not looking. Shall this browser notify you the next time?",
      ["Notify me", () => app.notifications.ask()], () => app.messenger.setRaising({ choice: "no" }), "Not now"),
    Math.abs(clockAhead) >= clockTolerance && notice(clockWords(clockAhead),
      ["Look again", () => app.drawNotices()], () => {
        app.clockAhead = 0;
        return again();
      }),
    localStorage.getItem(unkeptCode) && notice("You did not confirm that you kept your recovery code. "
      + "It cannot be shown again. Without it, and without a second device, your account is lost "
      + "when this browser loses its storage: link one now.", ["Link another device", async () =>
      (await import("./dialogs/link-device.js")).linkDevice(app, () => undefined)], () => {
      localStorage.removeItem(unkeptCode);
      return again();
    }),
    missed > 0 && notice(`${counted(missed, "message")} waited longer than 45 days for this `
      + "browser, and the server has removed what waited.", ["See devices", async () =>
      (await import("./dialogs/settings.js")).settings(app)], async () => {
      await app.messenger.missedSeen();
      return again();
    }),
    isNew && notice("Your account has a new device. If that was not you, remove it.",
      ["See devices", async () => (await import("./dialogs/settings.js")).settings(app)], () => {
        remember(devices);
        return again();
      }));
}

/** @param {number} ahead milliseconds; of a clock that is behind less than 0 */
function clockWords(ahead) {
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  const much = minutes < 120 ? counted(minutes, "minute")
    : minutes < 2880 ? counted(Math.round(minutes / 60), "hour")
      : counted(Math.round(minutes / 1440), "day");
  return `The clock of this device is ${much} ${ahead > 0 ? "ahead" : "behind"}. What you write may `
    + "not reach the others until it is set right.";
}

/**
 * This browser has just linked one: its person knows.
 *
 * @param {App} app
 */
export async function devicesKnown(app) {
  remember(await devicesOf(app));
  await drawListWarnings(app);
}

/**
 * @param {string} text
 * @param {[label: string, act: () => void]} button
 * @param {() => void} dismiss
 * @param {string} [no] a question is no warning
 */
const notice = (text, [label, act], dismiss, no) =>
  h("div", { class: no ? "banner" : "banner warning", role: "status" },
    h("p", { class: "banner-text long small" }, text),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "button slim", onclick: act }, label),
      h("button", { type: "button", class: "button slim plain", onclick: dismiss }, no ?? "Dismiss")));
