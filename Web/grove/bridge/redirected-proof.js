/**
 * The way to a proof without a window (protocol 13.1): this page goes to the messenger and comes back
 * with the result in its address's fragment. It is how a document opens that the person clicked in
 * their messenger, and what is left where the browser opens no windows.
 */

const name = "grove-redirect";

/**
 * Whether this page was opened from that messenger, by the browser's word: what stands in the address
 * anybody can write there, and a copied address takes it along.
 *
 * @param {string} messengerOrigin
 * @param {string} referrer of this document
 */
export function isOpenedFrom(messengerOrigin, referrer) {
  try {
    return new URL(referrer).origin === messengerOrigin;
  } catch {
    return false;
  }
}

/**
 * Leaves this page. What is unsaved has to be saved before.
 *
 * @param {string} messengerOrigin
 * @param {{ collaborationID: string, challenge: string, account: string, accountName?: string, refused?: string[],
 *   pushKey?: string, keys?: unknown }} request `keys`: what this origin publishes for attestations (protocol 12.4)
 * @param {{ own?: Window, kept?: object }} options `kept`: what this page wants to know when it is back; it stays in
 *   this tab
 */
export function redirectToProve(messengerOrigin, request, { own = window, kept } = {}) {
  const id = crypto.randomUUID();
  const { origin, pathname, search } = own.location;
  const asked = { id, collaborationID: request.collaborationID, kept };
  own.sessionStorage.setItem(name, JSON.stringify(asked));
  const question = { ...request, id, back: origin + pathname + search };
  const link = own.document.createElement("a");
  link.href = `${messengerOrigin}/prove#collab-request=${encodeText(question)}`;
  // So that the browser tells the messenger who leads there; without it the person is asked every time.
  link.referrerPolicy = "strict-origin";
  link.click();
}

/**
 * What this page came back with; it is taken once, and the address is cleaned.
 *
 * @param {{ own?: Window }} options
 * @returns {Redirected | undefined} nothing where it did not come back from there, or with an answer to another
 *   question; without a proof and a code the person came back with empty hands
 *
 * @typedef {object} Redirected
 * @property {string} collaborationID
 * @property {Record<string, unknown>} [kept] as this page gave it
 * @property {string} [proof]
 * @property {string} [root]
 * @property {string} [photo]
 * @property {string} [name] how the app may call somebody who has no account there
 * @property {unknown} [notices] for the app's server
 * @property {unknown} [born] for the app's server, with the proof of an entry
 * @property {string} [code] why there is none
 * @property {string} [ending] what became of the document, where this person was told
 */
export function takeRedirectedProof({ own = window } = {}) {
  const match = /(?:^#|&)collab-proof=([\w-]*)/.exec(own.location.hash);
  const stored = own.sessionStorage.getItem(name);
  if (!match) return undefined;
  own.sessionStorage.removeItem(name);
  own.history.replaceState(own.history.state, "", own.location.pathname + own.location.search);
  try {
    const { id, collaborationID, kept } = JSON.parse(stored ?? "{}");
    if (!match[1]) return { collaborationID, kept };
    const answer = decodeText(match[1]);
    return typeof id === "string" && answer.id === id ? { ...known(answer), collaborationID, kept } : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Record<string, unknown>} answer */
function known({ notices, born, ...answer }) {
  /** @type {Record<string, string>} */
  const texts = {};
  for (const member of ["proof", "root", "photo", "name", "code", "ending"]) {
    const text = answer[member];
    if (typeof text === "string") texts[member] = text;
  }
  return { ...texts, ...(notices !== undefined && { notices }), ...(born !== undefined && { born }) };
}

/** @param {object} value */
const encodeText = (value) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");

/** @param {string} text */
const decodeText = (text) =>
  JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0))));
