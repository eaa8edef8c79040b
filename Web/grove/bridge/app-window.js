import { parseCollaborationID } from "../encoding/labels.js";
import { parseOrigin } from "../encoding/origin.js";
import { limitedText, Members } from "../encoding/json-members.js";
import { encodeProofRequest } from "../identity/proof-request-data.js";
import { readSharedContent } from "./app-requests.js";
import { readNoticePost } from "./app-requests.js";
import { proofAnswer, toldEnding } from "./proof-answer.js";
import { OpenerApp } from "./opener-app.js";
import { RemoteApp } from "./remote-app.js";
import { WindowChannel } from "./window-channel.js";

/** @typedef {import("../sharing/sharing.js").Sharing} Sharing */

/** Requests that may wait at a time, and in all; more are not heard. */
const maximumWaiting = 16;
const maximumTaken = 4096;

/**
 * What an app's page asks of this window. `origin` is the browser's word, never the page's.
 *
 * @typedef {object} ShareRequest
 * @property {"share"} kind
 * @property {string} origin
 * @property {import("../rules/model/sharing-types.js").SharedContent} content
 * @property {RemoteApp} app to be registered: `messenger.sharing.register(request.app)`
 * @property {() => MessagePort} connect hands the app's page an end of a channel, and returns the other one: for a page of the
 *   messenger that stays (`connected-page.js`)
 * @property {(result: import("../rules/model/sharing-types.js").ShareOutcome) => void} finish tells the app,
 *   once, how it ended. While the person may still try again, do not
 *
 * @typedef {object} ProveRequest
 * @property {"prove"} kind
 * @property {string} origin
 * @property {string} collaborationID
 * @property {string} account the app account to be bound
 * @property {string} [accountName] how the app calls who has it
 * @property {(told: import("./proof-answer.js").ToldByClick) => void} tell the app, in place of a proof: by the person's click
 * @property {(sharing: Sharing, confirm: (question:
 *   import("../rules/model/sharing-types.js").AccountQuestion) => Promise<boolean>, photo?: () => Promise<string | undefined>, name?: () => string) =>
 *   Promise<{ ok: true } | { ok: false, refusal: string, isTold: boolean }>} answer makes the proof, asking the
 *   person where it has to, and tells the app what it may be told: with a proof, also the
 *   conversation's `photo`, a data address, and where they have no account there the `name` it may call them. What comes back is for this window to show
 *
 * @typedef {object} NoticeRequest
 * @property {"notice"} kind
 * @property {string} origin
 * @property {string} collaborationID
 * @property {(sharing: Sharing) => Promise<{ ok: true } | { ok: false, refusal: string }>} answer
 *
 * @typedef {ShareRequest | ProveRequest | NoticeRequest} AppRequest
 */

/**
 * The messenger's side of the bridge, for a page an app opened (protocol 13): it hears the window
 * that opened this one, believes the browser about its origin, and says nothing but that the page
 * is there before the person has agreed.
 */
export class AppWindow {
  #own;
  /** @type {WindowChannel} */
  #talk;
  #page = crypto.randomUUID();
  /** @type {AppRequest[]} */
  #waiting = [];
  /** @type {((request: AppRequest) => void) | undefined} */
  #wanted;
  /**
   * Identifiers of requests taken: a repeated one is the same.
   *
   * @type {Set<string>}
   */
  #taken = new Set();
  /** @type {RemoteApp | undefined} */
  #app;
  /**
   * What apps publish for attestations, until there is somebody to keep it.
   *
   * @type {Map<string, unknown>}
   */
  #keys = new Map();
  /** @type {Sharing | undefined} */
  #sharing;

  /** @type {OpenerApp | undefined} */
  #opener;
  #seen;

  /**
   * @param {Window} [own]
   * @param {{ came: (app: RemoteApp) => void, went: (app: RemoteApp) => void,
   *   seen?: (collaboration: import("../rules/model/sharing-types.js").CollaborationKey) => void }} [apps] hears of the
   *   page that opened this window while it takes actions; `seen`: that page has this document in front of its person
   *   now, as it says again every two seconds
   */
  constructor(own = window, apps) {
    this.#own = own;
    this.#seen = apps?.seen;
    this.#opener = apps && new OpenerApp({
      ...apps, isGone: () => !own.opener || own.opener.closed, show: () => own.opener?.focus(),
      say: (origin, type, members, id) => this.#talk.say(origin, type, members, id),
    });
    this.#talk = new WindowChannel({
      own, other: () => own.opener, isExpected: isOrigin,
      heard: (message, origin) => this.#heard(message, origin),
    });
  }

  /** Whether an app's page opened this window; otherwise nothing will be asked. */
  get isOpened() {
    return Boolean(this.#own.opener);
  }

  /** @returns {Promise<AppRequest>} the next thing that is asked, in order */
  next() {
    const request = this.#waiting.shift();
    if (request) return Promise.resolve(request);
    return new Promise((resolve) => (this.#wanted = resolve));
  }

  stop() {
    this.#opener?.stop();
    this.#talk.stop();
    this.#app?.lose();
  }

  /**
   * @param {import("./window-channel.js").Message} message
   * @param {string} origin
   */
  #heard(message, origin) {
    const { type, id } = message;
    // Nothing in it depends on who this person is, or whether there is one.
    if (type === "hello") {
      this.#opener?.greeted(origin);
      this.#tellSeen(message.inFront, origin);
      return this.#talk.say(origin, "ready", { page: this.#page }, id);
    }
    if (this.#opener?.hear(origin, message)) return;
    if (this.#app?.origin === origin && this.#app.hear(message)) return;
    if (type === "keys") return this.#passKeys(this.#keys.set(origin, message.published));
    const isTooMuch = this.#waiting.length >= maximumWaiting || this.#taken.size >= maximumTaken;
    if (isTooMuch || this.#taken.has(id)) return;
    this.#taken.add(id);
    const request = this.#read(message, origin);
    if (!request) return;
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (wanted) wanted(request);
    else this.#waiting.push(request);
  }

  /**
   * @param {import("./window-channel.js").Message} message
   * @param {string} origin
   * @returns {AppRequest | undefined} nothing for what is no request. One that cannot be read is
   *   answered at once: that says nothing about anybody here
   */
  #read({ type, id, ...members }, origin) {
    const say = (/** @type {string} */ kind, /** @type {object} */ result) =>
      this.#talk.say(origin, kind, result, id);
    try {
      if (type === "share") return this.#share(members, origin, say);
      const met = (/** @type {Sharing} */ sharing) => {
        this.#sharing = sharing;
        this.#passKeys(this.#keys);
      };
      if (type === "prove") return prove(members, origin, say, met);
      if (type === "notice") return notice(members, origin, say, met);
    } catch {
      say("error", { code: "malformed" });
    }
    return undefined;
  }

  /** @param {unknown} inFront @param {string} origin of the page that says so, and can say so of its own documents only */
  #tellSeen(inFront, origin) {
    if (inFront === undefined) return;
    try {
      this.#seen?.({ audience: origin, collaborationID: parseCollaborationID(inFront) });
    } catch {
      // What is no identifier names nothing.
    }
  }

  /** @param {Map<string, unknown>} keys */
  #passKeys(keys) {
    if (!this.#sharing) return;
    for (const [origin, published] of keys) {
      // Keys that cannot be read are no keys.
      this.#sharing.takePublishedKeys(origin, published).catch(() => undefined);
    }
    keys.clear();
  }

  /**
   * @param {Record<string, unknown>} members
   * @param {string} origin
   * @param {(kind: string, result: object) => void} say
   * @returns {ShareRequest}
   */
  #share(members, origin, say) {
    const { content, appName } = readSharedContent(members);
    this.#app?.lose();
    this.#app = new RemoteApp({
      origin, name: appName ?? new URL(origin).hostname,
      say: (type, action, id) => this.#talk.say(origin, type, action, id),
      isLost: () => !this.#own.opener || this.#own.opener.closed,
    });
    const finish = (/** @type {import("../rules/model/sharing-types.js").ShareOutcome} */ result) => {
      const sentence = result.outcome === "failed" ? result.sentence : undefined;
      say("share.result", { ok: result.outcome === "sent", reason: result.outcome, sentence });
    };
    const connect = () => {
      const { port1, port2 } = new MessageChannel();
      this.#talk.say(origin, "connect", {}, undefined, [port1]);
      return port2;
    };
    return { kind: "share", origin, content, app: this.#app, connect, finish };
  }
}

/**
 * @param {Record<string, unknown>} asked
 * @param {string} origin
 * @param {(kind: string, result: object) => void} say
 * @param {(sharing: Sharing) => void} met
 * @returns {ProveRequest}
 */
function prove(asked, origin, say, met) {
  // Long because what is read of the question and what is answered stand together.
  const members = new Members(asked);
  const account = members.text("account");
  const data = encodeProofRequest({ account, challenge: members.bytes("challenge") });
  const collaborationID = String(asked.collaborationID);
  const pushKey = members.optional("pushKey", (key) => limitedText(key, 128, "pushKey"));
  const accountName = members.optional("accountName", (name) => limitedText(name, 128, "accountName"));
  const refused = Array.isArray(asked.refused) ? asked.refused.slice(0, 16).map(String) : [];
  return {
    kind: "prove", origin, collaborationID, account, accountName,
    tell: (told) => void say("error", told),
    answer: async (sharing, confirm, photo, name) => {
      const request = { origin, collaborationID, data, refused };
      const made = await sharing.proof(request, confirm);
      met(sharing);
      if (made.ok) {
        const told = { origin, collaborationID, account, pushKey };
        say("proof", await proofAnswer(sharing, made.value, told, { photo, name }));
        return { ok: true };
      }
      const ending = await toldEnding(sharing, request, made.refusal);
      return { ...made, isTold: await refuse(sharing, origin, { code: made.refusal, ending }, say) };
    },
  };
}

/**
 * @param {Record<string, unknown>} members
 * @param {string} origin
 * @param {(kind: string, result: object) => void} say
 * @param {(sharing: Sharing) => void} met
 * @returns {NoticeRequest}
 */
function notice(members, origin, say, met) {
  const { collaborationID, post } = readNoticePost(members);
  return {
    kind: "notice", origin, collaborationID,
    answer: async (sharing) => {
      met(sharing);
      // Whether this person takes part is nobody's affair before they have let the app in.
      const isLetIn = await sharing.hasConsent(origin);
      const posted = isLetIn
        ? await sharing.postNotice({ audience: origin, collaborationID }, post)
        : { ok: /** @type {const} */ (false), refusal: "no_collaboration" };
      if (posted.ok) say("notice.result", { ok: true });
      else await refuse(sharing, origin, { code: posted.refusal }, say);
      return posted.ok ? { ok: true } : posted;
    },
  };
}

/**
 * A refusal is an answer about this person: only an app they have let in gets one (protocol 13.3).
 *
 * @param {Sharing} sharing
 * @param {string} origin
 * @param {{ code: string, ending?: string }} refusal
 * @param {(kind: string, result: object) => void} say
 * @returns {Promise<boolean>} whether it was told
 */
async function refuse(sharing, origin, refusal, say) {
  const isTold = await sharing.hasConsent(origin);
  if (isTold) say("error", refusal);
  return isTold;
}

/**
 * Only origins that can be an audience are heard: no file, no sandboxed frame, no plain http from
 * elsewhere (protocol 2.7).
 *
 * @param {string} origin as the browser gives it
 */
function isOrigin(origin) {
  try {
    return parseOrigin(origin) === origin;
  } catch {
    return false;
  }
}
