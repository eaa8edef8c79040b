/**
 * The way to a proof where the browser opens no windows (protocol 13.1): this page goes to the
 * messenger and comes back with the result in its address's fragment. Load it only then.
 */

const name = "grove-redirect";

/**
 * Leaves this page. What is unsaved has to be saved before.
 *
 * @param {string} messengerOrigin
 * @param {{ collaborationID: string, challenge: string, account: string, refused?: string[] }}
 *   request
 * @param {{ own?: Window }} options
 */
export function redirectToProve(messengerOrigin, request, { own = window } = {}) {
  const id = crypto.randomUUID();
  const { origin, pathname, search } = own.location;
  const asked = { id, collaborationID: request.collaborationID };
  own.sessionStorage.setItem(name, JSON.stringify(asked));
  const question = { ...request, id, back: origin + pathname + search };
  own.location.assign(`${messengerOrigin}/prove#collab-request=${encodeText(question)}`);
}

/**
 * What this page came back with; it is taken once, and the address is cleaned.
 *
 * @param {{ own?: Window }} options
 * @returns {{ collaborationID: string, proof?: string, root?: string } | undefined} nothing where
 *   it did not come back from there, or with an answer to another question; without a proof the
 *   person came back with empty hands
 */
export function takeRedirectedProof({ own = window } = {}) {
  const match = /(?:^#|&)collab-proof=([\w-]*)/.exec(own.location.hash);
  const stored = own.sessionStorage.getItem(name);
  if (!match) return undefined;
  own.sessionStorage.removeItem(name);
  own.history.replaceState(own.history.state, "", own.location.pathname + own.location.search);
  try {
    const { id, collaborationID } = JSON.parse(stored ?? "{}");
    if (!match[1]) return { collaborationID };
    const answer = decodeText(match[1]);
    const isMine = typeof id === "string" && answer.id === id;
    return isMine ? { collaborationID, proof: answer.proof, root: answer.root } : undefined;
  } catch {
    return undefined;
  }
}

/** @param {object} value */
const encodeText = (value) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");

/** @param {string} text */
const decodeText = (text) =>
  JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0))));
