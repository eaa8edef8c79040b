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
  #anew;

  /**
   * @param {AppServer} server
   * @param {{ entry?: string, anew?: boolean }} asked `entry`: the secret of a challenge that was asked for before; `anew`: the
   *   person wants a new account where another one cannot be reached
   */
  constructor(server, { entry = "", anew = false } = {}) {
    this.#server = server;
    this.#entry = entry;
    this.#anew = anew;
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

  /** @param {string} id @param {object} proof @param {import("./access.js").Shown} person */
  prove = async (id, proof, { name, born } = {}) => {
    const { session, access } = await this.#server.enter(id, {
      entry: this.#entry, proof: asBytes(JSON.stringify(proof)), displayName: name || "Somebody",
      ...bornIn(born), ...(this.#anew && { anew: true }),
    });
    const { account, displayName } = session;
    this.me = { account, displayName, hasPassword: false, isEnteredByProof: true };
    return access;
  };
}

/** @param {string} text */
const asBytes = (text) => toBase64URL(new TextEncoder().encode(text));

/**
 * @param {unknown} born as the messenger gave it: another program, which may say anything
 * @returns {{ born?: { collaborationID: string, proof: string }[] }}
 */
function bornIn(born) {
  if (!Array.isArray(born)) return {};
  const shown = born.slice(0, 4).map(({ collaborationID, proof }) =>
    ({ collaborationID: String(collaborationID), proof: asBytes(String(proof)) }));
  return shown.length > 0 ? { born: shown } : {};
}

/**
 * Opens a shared document for somebody who is not signed in.
 *
 * @param {AppServer} server
 * @param {import("../../grove/bridge/messenger-window.js").MessengerWindow} messenger opened by the person's click
 * @param {string} collaborationID
 * @param {{ noun?: import("./nouns.js").Noun, anew?: boolean }} wish
 * @returns {Promise<{ ok: true, me: Me } | import("./access.js").NotOpened>}
 */
export async function enterWithMessenger(server, messenger, collaborationID, { noun, anew } = {}) {
  const entering = new Entering(server, { anew });
  const opened = await openWithMessenger(entering, messenger, collaborationID, noun);
  if (!opened.ok) return opened;
  return { ok: true, me: /** @type {Me} */ (entering.me) };
}
