import { fill, find, h, newID } from "../../ui/dom.js";
import { ask, openDialog } from "../../ui/dialog.js";
import { icon } from "../../ui/icons.js";
import { say } from "../../ui/status.js";
import { dayName, shortTime } from "../../ui/time-format.js";
import { codeOf } from "../../recipes/server/problem.js";
import { placesOf } from "./places.js";
import { sentenceOf } from "./sentences.js";

/** @typedef {import("../server/drive-server.js").AppPassword} AppPassword */

/**
 * Programs that have a password of their own for the drive.
 *
 * @param {import("../app.js").App} app
 * @returns {Promise<import("../app.js").View>}
 */
export async function programsView(app) {
  const { passwords } = await app.server.passwords();
  const id = newID();
  const list = h("ul", { class: "sessions" });
  const section = h("section", { class: "stack card programs", "aria-labelledby": id },
    h("h2", { id, tabindex: "-1" }, "Programs with a password"), list);

  async function read() {
    draw((await app.server.passwords()).passwords);
  }

  /** @param {AppPassword[]} all */
  function draw(all) {
    fill(list, all.map(row), all.length === 0 && h("li", { class: "quiet" }, "None yet."));
  }

  /** @param {AppPassword} password */
  const row = (password) => h("li", { class: "session" },
    h("div", null, h("strong", null, password.name), h("p", { class: "small quiet" }, usedWords(password, Date.now()))),
    h("button", { type: "button", class: "button slim", "aria-label": `Revoke ${password.name}`, onclick: () => void revoke(password) }, "Revoke"));

  /** @param {AppPassword} password */
  async function revoke({ passwordID, name }) {
    if (!(await ask({ title: `Revoke “${name}”?`, yes: "Revoke", danger: true,
      text: "The program with this password does not reach your files any more. What it has copied it keeps." }))) return;
    try {
      await app.server.revokePassword(passwordID);
      await read();
      say(`“${name}” opens nothing any more`);
      find("h2", section).focus();
    } catch (error) {
      if (codeOf(error) === "unauthenticated") return app.signedOut();
      say(sentenceOf(error));
    }
  }

  draw(passwords);
  const element = h("div", { class: "page narrow" }, placesOf("programs"), h("h1", null, "Programs"),
    h("p", { class: "quiet" }, "Finder, Explorer, GNOME Files, LibreOffice, rclone and phones’ file apps reach your files with a "
      + "password of their own each. It opens your files and nothing else."),
    makeForm(app, read), section);
  return { title: "Programs", element };
}

/** @param {AppPassword} password @param {number} now */
export const usedWords = ({ createdAt, lastUsedAt }, now) =>
  `Made ${dayName(Number(createdAt), now).toLowerCase()}, ${
    lastUsedAt ? `last used ${shortTime(Number(lastUsedAt), now).toLowerCase()}` : "not used yet"}`;

/** @param {import("../app.js").App} app @param {() => Promise<void>} changed */
function makeForm(app, changed) {
  const id = newID();
  const input = h("input", { class: "input", id, maxlength: 60, autocomplete: "off", placeholder: "Finder on my laptop" });
  const problem = h("p", { class: "error", role: "alert" });
  const send = h("button", { class: "button primary" }, "Make a password");
  const form = h("form", { class: "stack card programs", novalidate: true },
    h("div", { class: "field" }, h("label", { for: id }, "Which program?"), input), problem, h("div", { class: "buttons" }, send));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.disabled) return;
    const name = input.value.trim();
    problem.textContent = !name ? "Give it a name, so that you know later which to revoke."
      : new TextEncoder().encode(name).length > 128 ? "That name is too long." : "";
    if (problem.textContent) return input.focus();
    send.disabled = true;
    try {
      const made = await app.server.makePassword(name);
      input.value = "";
      showOnce(app, made);
      await changed();
    } catch (error) {
      if (codeOf(error) === "unauthenticated") return app.signedOut();
      problem.textContent = codeOf(error) === "limit_exceeded" ? "There are 50 already. Revoke one first." : sentenceOf(error);
    } finally {
      send.disabled = false;
    }
  });
  return form;
}

/** @param {import("../app.js").App} app @param {AppPassword & { password: string }} made */
function showOnce(app, { name, password }) {
  const address = `${location.origin}/drive/`;
  openDialog({ title: `Password for “${name}”`, body: [
    h("p", null, "It is shown this once. Type or copy it into the program now."),
    told("Address", address), told("Account name", app.me.account), told("Password", password),
    h("details", null, h("summary", null, "Where to type them in"), h("ul", { class: "stack small hints" },
      h("li", null, h("b", null, "Finder: "), "Go, Connect to Server, and the address."),
      h("li", null, h("b", null, "Explorer: "), "This PC, Map network drive, and the address as the folder."),
      h("li", null, h("b", null, "GNOME Files: "), "Other Locations, and ",
        h("code", null, address.replace(/^http/, "dav")), " as the server."),
      h("li", null, h("b", null, "rclone: "), "rclone config, a remote of the kind “webdav”, vendor “other”."))),
  ] });
}

/** @param {string} label @param {string} value */
function told(label, value) {
  const id = newID();
  return h("div", { class: "field" }, h("label", { for: id }, label),
    h("div", { class: "told" }, h("input", { class: "input code", id, value, readonly: true }),
      h("button", { type: "button", class: "icon-button", "aria-label": `Copy ${label.toLowerCase()}`, onclick: async () => {
        await navigator.clipboard.writeText(value);
        say("Copied");
      } }, icon("copy"))));
}
