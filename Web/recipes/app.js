/**
 * What every view of the app works with.
 *
 * @typedef {object} Config the origin's public settings
 * @property {string} messengerOrigin
 * @property {string} appName
 * @property {string} [providerName] whoever else signs people in: “Sign in with NAME”
 * @property {boolean} [drive] whether people have files here, at `/files`
 * @property {boolean} yjs whether people can type together here
 *
 * @typedef {object} App
 * @property {import("./server/app-server.js").AppServer} server
 * @property {Config} config
 * @property {boolean} isLinked whether this window was opened from a messenger
 * @property {import("./server/body-types.js").Me} me the app account that is signed in
 * @property {(address: string, options?: { replace?: boolean, isByItself?: boolean }) => void} go to another address of
 *   the app, without loading the page again; `isByItself`: nobody has asked for it now
 * @property {() => void} signedOut the session is over
 *
 * @typedef {object} View what stands in the page's middle
 * @property {string} title
 * @property {HTMLElement} element
 * @property {HTMLElement[]} [tools] for the top of the page
 * @property {() => void} [close]
 * @property {() => void} [opened] it stands in the page now
 */

/** @param {{ documentID: string, collaborationID?: string }} document @returns {string} its address */
export const addressOf = ({ documentID, collaborationID }) =>
  collaborationID ? `/d/${encodeURIComponent(collaborationID)}` : `/#recipe=${documentID}`;

/** @param {string} path of a file or folder in a drive @returns {string} where the page of drives shows it */
export const filesAddress = (path) => `/files#${path.split("/").map(encodeURIComponent).join("/") || "/"}`;

/** @typedef {{ kind: "list" } | { kind: "account" } | { kind: "recipe", documentID: string }
 *   | { kind: "reset", token: string } | { kind: "code", code: string }
 *   | { kind: "link", collaborationID: string }} Place */

/** @param {{ pathname: string, hash: string }} location @returns {Place} */
export function placeOf({ pathname, hash }) {
  const recipe = /^#recipe=([\w-]+)$/.exec(hash);
  const reset = /^#reset=([\w-]+)$/.exec(hash);
  const code = /^#code=([\w-]+)$/.exec(hash);
  const link = /^\/d\/([^/]+)$/.exec(pathname);
  if (link) {
    try {
      return { kind: "link", collaborationID: decodeURIComponent(link[1]) };
    } catch {
      return { kind: "list" };
    }
  }
  if (reset) return { kind: "reset", token: reset[1] };
  if (code) return { kind: "code", code: code[1] };
  if (hash === "#account") return { kind: "account" };
  return recipe ? { kind: "recipe", documentID: recipe[1] } : { kind: "list" };
}

/**
 * The messenger a link was opened from says where it is (protocol 13.1). A false one yields proofs
 * that are of no use.
 *
 * @param {string} hash
 * @returns {string | undefined}
 */
export function messengerOf(hash) {
  const match = /[#&]collab-messenger=([^&]+)/.exec(hash);
  if (!match) return undefined;
  try {
    const url = new URL(decodeURIComponent(match[1]));
    const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
    return url.protocol === "https:" || (url.protocol === "http:" && isLocal) ? url.origin : undefined;
  } catch {
    return undefined;
  }
}
