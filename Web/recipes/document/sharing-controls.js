import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { cardOf, drawIcon } from "../sharing/document-card.js";
import { offeredOptions } from "../sharing/share-options.js";
import { shareWindow } from "../sharing/share-window.js";
import { shownAccount } from "../views/sentences.js";
import { fileName } from "../views/unsaved-text.js";

/**
 * The owner's way into a conversation from a recipe: the Share button.
 *
 * @param {object} parts
 * @param {import("../app.js").App} parts.app
 * @param {import("../server/body-types.js").Document} parts.document kept up to date
 * @param {(advice: import("../sharing/share-window.js").Advice | undefined) => void} parts.advise says something with a
 *   button, or nothing any more
 * @param {() => string} parts.copy the recipe as a text, for "send a copy"
 * @param {() => string} parts.text what is written in it, for the first lines on its card
 * @param {() => Promise<void>} parts.shared the document has been shared; look again
 */
export function sharingControls({ app, document, advise, copy, text, shared }) {
  const { config, me } = app;
  const way = shareWindow({ app, advise, shared, collaborationID: () => document.collaborationID, content: async () => {
    const { documentID, title, collaborationID, options } = document;
    await drawIcon();
    const metadata = { localIdentifier: documentID, title, collaborationID,
      initiatorHandle: shownAccount(me), initiatorName: me.displayName,
      defaultShareOptions: offeredOptions(options, Boolean(collaborationID)), card: cardOf(config.appName, text()) };
    const file = new File([copy()], fileName(title), { type: "text/plain" });
    return { metadata, file, appName: config.appName };
  } });
  return {
    button: h("button", { type: "button", class: "button primary", onclick: () => way.share() },
      icon("people"), h("span", null, "Share")),
    confirm: way.confirm, show: way.show,
    get isSharing() { return way.isSharing; },
    get isAsking() { return way.isAsking; },
  };
}
