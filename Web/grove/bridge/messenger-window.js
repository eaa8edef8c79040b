/**
 * The app's side of the bridge to a messenger on another origin (protocol 13): all an app's page
 * has to import. It opens the messenger as a window of its own, in a person's click, and talks with
 * that window and that origin only. See docs/decisions/0012-bridge.md.
 *
 * ```js
 * const messenger = MessengerWindow.open("https://msg.example", "/share");   // in the click
 * const result = await messenger.share({ metadata, file }, handlers);
 * if (!result.ok) say(result.sentence);                     // with a button that tries again
 * ```
 */

import { carryOut, isAction } from "./action-handlers.js";
import { askingInTitle } from "./asking-title.js";
import { OwnerActions } from "./owner-actions.js";
import { notSharedHere, SharedHere } from "./shared-here.js";
import { WindowChannel } from "./window-channel.js";

export { ActionFailure } from "./action-handlers.js";

/**
 * @typedef {"blocked" | "cancelled" | "timed_out" | "failed" | "waiting" | "refused"} Reason
 *   `waiting`: the messenger has it and goes on by itself when its server is back
 * @typedef {{ ok: false, reason: Reason, code?: string, ending?: string, sentence: string }} NotDone `sentence`
 *   for the person; `code` where the messenger gave one; `ending` what became of a document to which there is no
 *   invitation any more, where the messenger was told: "deleted", "stopped", "removed"
 */

const sentences = {
  blocked: "Your browser did not open the messenger. Allow windows for this page, or try again.",
  cancelled: "The messenger was closed before it was done.",
  timed_out: "The messenger did not answer.",
  failed: "That did not work.",
  waiting: "The messenger will send it when it is connected again.",
  refused: "The messenger cannot do this here.",
};

/** Milliseconds between looks at the window. */
const pause = 200;

/** @type {MessengerWindow | undefined} */
let current;
/** Counts the windows that were left to what they had begun. */
let left = 0;
/** @type {MessengerWindow | undefined} */
let conversations;
export class MessengerWindow {
  #window;
  #talk;
  /** @type {Map<string, Pending>} */
  #pending = new Map();
  /** @type {string | undefined} */
  #page;
  #timer = 0;
  #isGone = false;
  #hasProved = false;
  /** Names this page: what it was asked before it was loaded anew, it has forgotten. */
  #own = crypto.randomUUID();
  /** @type {OwnerActions | undefined} */
  #asked;
  #shared;

  /**
   * Opens the messenger, or brings it to the front and to that page. Call it in a click or a key
   * press: browsers open nothing else. A window in which a proof is asked for, or that has answered and is about to
   * close, is left to that: what is shared next has one of its own.
   *
   * @param {string} messengerOrigin
   * @param {string} path `/share` or `/prove`
   * @param {{ own?: Window, features?: string, name?: string, patience?: number }} [options] `patience`:
   *   milliseconds until a messenger that does not answer is given up
   * @returns {MessengerWindow} where the browser refused, one whose `isBlocked` is true and whose
   *   every answer says so
   */
  static open(messengerOrigin, path, options = {}) {
    if (current && !current.#isLeft(path)) current.#giveUp();
    else if (current?.isOpen) left += 1;
    current = new MessengerWindow(messengerOrigin, path, { name: left > 0 ? `grove-messenger-${left}` : undefined, ...options });
    return current;
  }

  /**
   * Opens the messenger's conversations, beside whatever else is open of it. While this page is there the messenger
   * asks its owner in it what it would otherwise open the page `/actions` for. Call it in a click.
   *
   * @param {string} messengerOrigin
   * @param {string} path
   * @param {Actions & { own?: Window }} actions
   * @returns {MessengerWindow}
   */
  static openConversations(messengerOrigin, path, { own, ...actions }) {
    if (conversations) conversations.#giveUp();
    conversations = new MessengerWindow(messengerOrigin, path,
      { own, features: "", name: "grove-conversations", actions });
    return conversations;
  }

  /**
   * Which collaboration's document is in front of this page's person now, if any: whatever happens in it they see here,
   * and a messenger that is open beside it need not tell them. To be set by the app.
   *
   * @type {() => string | undefined}
   */
  static inFront = () => undefined;

  /**
   * Which collaboration's document this page shows, looked at or not: of several pages of an app its messenger asks in the
   * one of the very document. To be set by the app.
   *
   * @type {() => string | undefined}
   */
  static shows = () => undefined;

  /**
   * Who takes part was changed from this page, as a messenger wished. To be set by the app, whose page may show who they are.
   *
   * @type {() => void}
   */
  static changed = () => {};

  /**
   * A window in which something was shared from here hands over an end of a channel: the messenger's page in another tab
   * holds the other one, and may ask this page afterwards (`takeActionsThrough`). To be set by the app, which looks whether
   * the origin is that of the messenger it is set up with; without it the end is closed.
   *
   * @type {(messengerOrigin: string, port: MessagePort) => void}
   */
  static connected = (_, port) => port.close();

  /** The window that is open now, whichever part of the page opened it. */
  static get current() {
    return current?.isOpen ? current : undefined;
  }

  /**
   * @param {string} messengerOrigin
   * @param {string} path
   * @param {{ own?: Window, features?: string, name?: string, patience?: number, actions?: Actions }} options
   */
  constructor(messengerOrigin, path, options) {
    const { own = window, features = "popup,width=480,height=720", name = "grove-messenger",
      patience = 30_000, actions } = options;
    this.#shared = SharedHere.of(own);
    this.origin = messengerOrigin;
    this.patience = patience;
    this.#window = own.open(messengerOrigin + path, name, features);
    this.isBlocked = !this.#window;
    this.#talk = new WindowChannel({
      own, other: () => this.#window, isExpected: (origin) => origin === messengerOrigin,
      parted: (message) => this.#asked?.hear(message, "withdrawal"), heard: (message, _, ports) => this.#heard(message, ports),
    });
    this.#asked = actions && new OwnerActions({
      messengerOrigin, confirm: askingInTitle(own, actions.confirm), handlers: () => actions.handlers, isGone: () => !this.isOpen,
      answer: (type, result, id) => this.#talk.say(messengerOrigin, type, result, id),
    });
    // One that was there already has gone to that page, but may lie behind this one.
    this.focus();
    if (!this.#window) this.#end("blocked");
    else this.#greet(Date.now(), 0);
  }

  get isOpen() {
    return !this.#isGone && !this.#window?.closed;
  }

  /** Whether its person has allowed what was asked: it is about to close. */
  get isLeaving() {
    return this.#hasProved && this.#pending.size === 0;
  }

  focus() {
    this.#window?.focus();
  }

  close() {
    this.#window?.close();
    this.#end("cancelled");
  }

  /**
   * Whether this window is left to what it has begun: it is about to close, or asks for a proof while something is shared.
   *
   * @param {string} path
   */
  #isLeft(path) {
    return this.isLeaving || (path === "/share" && [...this.#pending.values()].some(({ type }) => type === "prove"));
  }

  /** The window of this name is the next one's from now on: whoever is done late here must not close or show it. */
  #giveUp() {
    this.#end("cancelled");
    this.#window = null;
  }

  /**
   * Shares content into a conversation: the person chooses it, the options and the people there.
   *
   * @param {{ metadata?: object, file?: File, image?: Blob, appName?: string }} content `metadata`
   *   for collaboration (`localIdentifier`, `title`, `initiatorHandle`, `initiatorName`,
   *   `defaultShareOptions`), `file` for a copy
   * @param {import("./action-handlers.js").ActionHandlers} handlers
   * @param {{ timeLimit?: number }} options milliseconds for all of it; half an hour
   * @returns {Promise<{ ok: true } | NotDone>}
   */
  async share(content, handlers, { timeLimit = 1_800_000 } = {}) {
    return this.#ask("share", content, timeLimit, handlers);
  }

  /**
   * Asks for a proof that this person was invited. They see this page's origin, the document and
   * the app account, and have to agree; until then nothing is answered, not even a refusal.
   *
   * @param {{ collaborationID: string, challenge: string, account: string, accountName?: string, refused?: string[],
   *   pushKey?: string }} request `accountName`: how this app calls who has the account, where nobody chose its label. `pushKey`:
   *   the key this app's server pushes notices with; then the answer has `notices` for the server, where the person wants it
   *   (protocol 12.8). `challenge` as base64url; `refused`: the `root`s of earlier proofs that the server answered
   *   `not_verified`
   * @param {{ timeLimit?: number }} options milliseconds; a challenge does not live longer
   * @returns {Promise<Proved | NotDone>} `proof`
   *   is the body for the server; `photo` a data address: the picture of the conversation; `name` how the app may call
   *   somebody who has no account there
   */
  async prove(request, { timeLimit = 300_000 } = {}) {
    // What is settled as proved has a proof.
    const answer = this.#ask("prove", request, timeLimit);
    return /** @type {Promise<NotDone | Proved>} */ (answer);
  }

  /**
   * Lets the messenger tell the other participants what only this device knows. What the app's server sees
   * happen it tells by itself (protocol 12.8), whether a messenger is open or not.
   *
   * @param {{ collaborationID: string, noticeID: string, event: number, trigger: number, at:
   *   string, root?: string, attestation?: object }} notice protocol 12.4; `at` as decimal text
   * @param {{ timeLimit?: number }} options milliseconds
   * @returns {Promise<{ ok: true } | NotDone>}
   */
  async postNotice(notice, { timeLimit = 10_000 } = {}) {
    return this.#ask("notice", notice, timeLimit);
  }

  /**
   * @param {string} type
   * @param {object} members
   * @param {number} timeLimit
   * @param {import("./action-handlers.js").ActionHandlers} [handlers]
   * @returns {Promise<Settled>}
   */
  #ask(type, members, timeLimit, handlers) {
    if (!this.isOpen) return Promise.resolve(notDone(this.isBlocked ? "blocked" : "cancelled"));
    return new Promise((resolve) => {
      const id = crypto.randomUUID();
      const settle = (/** @type {Settled} */ result) => {
        clearTimeout(timer);
        this.#pending.delete(id);
        if (type === "share") this.#shared.over();
        resolve(result);
      };
      const timer = setTimeout(() => settle(notDone("timed_out")), timeLimit);
      this.#pending.set(id, { type, members, handlers, settle });
      if (this.#page) this.#talk.say(this.origin, type, members, id);
    });
  }

  /**
   * Greets the messenger's page until it is there, and now and then afterwards: it may have been
   * loaded anew. A window that was closed says so only when it is asked.
   *
   * @param {number} since when it was opened
   * @param {number} count
   */
  #greet(since, count) {
    if (this.#window?.closed) {
      // What it said last may still be on its way.
      this.#timer = Number(setTimeout(() => this.#end("cancelled"), pause / 2));
      return;
    }
    if (!this.#page && Date.now() - since > this.patience) return this.#end("timed_out");
    if (!this.#page || count % 10 === 0) this.#hello();
    this.#timer = Number(setTimeout(() => this.#greet(since, count + 1), pause));
  }

  #hello() {
    const inFront = MessengerWindow.inFront();
    this.#talk.say(this.origin, "hello", inFront === undefined ? {} : { inFront });
  }

  /** @param {import("./window-channel.js").Message} message @param {readonly MessagePort[]} ports @returns {void} */
  #heard(message, [port]) {
    const { type, id } = message;
    if (type === "ready") return this.#arrived(String(message.page));
    if (type === "connect") return port && MessengerWindow.connected(this.origin, port);
    if (this.#asked && type === "hello") return this.#talk.say(this.origin, "ready", { page: this.#own, shows: MessengerWindow.shows() }, id);
    if (this.#asked && (isAction(type) || ["withdrawn", "awaited"].includes(type))) return this.#asked.hear(message);
    if (isAction(type)) return void this.#act(message);
    const pending = this.#pending.get(id);
    if (!pending) return;
    if (type === "proof" && pending.type === "prove") {
      const { proof, root, photo, notices, name, born } = message;
      const picture = photo === undefined ? undefined : String(photo);
      const known = typeof name === "string" ? { name } : {};
      this.#hasProved = true;
      pending.settle({
        ok: true, proof: String(proof), root: String(root), photo: picture, notices, born, ...known,
      });
    } else if (type === `${pending.type}.result` && message.ok) {
      pending.settle({ ok: true });
    } else if (type === "error" || type === `${pending.type}.result`) {
      const ending = typeof message.ending === "string" ? { ending: message.ending } : {};
      pending.settle({ ...notDone(reasonIn(message), message.code, message.sentence), ...ending });
    }
  }

  /**
   * A page that was loaded anew has forgotten what it was asked.
   *
   * @param {string} page
   */
  #arrived(page) {
    if (page === this.#page) return;
    this.#page = page;
    for (const [id, { type, members }] of this.#pending) {
      this.#talk.say(this.origin, type, members, id);
    }
    // What this app's server vouches for in notices can be checked with them: a messenger's page
    // asks no other server. Asked for each time, because they are replaced now and then; the browser
    // keeps the answer for as long as it may.
    fetch("/.well-known/collab-keys.json").then((answer) => answer.json()).then(
      (published) => this.#talk.say(this.origin, "keys", { published }), () => undefined);
  }

  /** @param {import("./window-channel.js").Message} message */
  async #act(message) {
    const share = this.#share;
    this.#handlers = share?.handlers ?? this.#handlers;
    const { metadata } = /** @type {{ metadata?: object }} */ (share?.members ?? {});
    const result = this.#shared.allows(message, metadata) ? await carryOut(message, this.#handlers)
      : { ok: false, code: notSharedHere, reason: "The page that was asked shares something else.", isUnchanged: true };
    if ("collaborationID" in result && result.collaborationID) this.#shared.started(result.collaborationID, !this.#share);
    this.#talk.say(this.origin, `${message.type}.result`, result, message.id);
  }

  /** What is being shared now. */
  get #share() {
    return [...this.#pending.values()].reverse().find(({ type }) => type === "share");
  }

  /** Those of the last share: what it left may have to be taken back after it is over. */
  #handlers = {};

  /** @param {Reason} reason */
  #end(reason) {
    if (this.#isGone) return;
    this.#isGone = true;
    clearTimeout(this.#timer);
    this.#talk.stop();
    for (const { settle } of [...this.#pending.values()]) settle(notDone(reason));
  }
}

/**
 * @typedef {{ handlers: import("./action-handlers.js").ActionHandlers,
 *   confirm: (question: import("./owner-actions.js").ActionQuestion, over: AbortSignal) => Promise<boolean> }} Actions
 *   what this page does when the messenger asks, and how its signed-in owner is asked first
 *
 * @typedef {NotDone | { ok: true } | Proved} Settled
 * @typedef {{ ok: true, proof: string, root: string, photo?: string, notices?: unknown,
 *   name?: string, born?: unknown }} Proved
 *
 * @typedef {object} Pending
 * @property {string} type
 * @property {object} members
 * @property {import("./action-handlers.js").ActionHandlers} [handlers]
 * @property {(result: Settled) => void} settle
 */

/** @param {import("./window-channel.js").Message} message @returns {Reason} */
const reasonIn = ({ reason }) =>
  (typeof reason === "string" && Object.hasOwn(sentences, reason)
    ? /** @type {Reason} */ (reason) : "refused");

/**
 * @param {Reason} reason
 * @param {unknown} [code]
 * @param {unknown} [sentence] the messenger's own
 * @returns {NotDone}
 */
const notDone = (reason, code, sentence) => ({
  ok: false, reason, code: typeof code === "string" ? code : undefined,
  sentence: typeof sentence === "string" && sentence ? sentence : sentences[reason],
});
