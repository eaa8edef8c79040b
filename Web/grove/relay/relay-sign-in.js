import { encodeBase64URL, Members } from "../encoding/encoding.js";
import { relaySignInBytes } from "../message/relay-sign-in.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { jsonOf, request } from "./relay-call.js";

/**
 * Whose requests these are.
 *
 * @typedef {object} Credentials
 * @property {string} accountID
 * @property {string} deviceID
 * @property {import("../crypto/signing-key.js").SigningKey} identityKey
 */

/**
 * Signs a device in by its identity key and keeps the token until it is refused or nearly over
 * (design 6). The token lives in memory only.
 */
export class RelaySignIn {
  /** @type {Promise<string> | undefined} */
  #token;
  #expiresAt = Infinity;
  #origin;
  #fetch;
  #credentials;

  /**
   * @param {string} origin
   * @param {import("./relay-call.js").Fetch} fetch
   * @param {Credentials} credentials
   */
  constructor(origin, fetch, credentials) {
    this.#origin = origin;
    this.#fetch = fetch;
    this.#credentials = credentials;
  }

  /**
   * @template Value
   * @param {(headers: Record<string, string>) => Promise<Value>} work done once more where the
   *   token had to be renewed
   * @returns {Promise<Value>}
   */
  async with(work) {
    const token = this.#current();
    try {
      return await work(header(await token));
    } catch (error) {
      if (!(error instanceof MessengerError) || error.problem !== "unauthenticated") throw error;
      // Two calls refused with one token sign in once.
      if (this.#token === token) this.#token = undefined;
      return work(header(await this.#current()));
    }
  }

  #current() {
    if (this.#expiresAt <= Date.now()) this.#token = undefined;
    this.#token ??= this.#signIn().catch((error) => {
      this.#token = undefined;
      throw error;
    });
    return this.#token;
  }

  /** @returns {Promise<string>} */
  async #signIn() {
    this.#expiresAt = Infinity;
    const { accountID, deviceID, identityKey } = this.#credentials;
    const url = `${this.#origin}/relay/v1/sign-in`;
    const asked = { method: "POST", json: { accountID, deviceID } };
    const challenge = await jsonOf(await request(this.#fetch, `${url}/challenge`, asked),
      (value) => new Members(value).bytes("challenge"));
    const bytes = relaySignInBytes({ relay: this.#origin, accountID, deviceID, challenge });
    const signature = encodeBase64URL(await identityKey.sign(bytes));
    const json = { accountID, deviceID, challenge: encodeBase64URL(challenge), signature };
    const answer = await request(this.#fetch, url, { method: "POST", json });
    return jsonOf(answer, (value) => {
      const members = new Members(value);
      // A minute early, so that a request on its way does not meet the end.
      const lifetime = Math.max(members.integer("expiresIn"), 61) - 60;
      this.#expiresAt = Date.now() + lifetime * 1000;
      return members.text("token");
    });
  }
}

/** @param {string} token */
const header = (token) => ({ Authorization: `Bearer ${token}` });
