import { avatar } from "../../ui/avatar.js";
import { choiceGroup, switchRow } from "../../ui/choices.js";
import { ask, openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { say } from "../../ui/status.js";
import { mayRaise } from "../../grove/rules/attention/raising-rules.js";
import { permissionOf } from "../attention/notifications.js";
import { canBeWoken, turnOff, turnOn, underway, waking } from "../offline/closed-page.js";
import { copy } from "../welcome/recovery-code.js";
import { counted, hostOf } from "../sentences.js";
import { accountWords, newsWords } from "../prove/app-words.js";
import { alarmSentence } from "./alarm-sentences.js";
import { attempt } from "./conversation-details.js";

/** @typedef {import("../app.js").App} App */

/** @param {App} app this account: its devices, what was allowed, what does not fit together */
export async function settings(app) {
  const { messenger } = app;
  const sheet = openDialog({ title: "Settings", name: "sheet", body: [], closed: () =>
    messenger.removeEventListener("accounts", draw) });
  let drawings = 0;
  async function draw() {
    const drawing = ++drawings;
    const [devices, alarms, accounts, letsIn, seen, blocked, woken] = await Promise.all([messenger.devices(),
      messenger.alarms(), appsLetIn(app),
      app.sharing?.letsDevicesIn() ?? false,
      // The relay may be away.
      messenger.seenDevices().catch(() => []), messenger.blocked().catch(() => []),
      (await canBeWoken()) ? waking() : undefined]);
    const known = devices.map((one) =>
      ({ ...one, ...seen.find(({ deviceID }) => deviceID === one.deviceID) }));
    const raising = await messenger.raising();
    // One that began later knows more.
    if (drawing !== drawings) return;
    sheet.show(me(app), alarmList(app, alarms), notifications(app, raising, woken, draw),
      deviceList(app, known, draw), recovery(), documentSettings(app, letsIn),
      accountList(app, accounts, draw), blockedList(app, blocked, draw), storage(app));
  }
  messenger.addEventListener("accounts", draw);
  // Chosen in a dialog that was closed before it was done. It may be done before this one is drawn as it was until then.
  const chosen = underway();
  await draw();
  void chosen?.then(draw);
}

/** @param {App} app */
function me({ messenger: { me: { accountID, name, handle }, relayOrigin } }) {
  return h("div", { class: "portrait" }, avatar(name, "big"), h("h2", null, name),
    h("p", { class: "quiet" }, `${handle} at ${hostOf(relayOrigin)}`),
    h("button", { type: "button", class: "button slim plain", onclick: () =>
      copy(`${relayOrigin}/#h=${handle}&a=${accountID}`) }, icon("link"), "Copy my contact link"));
}

/** @param {App} app @param {import("../../grove/rules/model/messenger-types.js").Alarm[]} alarms */
function alarmList(app, alarms) {
  return alarms.length > 0 && h("section", { class: "section" }, h("h3", null, "Warnings"),
    alarms.map((alarm) => {
        const name = app.people.name(alarm.accountID);
        return h("p", { class: "note warning small" },
          alarmSentence(alarm, name === "You" ? "your" : `${name}’s`));
      }));
}

/**
 * @param {App} app
 * @param {import("../../grove/rules/attention/raising-rules.js").Raising} raising
 * @param {import("../offline/closed-page.js").Waking | undefined} woken nothing where nobody could wake this browser
 * @param {() => void} draw
 */
function notifications(app, raising, woken, draw) {
  const permission = permissionOf();
  const part = (/** @type {HTMLElement[]} */ ...shown) => h("section", { class: "section" }, shown);
  if (!permission) return part(h("h3", null, "Notifications"), h("p", { class: "small quiet" }, "This browser shows none."));
  return part(choiceGroup("Notifications", [
    switchRow({ title: "Notify me of messages", checked: mayRaise(raising, permission), disabled: permission === "denied",
      detail: "While this page is open and you are not looking at it.", onchange: async (isWanted) => {
        if (isWanted) await app.notifications.ask();
        else await attempt(() => app.messenger.setRaising({ choice: "no" }));
        draw();
      } }),
    switchRow({ title: "Show what is written", checked: !raising.hidesContents,
      detail: "Otherwise a notification says “New message” and in which conversation.",
      onchange: (isShown) => attempt(() => app.messenger.setRaising({ hidesContents: !isShown })) }),
    ...(woken ? [whileClosed(app.messenger, woken, draw)] : []),
  ], permission === "denied" ? "This browser does not let this page notify you. Its own settings for this page can change that."
    : undefined));
}

/**
 * @param {App["messenger"]} messenger
 * @param {import("../offline/closed-page.js").Waking} woken
 * @param {() => void} draw
 */
const whileClosed = (messenger, woken, draw) => switchRow({ title: "Notify me while the messenger is closed",
  detail: "That there is something new, and not what or where: a muted conversation counts, too. Your browser’s maker "
    + "learns when, and nothing else.",
  checked: woken === "on", disabled: woken === "blocked", onchange: async (isWanted) => {
    await attempt(() => isWanted ? turnOn(messenger) : turnOff(messenger));
    draw();
  } });

/**
 * @param {App} app
 * @param {import("../../grove/rules/model/messenger-types.js").DeviceSummary[]} devices
 * @param {() => void} draw
 */
function deviceList(app, devices, draw) {
  const lines = devices.map(({ deviceID, isThisDevice, lastSeenAt, receivesUntil }) => {
    const name = `Device ${deviceID.slice(0, 6)}`;
    return h("li", { class: "line" }, icon("device"),
      h("span", { class: "line-text" }, isThisDevice ? "This browser " : "Other device ",
        h("span", { class: "small quiet" }, name),
        lastSeenAt && receivesUntil && h("span", { class: "small quiet" },
          ` · Last used ${day(lastSeenAt)}. If it stays unused, nothing new reaches it after ${day(receivesUntil)}.`)),
      !isThisDevice && h("button", { type: "button", class: "button slim danger",
        "aria-label": `Remove ${name}`, onclick: async () => {
          const sure = await ask({ title: "Remove this device?", yes: "Remove", danger: true,
            text: "It gets no more messages and cannot open documents any more. What it already " +
              "has stays on it." });
          if (sure && await attempt(() => app.messenger.removeDevice(deviceID),
            "Device removed")) draw();
        } }, "Remove"));
  });
  return h("section", { class: "section" }, h("h3", null, "Devices"),
    h("ul", { class: "lines" }, lines, h("li", null, h("button", { type: "button", class: "line",
      onclick: async () => (await import("./link-device.js")).linkDevice(app, draw) },
    icon("add"), h("span", { class: "line-text" }, "Link another device")))),
    h("p", { class: "small quiet" }, `${counted(devices.length, "device")} of at most 32.`));
}

/** @param {number} time */
const day = (time) => new Date(time).toLocaleDateString([], { dateStyle: "medium" });

/** @param {App} app @param {string[]} blocked accounts @param {() => void} draw */
const blockedList = (app, blocked, draw) => blocked.length > 0 && h("section", { class: "section" },
  h("h3", null, "Blocked"), h("ul", { class: "lines" }, blocked.map((account) =>
    h("li", { class: "line" }, h("span", { class: "line-text" }, app.people.name(account)),
      h("button", { type: "button", class: "button slim",
        "aria-label": `Unblock ${app.people.name(account)}`, onclick: async () => {
          if (await attempt(() => app.messenger.unblock(account), "Unblocked")) draw();
        } }, "Unblock")))));

const recovery = () => h("section", { class: "section" }, h("h3", null, "Recovery"),
  h("p", { class: "small quiet" }, "If all devices are lost, the recovery code you kept when you " +
    "began brings your account back: choose “Use a recovery code” in a new browser. It cannot be " +
      "shown again."));

/** @param {App} app @param {boolean} letsIn */
const documentSettings = (app, letsIn) => h("section", { class: "section" }, h("h3", null, "What you share"),
  switchRow({
    title: "Let new devices of people in by themselves", checked: letsIn,
    detail: "Otherwise you are asked about each one. This works while a page of the app is open that you shared something from, or "
      + "opened from here. The app may ask there, until you tell it not to. Never for somebody whose devices you are warned about.",
    onchange: (checked) => attempt(async () => {
      await app.sharing.setLetsDevicesIn(checked);
      app.devices.lookAnew();
    }),
  }));

/** @typedef {{ audience: string, account: string, isTold: boolean }} AppLetIn */

/** @param {App} app @returns {Promise<AppLetIn[]>} */
const appsLetIn = async ({ sharing }) => Promise.all((await sharing.confirmedAccounts()).map(async (one) =>
  ({ ...one, isTold: await sharing.hasServerNotices(one.audience) })));

/**
 * @param {App} app
 * @param {AppLetIn[]} accounts
 * @param {() => void} draw
 */
function accountList(app, accounts, draw) {
  return h("section", { class: "section" }, h("h3", null, "Apps you let in"),
    accounts.length === 0
      ? h("p", { class: "small quiet" },
        "None from this device. An app asks when you open what somebody shared.")
      : h("ul", { class: "lines" }, accounts.map(({ audience, account, isTold }) => h("li", null,
        h("div", { class: "line" }, h("span", { class: "line-text" }, hostOf(audience), " ",
          h("span", { class: "small quiet" }, accountWords(account))),
        h("button", { type: "button", class: "button slim",
          "aria-label": `Ask again for ${hostOf(audience)}`,
          onclick: async () => {
            if (await attempt(() => app.sharing.forgetConfirmation(audience))) draw();
          } }, "Ask again")),
        // What it may tell begins with a document that is opened from here, and ends at once.
        switchRow({ title: "Tell me here what others do", checked: isTold,
          detail: isTold ? newsWords(audience, "what you open there") : "Switched on, it begins with each document when you next open it from here.",
          onchange: async (isWanted) => {
            await attempt(() => app.sharing.setServerNotices(audience, isWanted));
            draw();
          } })))));
}

/** @param {App} app */
const storage = ({ messenger }) => h("section", { class: "section" }, h("h3", null, "This browser"),
  h("p", { class: "small quiet" }, messenger.isPersistent
    ? "The browser keeps your keys and messages until you remove them."
    : "The browser may remove your keys and messages when it is short of space. Link a second " +
      "device, or add this page to your home screen."),
  h("p", { class: "small quiet" }, "This page comes from whoever runs the server; they could " +
    "change it. For what is most private use a program on your own computer."),
  h("button", { type: "button", class: "button danger", onclick: forget },
    "Remove from this browser"));

async function forget() {
  const sure = await ask({ title: "Remove everything from this browser?", danger: true,
    yes: "Remove everything", text: "Keys and messages in this browser are gone for good. You " +
    "get back in from another device, or with your recovery code." });
  if (!sure) return;
  const { forgetEverything } = await import("../offline/erase-browser-data.js");
  if (await attempt(() => forgetEverything())) location.replace("/");
  else say("Close Grove’s other tabs and try again.");
}
