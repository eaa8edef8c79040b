import { avatar } from "../../ui/avatar.js";
import { openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { counted, errorSentence } from "../sentences.js";
import { digitGroups } from "../digit-groups.js";
import { alarmSentence } from "./alarm-sentences.js";

/**
 * @param {import("../app.js").App} app
 * @param {string} account who somebody is, and how to be sure of it
 */
export async function person(app, account) {
  const { messenger } = app;
  const isMe = account === messenger.me.accountID;
  const [who, alarms] = await Promise.all([messenger.person(account), messenger.alarms()]);
  const number = h("p", { class: "secret code" }, "…");
  const sheet = openDialog({ title: isMe ? "You" : who.name, name: "sheet", body: [
    h("div", { class: "portrait" }, avatar(who.name, "big"), h("h2", null, who.name),
      h("p", { class: "quiet" }, who.handle)),
    alarms.filter(({ accountID }) => accountID === account).map((alarm) =>
      h("p", { class: "note warning" }, alarmSentence(alarm, isMe ? "your" : `${who.name}’s`))),
    !isMe && h("section", { class: "section" }, h("h3", null, "Safety number"),
      number,
      h("p", { class: "small quiet" },
        `Compare it with the number ${who.name} sees for you: face to ` +
        "face, or in a call. If both are equal, nobody stands between you.")),
    h("section", { class: "section" }, h("h3", null, "Devices"),
      h("p", { id: "device-count" }, "…"),
      h("p", { class: "small quiet" },
        "A change of devices is told in every conversation you share.")),
    !isMe && h("button", { type: "button", class: "button danger", onclick: async () => {
      const { block } = await import("../message-requests.js");
      if (await block(app, account, who.name)) sheet.close();
    } }, "Block"),
  ] });
  const count = sheet.body.querySelector("#device-count");
  devicesOf(app, account).then((devices) =>
    count && (count.textContent = counted(devices, "device")), (error) =>
    count && (count.textContent = errorSentence(error)));
  if (isMe) return;
  messenger.safetyNumber(account).then((text) =>
    number.replaceChildren(...digitGroups(text)),
  (error) => (number.textContent = errorSentence(error)));
}

/**
 * @param {import("../app.js").App} app
 * @param {string} account how many devices its checked list names
 */
async function devicesOf({ messenger }, account) {
  if (account === messenger.me.accountID) return (await messenger.devices()).length;
  const chain = await messenger.chain(account);
  return chain.newest.devices.length;
}
