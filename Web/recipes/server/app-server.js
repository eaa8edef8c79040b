import { fromBase64URL, toBase64URL } from "../log/base64url.js";
import { withRetries } from "./retry.js";
import { takePrefetched } from "./prefetch.js";
import { readEvents } from "./event-stream.js";
import { Problem } from "./problem.js";

/** @typedef {import("./body-types.js").Document} Document */
/** @typedef {import("./body-types.js").DocumentEvent} DocumentEvent */
/** @typedef {import("./body-types.js").Shared} Shared */
/** @typedef {import("./body-types.js").Me} Me */
/** @typedef {import("./body-types.js").ShareOptions} ShareOptions */
/** @typedef {import("./body-types.js").FileShare} FileShare */
/** @typedef {import("./body-types.js").FileTerms} FileTerms */

const unnamed = [
  "POST accounts", "POST sessions", "POST password-resets", "POST sign-in-codes/use", "POST provider/sign-ins",
  "POST me/provider",
];

/** @param {unknown} error */
const judged = (error) => ({
  isUnknown: error instanceof Problem && error.code === "outcome_unknown",
  isPassing: error instanceof Problem && error.isPassing,
});

/** @param {string} text */
const path = (text) => encodeURIComponent(text);

/** @param {{ next?: string } | undefined} page the one before */
const next = (page) => (page?.next ? `?after=${encodeURIComponent(page.next)}` : "");

/**
 * The app's server: one function for each route that the pages use. A page is known by its session
 * cookie; a program hands in an origin and a token.
 */
export class AppServer {
  #origin;
  /** @type {Record<string, string>} */
  #headers;
  #pause;

  /**
   * @param {{ origin?: string, token?: string, pause?: (seconds: number) => Promise<unknown> }} caller
   */
  constructor({ origin = "", token, pause } = {}) {
    this.#origin = origin;
    this.#pause = pause;
    this.#headers = token ? { Authorization: `Bearer ${token}` } : {};
  }

  /**
   * @template [Answer=unknown]
   * @param {string} method
   * @param {string} address
   * @param {object} [body]
   * @param {RequestInit} [more]
   * @returns {Promise<Answer>} as the server sends it
   * @throws {Problem}
   */
  async #ask(method, address, body, more) {
    const fetched = () => this.#fetch(method, address, body, more);
    // The others carry nothing by which the server would know them again.
    const response = unnamed.includes(`${method} ${address}`)
      ? await fetched() : await withRetries(fetched, judged, this.#pause);
    return response.status === 204 ? undefined : response.json();
  }

  /**
   * @param {string} method
   * @param {string} address
   * @param {object} [body]
   * @param {RequestInit} [more]
   */
  async #fetch(method, address, body, more) {
    const headers = new Headers(this.#headers);
    if (body) headers.set("Content-Type", "application/json");
    const url = `${this.#origin}/collab/v1/${address}`;
    let response;
    try {
      response = await ((method === "GET" && takePrefetched(url)) || fetch(url, {
        method, headers, body: body && JSON.stringify(body), cache: "no-store", ...more,
      }));
    } catch (error) {
      throw new Problem(more?.signal?.aborted ? "aborted" : "unreachable");
    }
    if (response.ok) return response;
    const problem = await response.json().catch(() => ({}));
    throw new Problem(problem.code ?? "unavailable", problem.title, problem.retryAfter);
  }

  /** @param {Me & { password: string }} account @returns {Promise<Me>} */
  signUp = (account) => this.#ask("POST", "accounts", account);
  /** @param {{ account: string, password: string }} account its name, or its sign-in name @returns {Promise<Me>} */
  signIn = (account) => this.#ask("POST", "sessions", account);
  /** @param {string} returnPath @returns {Promise<{ address: string }>} where the browser goes now */
  beginProviderSignIn = (returnPath) => this.#ask("POST", "provider/sign-ins", { returnPath });
  /** @param {string} returnPath @returns {Promise<{ address: string }>} the same, for the account that is signed in */
  linkProvider = (returnPath) => this.#ask("POST", "me/provider", { returnPath });
  /** @returns {Promise<{ endedSessions: number }>} */
  unlinkProvider = () => this.#ask("DELETE", "me/provider");
  signOut = () => this.#ask("DELETE", "sessions/current");
  /**
   * @returns {Promise<{ sessions: import("./body-types.js").SessionEntry[], codeExpiresAt?: string }>} `codeExpiresAt`:
   *   until when a code to sign in elsewhere is good; without it there is none, or it was used
   */
  sessions = () => this.#ask("GET", "sessions");
  /** @param {string} id @returns {Promise<void>} */
  endSession = (id) => this.#ask("DELETE", `sessions/${path(id)}`);
  /** @returns {Promise<void>} */
  endSessions = () => this.#ask("DELETE", "sessions");
  /** @returns {Promise<{ code: string, expiresAt: string }>} to sign in on another device with */
  makeSignInCode = () => this.#ask("POST", "sign-in-codes");
  /** @param {string} code as it was typed @returns {Promise<Me>} */
  useSignInCode = (code) => this.#ask("POST", "sign-in-codes/use", { code });
  /** @param {string} oldPassword @param {string} newPassword @returns {Promise<{ endedSessions: number }>} */
  changePassword = (oldPassword, newPassword) =>
    this.#ask("PUT", "me/password", { oldPassword, newPassword });
  /**
   * By a link from whoever runs the server, once.
   *
   * @param {string} token
   * @param {string} newPassword
   * @returns {Promise<{ account: string, endedSessions: number }>}
   */
  resetPassword = (token, newPassword) => this.#ask("POST", "password-resets", { token, newPassword });
  /** @returns {Promise<Me>} */
  me = () => this.#ask("GET", "me");
  /**
   * @param {string} account of whoever is signed in
   * @returns {Promise<{ accountName?: string }>} how they are called, where a proof has made its label, which says nothing to
   *   anybody (protocol 8.9)
   */
  accountName = async (account) => {
    if (!/^invited-[0-9a-f]{32}$/.test(account)) return {};
    const me = await this.me().catch(() => undefined);
    return me?.account === account ? { accountName: me.displayName } : {};
  };

  /** @returns {Promise<{ documents: Document[] }>} every page */
  async documents() {
    /** @type {Document[]} */
    const documents = [];
    /** @type {{ documents: Document[], next?: string } | undefined} */
    let page;
    do {
      page = await this.#ask("GET", `documents${next(page)}`);
      documents.push(...page?.documents ?? []);
    } while (page?.next);
    return { documents };
  }
  /** @param {string} title @param {string} requestID @returns {Promise<Document>} */
  createDocument = (title, requestID) => this.#ask("POST", "documents", { requestID, title });
  /** @param {string} id @returns {Promise<Document>} */
  document = (id) => this.#ask("GET", `documents/${path(id)}`);
  /** @param {string} id @param {{ title?: string, location?: string }} change */
  changeDocument = (id, change) => this.#ask("PATCH", `documents/${path(id)}`, change);
  /** @param {string} id */
  deleteDocument = (id) => this.#ask("DELETE", `documents/${path(id)}`);

  /**
   * @param {string} id
   * @param {{ updateID: string, kind: "edit" | "comment", data: string, mentions?: string[], firstLines?: string }} update
   * @param {RequestInit} [more]
   * @returns {Promise<{ sequence: string }>}
   */
  append = (id, update, more) => this.#ask("POST", `documents/${path(id)}/updates`, update, more);

  /**
   * @param {string} id
   * @param {number} after
   * @param {number} limit
   * @returns {Promise<{ events: DocumentEvent[], more: boolean, next?: string }>} a page: it ends
   *   after `limit` entries or so many bytes, and goes on after `next`
   */
  events = (id, after, limit) =>
    this.#ask("GET", `documents/${path(id)}/events?after=${after}&limit=${limit}`);

  /** @param {string} id */
  async snapshot(id) {
    /** @type {{ sequence: string, data: string }} */
    const { sequence, data } = await this.#ask("GET", `documents/${path(id)}/snapshot`);
    return { sequence: Number(sequence), bytes: fromBase64URL(data) };
  }

  /** @param {string} id @param {number} sequence @param {Uint8Array} bytes */
  putSnapshot = (id, sequence, bytes) => this.#ask("PUT", `documents/${path(id)}/snapshot`,
    { sequence: String(sequence), data: toBase64URL(bytes) });

  /**
   * The log from a position on, and who is here.
   *
   * @param {string} id
   * @param {number} after
   * @param {AbortSignal} signal
   * @param {() => void} [opened]
   */
  async *stream(id, after, signal, opened) {
    const address = `documents/${path(id)}/stream?after=${after}`;
    const response = await this.#fetch("GET", address, undefined, { signal });
    opened?.();
    if (response.body) yield* readEvents(response.body);
  }

  /** @param {string} id @param {{ clientID: string, state: string, leaseSeconds: number }} present */
  putPresence = (id, present) => this.#ask("PUT", `documents/${path(id)}/presence`, present);
  /** @param {string} id @param {string} clientID */
  endPresence = (id, clientID) => this.#ask("DELETE",
    `documents/${path(id)}/presence?clientID=${clientID}`, undefined, { keepalive: true });

  /** @param {string} documentID @param {string} requestID @param {ShareOptions} options @returns {Promise<Shared>} */
  prepareCollaboration = (documentID, requestID, options) =>
    this.#ask("POST", `documents/${path(documentID)}/collaboration`, { requestID, options });
  /** @param {string} id @returns {Promise<Shared>} */
  collaboration = (id) => this.#ask("GET", `collaborations/${path(id)}`);
  /** @param {string} id @param {ShareOptions} options */
  changeShareOptions = (id, options) =>
    this.#ask("PATCH", `collaborations/${path(id)}`, { options });
  /** @param {string} id @param {{ ifUnused?: boolean }} only */
  endCollaboration = (id, { ifUnused = false } = {}) =>
    this.#ask("DELETE", `collaborations/${path(id)}${ifUnused ? "?ifUnused=true" : ""}`);
  /** @param {string} id @param {object} change @returns {Promise<{ epoch: string }>} */
  updateIdentities = (id, change) =>
    this.#ask("POST", `collaborations/${path(id)}/identities`, change);
  /** @param {string} id @returns {Promise<import("./body-types.js").ParticipantList>} every page */
  async participants(id) {
    const address = `collaborations/${path(id)}/participants`;
    /** @type {import("./body-types.js").ParticipantList & { more?: boolean }} */
    const list = await this.#ask("GET", address);
    for (let page = list; page.more; list.participants.push(...page.participants)) {
      page = await this.#ask("GET", `${address}?after=${page.participants.at(-1)?.root}`);
    }
    return list;
  }
  /**
   * Where its owner lets in whoever has the link.
   *
   * @param {string} id
   * @returns {Promise<void>}
   */
  enterByLink = (id) => this.#ask("POST", `collaborations/${path(id)}/link-entry`);
  /** @param {string} id */
  leave = (id) => this.#ask("DELETE", `collaborations/${path(id)}/participation`);

  /** @param {string} id @returns {Promise<{ challenge: string, account: string, data: string }>} */
  challenge = (id) => this.#ask("POST", `collaborations/${path(id)}/challenge`);
  /** @param {string} id @param {object} proof @returns {Promise<{ documentID: string, root: string }>} */
  prove = (id, proof) => this.#ask("POST", `collaborations/${path(id)}/proof`, proof);
  /**
   * As `prove`, and takes over what another account has that cannot be reached any more.
   *
   * @param {string} id
   * @param {object} proof
   * @returns {Promise<{ documentID: string, root: string }>}
   */
  takeOver = (id, proof) => this.#ask("POST", `collaborations/${path(id)}/takeover`, proof);
  /** @param {string} id @returns {Promise<{ entry: string, challenge: string, account: string }>} for nobody yet */
  entryChallenge = (id) => this.#ask("POST", `collaborations/${path(id)}/entry-challenge`);
  /**
   * Into the account that the proof makes, or finds again.
   *
   * @param {string} id
   * @param {{ entry: string, proof: string, displayName: string, born?: object[], anew?: boolean }} entering
   * @returns {Promise<{ session: Me, access: { documentID: string, root: string }, isNewAccount: boolean }>}
   */
  enter = (id, entering) => this.#ask("POST", `collaborations/${path(id)}/entry`, entering);
  /** @param {string} newPassword to an account that a proof has made @param {string} signInName @returns {Promise<void>} */
  addPassword = (newPassword, signInName) => this.#ask("POST", "me/password", { newPassword, signInName });
  /** @param {string} id @param {string} note */
  knock = (id, note) => this.#ask("POST", `collaborations/${path(id)}/knocks`, note ? { note } : {});
  /** @param {string} id @returns {Promise<{ knocks: import("./body-types.js").Knock[] }>} every page */
  async knocks(id) {
    /** @type {import("./body-types.js").Knock[]} */
    const knocks = [];
    /** @type {{ knocks: import("./body-types.js").Knock[], next?: string } | undefined} */
    let page;
    do {
      page = await this.#ask("GET", `collaborations/${path(id)}/knocks${next(page)}`);
      knocks.push(...page?.knocks ?? []);
    } while (page?.next);
    return { knocks };
  }
  /** @param {string} id @param {string} knockID @param {boolean} accept */
  answerKnock = (id, knockID, accept) =>
    this.#ask("POST", `collaborations/${path(id)}/knocks/${path(knockID)}`, { accept });

  /**
   * A file or folder of one's own drive; one that is shared already keeps its link.
   *
   * @param {string} requestID
   * @param {string} file its path
   * @param {FileTerms} terms
   * @returns {Promise<FileShare>}
   */
  shareFile = (requestID, file, { who, access }) =>
    this.#ask("POST", "me/drive/shares", { requestID, path: file, who, access });
  /** @param {string} id @returns {Promise<FileShare>} what lies in a drive behind a link */
  fileShare = (id) => this.#ask("GET", `me/drive/shares/${path(id)}`);
  /** @param {string} id @param {FileTerms} terms @returns {Promise<FileShare>} */
  changeFileShare = (id, { who, access }) => this.#ask("PUT", `me/drive/shares/${path(id)}`, { who, access });
  /** @returns {Promise<{ shares: FileShare[] }>} what this person shares of their drive; no more than a page */
  fileShares = () => this.#ask("GET", "me/drive/shares?limit=200");
  /** @returns {Promise<{ shares: FileShare[] }>} what others share of theirs with this person */
  filesOfOthers = () => this.#ask("GET", "me/drive/shared");

  /** @returns {Promise<string | undefined>} what this server pushes notices with (protocol 12.8) */
  pushKey = async () => (await this.publishedKeys()).pushKey;
  /** @returns {Promise<{ pushKey?: string }>} all that this server says of its keys, for a messenger to read */
  async publishedKeys() {
    const response = await fetch(`${this.#origin}/.well-known/collab-keys.json`);
    return response.json();
  }
  /** @param {string} id of what the person has before them: their own messenger is told @returns {Promise<void>} */
  opened = (id) => this.#ask("POST", `collaborations/${path(id)}/opened`, undefined, { keepalive: true });
  /** @param {string} id @param {object} address as the messenger handed it over @returns {Promise<void>} */
  putNoticeAddress = (id, address) =>
    this.#ask("PUT", `collaborations/${path(id)}/notice-address`, address);
}
