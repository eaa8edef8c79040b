import { toBase64URL } from "../log/base64url.js";
import { openWithMessenger } from "./access.js";

/** @typedef {import("../server/app-server.js").AppServer} AppServer */
/** @typedef {import("../server/body-types.js").Me} Me */

/**
 * The app's server to somebody who is not signed in: a proof makes their account the first time and finds it again
 * (protocol 8.9).
 */
export class Entering {
  /** @type {Me | undefined} who they are, once a proof has told */
  me;
  #server;
  #entry;

  /** @param {AppServer} server @param {string} [entry] the secret of a challenge that was asked for before */
  constructor(server, entry = "") {
    this.#server = server;
    this.#entry = entry;
    // By then there is a session.
    this.pushKey = server.pushKey && (() => server.pushKey());
    this.putNoticeAddress = server.putNoticeAddress;
  }

  /** @param {string} id */
  challenge = async (id) => {
    const asked = await this.#server.entryChallenge(id);
    this.#entry = asked.entry;
    return asked;
  };

  /** @param {string} id @param {object} proof @param {string} [name] */
  prove = async (id, proof, name) => {
    const bytes = new TextEncoder().encode(JSON.stringify(proof));
    const { session, access } = await this.#server.enter(id,
      { entry: this.#entry, proof: toBase64URL(bytes), displayName: name || "Somebody" });
    const { account, displayName } = session;
    this.me = { account, displayName, hasPassword: false, isEnteredByProof: true };
    return access;
  };
}

/**
 * Opens a shared document for somebody who is not signed in.
 *
 * @param {AppServer} server
 * @param {import("../../grove/bridge/messenger-window.js").MessengerWindow} messenger opened by the person's click
 * @param {string} collaborationID
 * @param {import("./nouns.js").Noun} [noun]
 * @returns {Promise<{ ok: true, me: Me } | import("./access.js").NotOpened>}
 */
export async function enterWithMessenger(server, messenger, collaborationID, noun) {
  const entering = new Entering(server);
  const opened = await openWithMessenger(entering, messenger, collaborationID, noun);
  if (!opened.ok) return opened;
  return { ok: true, me: /** @type {Me} */ (entering.me) };
}
