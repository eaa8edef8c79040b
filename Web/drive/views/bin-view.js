import { find, h, keep } from "../../ui/dom.js";
import { ask } from "../../ui/dialog.js";
import { icon } from "../../ui/icons.js";
import { say } from "../../ui/status.js";
import { fullTime, shortTime } from "../../ui/time-format.js";
import { codeOf } from "../../recipes/server/problem.js";
import { iconOf, sizeText } from "../model/entries.js";
import { nameOf, parentOf } from "../model/paths.js";
import { placesOf } from "./places.js";
import { sentenceOf } from "./sentences.js";

/** @typedef {import("../server/drive-server.js").BinItem} BinItem */

/**
 * What was deleted within 30 days, a page at a time.
 *
 * @param {import("../app.js").App} app
 * @returns {Promise<import("../app.js").View>}
 */
export async function binView(app) {
  // Long because its parts, small functions, share what is shown at the moment.
  let { items, next } = await app.server.bin();
  const list = h("ul", { class: "files", "aria-label": "What lies in the bin" });
  const empty = h("div", { class: "empty" }, h("h2", null, "The bin is empty"),
    h("p", null, "What you delete lies here for 30 days."));
  const more = h("button", { type: "button", class: "button", onclick: () => run(async () => {
    const page = await app.server.bin(next);
    items = [...items, ...page.items];
    next = page.next;
  }) }, "Show more");
  const element = h("div", { class: "page" }, placesOf("bin"), h("h1", { tabindex: "-1" }, "Bin"), list, empty, more);

  function draw() {
    keep(list, items, ({ itemID }) => itemID, JSON.stringify, row);
    empty.hidden = items.length > 0;
    list.hidden = items.length === 0;
    more.hidden = !next;
  }

  /** @param {() => Promise<string | void>} act what it says then */
  async function run(act) {
    try {
      const words = await act();
      draw();
      if (words) {
        // The button that had the focus is gone.
        find("h1", element).focus();
        say(words);
      }
    } catch (error) {
      if (codeOf(error) === "unauthenticated") return app.signedOut();
      say(sentenceOf(error));
    }
  }

  /** @param {BinItem} item */
  const without = ({ itemID }) => items.filter((one) => one.itemID !== itemID);

  /** @param {BinItem} item */
  const bringBack = (item) => run(async () => {
    const { path } = await app.server.restore(item.itemID);
    items = without(item);
    return `“${nameOf(path)}” is back in “${nameOf(parentOf(path)) || "Files"}”`;
  });

  /** @param {BinItem} item */
  const erase = (item) => run(async () => {
    const text = item.isFolder ? "It goes with everything that is in it, and cannot be brought back."
      : "It goes with its versions, and cannot be brought back.";
    if (!(await ask({ title: `Delete “${item.name}” for good?`, text, yes: "Delete for good", danger: true }))) return;
    await app.server.erase(item.itemID);
    items = without(item);
    return `“${item.name}” is deleted for good`;
  });

  /** @param {BinItem} item */
  const row = (item) => h("li", { class: "file binned" }, icon(iconOf(item)),
    h("div", null, h("p", { class: "binned-name" }, item.name),
      h("p", { class: "small quiet" }, `From “${nameOf(item.from) || "Files"}”, `,
        h("time", { title: fullTime(Number(item.deletedAt)) }, `deleted ${shortTime(Number(item.deletedAt), Date.now())}`),
        !item.isFolder && `, ${sizeText(Number(item.size))}`)),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "button slim", "aria-label": `Bring back ${item.name}`, onclick: () => bringBack(item) }, "Bring back"),
      h("button", { type: "button", class: "button slim danger", "aria-label": `Delete ${item.name} for good`, onclick: () => erase(item) },
        "Delete")));

  draw();
  return { title: "Bin", element };
}
