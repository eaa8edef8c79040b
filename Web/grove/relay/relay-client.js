import { encodeBase64URL, Members, parseJSON, utf8 } from "../encoding/encoding.js";
import { EventStreamParser } from "./event-stream.js";
import { jsonOf, readingAnswer, request } from "./relay-call.js";
import { readAccepted, readEvent } from "./relay-bodies.js";
import { RelaySignIn } from "./relay-sign-in.js";
import { MessengerError } from "../rules/model/messenger-error.js";

/**
 * @typedef {import("./relay-call.js").RelayRequest} RelayRequest
 * @typedef {import("./relay-bodies.js").MailboxEvent} MailboxEvent
 */

/** Three missed heartbeats (design 6) mean that nobody is there any more. */
const silence = 50_000;

/**
 * The relay's routes, one function each: here those of every day, in the modules `…-routes.js` what
 * is asked for rarely, over `signed` and `plain`. They throw `MessengerError`: `relay_unreachable`,
 * `relay_refused` with the relay's code in `problem`, `relay_answer_invalid`.
 */
export class RelayClient {
  #fetch;
  #signIn;

  /**
   * @param {string} origin
   * @param {import("./relay-sign-in.js").Credentials} [credentials] none before there is an account
   * @param {import("./relay-call.js").Fetch} [fetch]
   */
  constructor(origin, credentials, fetch = (url, init) => globalThis.fetch(url, init)) {
    this.origin = origin;
    this.#fetch = fetch;
    this.#signIn = credentials && new RelaySignIn(origin, fetch, credentials);
  }

  /**
   * @param {Uint8Array[]} envelopes one message; each recipient is decided alone
   * @param {boolean} [isQuiet] nobody whose messenger is closed is woken for it
   * @param {boolean} [isFinal] taken now or never, also where a copy sent before is still on its way
   * @returns {Promise<import("./relay-bodies.js").UndeliveredEnvelope[]>} who did not take it
   */
  async upload(envelopes, isQuiet = false, isFinal = false) {
    const json = { envelopes: envelopes.map(encodeBase64URL), ...isFinal && { final: true } };
    const headers = isQuiet ? { headers: { Urgency: "low" } } : {};
    return jsonOf(await this.signed("envelopes", { method: "POST", json, ...headers }), readAccepted);
  }

  /**
   * @param {string} after
   * @returns {Promise<{ events: MailboxEvent[], more: boolean }>}
   */
  async mailbox(after) {
    const answer = await this.signed(`mailbox?after=${after}&limit=200`);
    return jsonOf(answer, (value) => {
      const members = new Members(value);
      return { events: members.array("events", readEvent), more: members.value("more") === true };
    });
  }

  /**
   * What arrives in the mailbox, from now until the stream breaks.
   *
   * @param {string} after
   * @param {AbortSignal} signal ends it
   * @param {() => void} onOpen
   * @returns {AsyncGenerator<MailboxEvent, void>}
   */
  async *mailboxStream(after, signal, onOpen) {
    const end = new AbortController();
    const stop = () => end.abort();
    signal.addEventListener("abort", stop);
    let timer = setTimeout(stop, silence);
    try {
      const answer = await this.#stream(after, end.signal);
      onOpen();
      const parser = new EventStreamParser();
      const reader = answer.body?.getReader() ?? unreachable();
      for (;;) {
        const { done, value } = await reader.read().catch(unreachable);
        if (done) unreachable();
        clearTimeout(timer);
        timer = setTimeout(stop, silence);
        for (const { name, data } of readingAnswer(() => parser.feed(value))) {
          if (name === "mailbox") yield readingAnswer(() => readEvent(parseJSON(utf8(data))));
        }
      }
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      stop();
    }
  }

  /** @param {string} after @param {AbortSignal} signal */
  #stream(after, signal) {
    const headers = { "Accept": "text/event-stream", "Last-Event-ID": after };
    return this.signed("mailbox/stream", { headers, signal });
  }

  /** @param {string} upTo everything up to it is stored here: the relay forgets it */
  async acknowledge(upTo) {
    await this.signed("mailbox/acknowledgements", { method: "POST", json: { upTo } });
  }

  /** @param {string} path @param {RelayRequest} [options] @returns {Promise<Response>} */
  plain(path, options = {}) {
    return request(this.#fetch, `${this.origin}/relay/v1/${path}`, options);
  }

  /** @param {string} path @param {RelayRequest} [options] @returns {Promise<Response>} */
  signed(path, options = {}) {
    if (!this.#signIn) throw new MessengerError("no_device");
    return this.#signIn.with((headers) =>
      this.plain(path, { ...options, headers: { ...options.headers, ...headers } }));
  }
}

/** @returns {never} */
function unreachable() {
  throw new MessengerError("relay_unreachable", "the connection broke");
}
