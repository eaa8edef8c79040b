import { say } from "../../ui/status.js";
import { MessengerWindow } from "../../grove/bridge/messenger-window.js";
import { sentenceOf } from "../views/sentences.js";
import { openWithMessenger } from "./access.js";
import { shareHandlers } from "./share-handlers.js";

/** @typedef {{ text: string, action: string, run: () => void }} Advice a sentence, and a button that does something */

/**
 * The owner's way into a conversation: the share sheet, and afterwards the confirmation of their own account, so that the
 * others see them by their name.
 *
 * @param {object} parts
 * @param {Pick<import("../app.js").App, "server" | "config">} parts.app
 * @param {() => Promise<Parameters<MessengerWindow["share"]>[0]>} parts.content what the messenger is handed; it may take
 *   no time, since the window is open by then
 * @param {() => string | undefined} parts.collaborationID once it is shared
 * @param {(advice: Advice | undefined) => void} parts.advise says something with a button, or nothing any more
 * @param {() => Promise<void>} parts.shared it has been shared; look again
 */
export function shareWindow({ app: { server, config }, content, collaborationID, advise, shared }) {
  // Long because its parts, small functions, share what is going on at the moment.
  let isSharing = false;
  let isAsking = false;
  /** @type {MessengerWindow | undefined} what was opened last; how an earlier one ends is not what is going on */
  let latest;

  /** @param {MessengerWindow} messenger @param {boolean} goesOn */
  function asks(messenger, goesOn) {
    if (messenger === latest) isAsking = isSharing = goesOn;
  }

  /** In a click: browsers open windows for nothing else. */
  async function share() {
    advise(undefined);
    if (!config.messengerOrigin) return say("No messenger is set up for this app.");
    const { current } = MessengerWindow;
    // One that has been answered closes by itself, and would take this with it.
    if (isSharing && current && !current.isLeaving) return current.focus();
    isSharing = true;
    MessengerWindow.connected = (origin, port) => void import("./opened-here.js")
      .then(({ hearAfterSharing }) => hearAfterSharing({ server, config }, origin, port));
    const messenger = latest = MessengerWindow.open(config.messengerOrigin, "/share");
    const { result, isShared } = await shareWith(messenger, await content(), shareHandlers(server));
    // The messenger asks next who they are: this page does not ask the same meanwhile, but says that it does.
    asks(messenger, result.ok && isShared);
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
    const id = collaborationID();
    asks(messenger, Boolean(id));
    if (!id) return;
    try {
      const opened = messenger.isBlocked
        ? { ok: /** @type {const} */ (false), sentence: "Your browser did not open the messenger." }
        : await openWithMessenger(server, messenger, id);
      if (opened.ok) messenger.close();
      else if (messenger.isBlocked) say(opened.sentence);
    } catch (error) {
      say(sentenceOf(error));
    }
    asks(messenger, false);
    await shared();
  }

  return {
    share,
    /** In a click. */
    confirm: () => confirm(latest = MessengerWindow.open(config.messengerOrigin, "/prove")),
    /** In a click: the messenger's window, which may lie behind this one. */
    show: () => MessengerWindow.current?.focus(),
    get isSharing() { return isSharing; },
    /** Whether it is shared, and the messenger's window asks who its owner is. */
    get isAsking() { return isAsking; },
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
