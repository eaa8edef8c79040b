import { say } from "../../ui/status.js";
import { writeShareCard } from "../../ui/share-card.js";
import { addressOf } from "../app.js";
import { shownAccount } from "../views/sentences.js";
import { cardOf, drawIcon } from "./document-card.js";
import { offeredOptions } from "./share-options.js";

/** @typedef {import("../server/body-types.js").Document} Document */

/**
 * Lets a person take a recipe of theirs into a conversation by hand: drag its card into the
 * messenger's compose field, or copy it with the keyboard and paste it there. Nothing is shared by
 * that; the messenger comes back to this app when it is sent.
 *
 * @param {import("../app.js").App} app
 * @param {HTMLElement} place holds the cards
 * @param {() => Document[]} documents
 */
export function carryCards(app, place, documents) {
  // A drag begins at once and waits for nothing.
  void drawIcon();
  /** @param {Event} event @param {DataTransfer | null} transfer */
  const write = (event, transfer) => {
    const anchor = event.target instanceof Element && event.target.closest("a.recipe-card");
    const document = documents().find((one) => anchor &&
      addressOf(one) === anchor.getAttribute("href"));
    if (!transfer || document?.access !== "owner") return undefined;
    const { documentID, title, collaborationID, options } = document;
    writeShareCard(transfer, { origin: location.origin, appName: app.config.appName, metadata: {
      localIdentifier: documentID, title, collaborationID, initiatorHandle: shownAccount(app.me),
      initiatorName: app.me.displayName, defaultShareOptions: offeredOptions(options, Boolean(collaborationID)),
      card: cardOf(app.config.appName) } },
    new URL(addressOf(document), location.origin).href);
    return title;
  };
  place.addEventListener("dragstart", (event) => write(event, event.dataTransfer));
  place.addEventListener("copy", (event) => {
    if (getSelection()?.toString()) return;
    const title = write(event, event.clipboardData);
    if (title === undefined) return;
    event.preventDefault();
    say(`“${title}” is copied: paste it into a message.`);
  });
}
