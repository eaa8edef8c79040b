import { openDialog } from "../../ui/dialog.js";
import { h, newID } from "../../ui/dom.js";
import { say } from "../../ui/status.js";
import { busy } from "../busy-button.js";
import { digitGroups } from "../digit-groups.js";
import { errorSentence } from "../sentences.js";

/**
 * @param {import("../app.js").App} app
 * @param {() => void} done takes a new device into this account
 */
export function linkDevice(app, done) {
  const code = h("textarea", { class: "input code-text", id: newID(), rows: "4",
    autocomplete: "off",
    autocapitalize: "none", spellcheck: "false" });
  const problem = h("p", { class: "error", role: "alert" });
  const digits = h("div", { class: "stack tight", role: "status" });
  const button = h("button", { class: "button primary", form: "link-form" }, "Link");
  const { close } = openDialog({ title: "Link another device", body: [
    h("p", null, "On the new device open this page and choose “Link this browser”. It shows a code: put it in here."),
    h("form", { id: "link-form", class: "field", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      problem.textContent = "";
      void busy(button, "Linking…", async () => {
        await app.messenger.linkDevice(code.value.trim(),
          { onOffer: (text) => digits.replaceChildren(
          h("p", null, "The new device must show the same digits. Say yes there if it does."),
          h("p", { class: "secret code digits" }, digitGroups(text))) });
        close();
        say("Device linked");
        await (await import("../list-warnings.js")).devicesKnown(app);
        done();
      }, (error) => {
        digits.replaceChildren();
        problem.textContent = errorSentence(error);
      });
    } }, h("label", { for: code.id }, "Code of the new device"), code), digits, problem],
  foot: [button] });
  code.focus();
}
