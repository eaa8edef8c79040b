/**
 * The app's page `/actions`: what a messenger opens, in its person's click, when it needs the app
 * and no page of it is open: a conversation's people changed, a share has to be taken back, a draft
 * is sent (docs/decisions/0012-bridge.md). The page is served without a cross-origin opener policy,
 * or there would be no opener to answer. A document of the app that the messenger opens in it stands there
 * from then on, and takes actions in its place.
 */

import { askingInTitle } from "./asking-title.js";
import { OwnerActions } from "./owner-actions.js";
import { PortChannel, WindowChannel } from "./window-channel.js";

/**
 * Takes actions from the one messenger this app's own /config.json names. Each is asked for and
 * carried out by itself, in order; one that waited longer than its limit is not carried out. Until
 * the owner has agreed the messenger may withdraw it; afterwards that changes nothing, and it hears
 * what came of it.
 *
 * @param {object} place
 * @param {string} place.messengerOrigin from /config.json, never from the message or the address
 * @param {import("./action-handlers.js").ActionHandlers} place.handlers
 * @param {(question: ActionQuestion, over: AbortSignal) => Promise<boolean>} place.confirm asks the
 *   signed-in owner. When it is `over`, nobody can answer any more: its `reason` is an `Over` of
 *   `owner-actions.js`
 * @param {(link: string) => boolean} [place.open] makes this page the one of that document: another calls this function
 *   there. False for what is no link of this app
 * @param {() => boolean} [place.isThere] whether anybody can be asked now; without it, always
 * @param {() => string | undefined} [place.shows] which collaboration's document this page shows now: of several pages
 *   of an app its messenger asks in the one of the very document
 * @param {() => void} [place.greeted] the messenger is there, and has asked nothing yet
 * @param {(message: string) => void} [place.done] an action was carried out (its type)
 * @param {Window} [place.own]
 * @returns {{ isOpened: boolean, stop: () => void }} `isOpened` false: nobody opened this page, so
 *   nothing will come; say so and link to the app
 */
export function takeActions(place) {
  const { own = window } = place;
  const page = new ActionsPage({ ...place, own });
  return { isOpened: Boolean(own.opener), stop: () => page.stop() };
}

/**
 * The same in a page that the messenger has not opened, and that has not opened it: the messenger's window in which
 * something was shared from here has handed over an end of a channel, and the messenger's other page has the other end.
 *
 * @param {MessagePort} port from the messenger's origin
 * @param {Omit<Parameters<typeof takeActions>[0], "open">} place
 * @returns {(over?: Over) => void} ends it, and why: by itself, that this page takes no more
 */
export function takeActionsThrough(port, place) {
  const { own = window } = place;
  const page = new ActionsPage({ ...place, own }, port);
  return (over = "left") => page.leave(over);
}

/** @typedef {import("./owner-actions.js").ActionQuestion} ActionQuestion */
/** @typedef {import("./owner-actions.js").Over} Over */
/** @typedef {import("./window-channel.js").Message} Message */
/** @typedef {Parameters<typeof takeActions>[0] & { own: Window }} Place */

class ActionsPage {
  #place;
  /** @type {{ stop: () => void, say: (type: string, members: object, id: string) => void }} */
  #talk;
  #hasGone = false;
  #page = crypto.randomUUID();
  #isKnown = false;
  /** @type {OwnerActions} */
  #actions;

  /** @param {Place} place @param {MessagePort} [port] absent: the messenger has opened this page */
  constructor(place, port) {
    const { own, messengerOrigin, handlers, confirm, done } = place;
    this.#place = place;
    this.#talk = port ? this.#through(port) : this.#withOpener();
    const isGone = port ? () => this.#hasGone : () => !own.opener || own.opener.closed;
    this.#actions = new OwnerActions({
      messengerOrigin, confirm: askingInTitle(own, confirm), done, handlers: () => handlers, isGone,
      answer: (type, result, id) => this.#talk.say(type, result, id),
    });
  }

  #withOpener() {
    const { own, messengerOrigin } = this.#place;
    const talk = new WindowChannel({
      own, other: () => own.opener, isExpected: (origin) => origin === messengerOrigin,
      // A messenger's page that is closed or loaded anew withdraws with its last words. Nobody else
      // knows the identifier.
      parted: (message) => this.#actions.hear(message, "withdrawal"), heard: (message) => this.#heard(message),
    });
    return { stop: () => talk.stop(), say: (/** @type {string} */ type, /** @type {object} */ members, /** @type {string} */ id) =>
      talk.say(messengerOrigin, type, members, id) };
  }

  /** @param {MessagePort} port */
  #through(port) {
    return new PortChannel({ port, own: this.#place.own, heard: (message) => this.#heard(message), gone: () => {
      this.#hasGone = true;
    }, leaving: () => this.#actions.stop("left") });
  }

  /**
   * What is not answered is refused before the other side hears that nobody is here.
   *
   * @param {Over} over
   */
  leave(over) {
    this.#actions.stop(over);
    this.stop();
  }

  stop() {
    this.#talk.stop();
  }

  /** @param {Message} message */
  #heard(message) {
    const { type, id } = message;
    const { greeted, open, isThere = () => true, shows = () => undefined } = this.#place;
    if (type === "open") return open && this.#open(message, open);
    // A page that was loaded anew may be asked before it is greeted.
    const isFirst = !this.#isKnown;
    this.#isKnown = true;
    if (type === "hello") {
      if (isFirst) greeted?.();
      const members = { page: this.#page, shows: shows(), ...(open && { opens: true }) };
      if (isThere()) this.#talk.say("ready", members, id);
    } else this.#actions.hear(message);
  }

  /** @param {Message} message @param {(link: string) => boolean} open */
  #open({ id, link }, open) {
    const ok = open(String(link));
    this.#talk.say("open.result", { ok }, id);
    if (ok) this.stop();
  }
}
