import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { say } from "../../ui/status.js";
import { MessengerWindow } from "../../grove/bridge/messenger-window.js";
import { cardOf, drawIcon } from "../sharing/document-card.js";
import { openWithMessenger } from "../sharing/access.js";
import { shareHandlers } from "../sharing/share-handlers.js";
import { offeredOptions } from "../sharing/share-options.js";
import { fileName } from "../views/unsaved-text.js";
import { sentenceOf } from "../views/sentences.js";

/**
 * The owner's way into a conversation: the Share button, and afterwards the confirmation of their
 * own account, so that the others can mention them.
 *
 * @param {object} parts
 * @param {import("../app.js").App} parts.app
 * @param {import("../server/body-types.js").Document} parts.document kept up to date
 * @param {(banner: { text: string, action: string, run: () => void } | undefined) => void
 *   } parts.advise says something with a button, or nothing any more
 * @param {() => string} parts.copy the recipe as a text, for "send a copy"
 * @param {() => string} parts.text what is written in it, for the first lines on its card
 * @param {() => Promise<void>} parts.shared the document has been shared; look again
 */
export function sharingControls({ app, document, advise, copy, text, shared }) {
  const { server, config, me } = app;
  const button = h("button", { type: "button", class: "button primary", onclick: () => share() },
    icon("people"), h("span", null, "Share"));
  let isSharing = false;

  /** In a click: browsers open windows for nothing else. */
  async function share() {
    advise(undefined);
    if (!config.messengerOrigin) return say("No messenger is set up for this app.");
    if (isSharing && MessengerWindow.current) return MessengerWindow.current.focus();
    isSharing = true;
    const messenger = MessengerWindow.open(config.messengerOrigin, "/share");
    const { documentID, title, collaborationID, options } = document;
    // The window is open by then: what comes before it may take no time.
    await drawIcon();
    const metadata = { localIdentifier: documentID, title, collaborationID,
      initiatorHandle: me.account, initiatorName: me.displayName,
      defaultShareOptions: offeredOptions(options), card: cardOf(config.appName, text()) };
    const file = new File([copy()], fileName(title), { type: "text/plain" });
    const content = { metadata, file, appName: config.appName };
    const { result, isShared } = await shareWith(messenger, content, shareHandlers(server));
    // The messenger asks next who they are: this page does not ask the same meanwhile.
    isSharing = result.ok && isShared;
    if (result.ok) say(isShared ? "Shared" : "A copy was sent");
    else if (result.reason === "waiting") say(result.sentence);
    else if (result.reason === "blocked" || result.reason === "timed_out") {
      return advise({ text: result.sentence, action: "Try again", run: share });
    } else if (result.reason !== "cancelled") say(result.sentence);
    await shared();
    if (result.ok && isShared) await confirm(messenger);
  }

  /** @param {MessengerWindow} messenger it has made an identity for its own person, too */
  async function confirm(messenger) {
    const { collaborationID } = document;
    isSharing = Boolean(collaborationID);
    if (!collaborationID) return;
    try {
      const opened = messenger.isBlocked
        ? { ok: /** @type {const} */ (false), sentence: "Your browser did not open the messenger." }
        : await openWithMessenger(server, messenger, collaborationID);
      if (opened.ok) messenger.close();
      else if (messenger.isBlocked) say(opened.sentence);
    } catch (error) {
      say(sentenceOf(error));
    }
    isSharing = false;
    await shared();
  }

  return {
    button,
    /** In a click. */
    confirm: () => confirm(MessengerWindow.open(config.messengerOrigin, "/prove")),
    get isSharing() { return isSharing; },
  };
}

/**
 * For a copy nothing is asked of this app: then nothing is shared, and the messenger's window says how it went.
 *
 * @param {MessengerWindow} messenger
 * @param {Parameters<MessengerWindow["share"]>[0]} content
 * @param {ReturnType<typeof shareHandlers>} handlers
 */
async function shareWith(messenger, content, handlers) {
  let isShared = false;
  const result = await messenger.share(content, { ...handlers, start: (action) => {
    isShared = true;
    return handlers.start(action);
  } });
  return { result, isShared };
}
