import { encodeBase64URL, encodeJSON, textOf } from "../encoding/encoding.js";
import { prove } from "../identity/prove.js";
import { encodeProofJSON } from "../identity/signed-identity-proof.js";
import { UsableIdentities } from "../store/usable-identities.js";
import { sharedIn } from "./shared-documents.js";
import { decideProof } from "./proof-rules.js";
import { all, names } from "./sharing-names.js";

/** @typedef {import("./sharing.js").Sharing} Sharing */

/** Makes proofs, and keeps what the person has confirmed. */
export class ProofDesk {
  #internal;

  /** @param {any} internal of the messenger */
  constructor(internal) {
    this.#internal = internal;
  }

  /** @type {Sharing["proof"]} */
  proof = async (request, confirm) => {
    const { read, now } = this.#internal;
    let answer = await decideProof(read, request);
    const question = questionOf(answer, request);
    if (question) {
      if (!(await confirm(question))) return { ok: false, refusal: "account_not_confirmed" };
      const { audience, account } = question;
      await this.#put(names.confirmed(audience), { audience, account, confirmedAt: now() });
      // What was true before the person answered may not be any more.
      answer = await decideProof(read, request);
    }
    await this.#internal.connected();
    if ("refuse" in answer) return { ok: false, refusal: answer.refuse };
    // Another account was confirmed for this audience meanwhile: this one was not.
    if ("confirm" in answer) return { ok: false, refusal: "account_not_confirmed" };
    return { ok: true, value: await this.#sign(answer.sign, answer.signing) };
  };

  /** @type {Sharing["hasConsent"]} */
  hasConsent = async (origin) => {
    const { read } = this.#internal;
    if (await read.get(names.confirmed(origin))) return true;
    // Roots that were issued here: the person shared from this app themselves.
    return (await sharedIn(read)).some(({ collaboration, participants }) =>
      collaboration.audience === origin && participants.some(({ statement }) => statement));
  };

  /** @type {Sharing["confirmedAccounts"]} */
  confirmedAccounts = async () => all(this.#internal.read, "sharing/confirmed-account/");

  /** @type {Sharing["forgetConfirmation"]} */
  forgetConfirmation = async (audience) => this.#put(names.confirmed(audience), undefined);

  /** @type {Sharing["setRawProofs"]} */
  setRawProofs = async (audience, allowed) =>
    this.#put(names.rawProofs(audience), allowed || undefined);

  /**
   * @param {string} name
   * @param {unknown} value
   * @returns {Promise<void>}
   */
  async #put(name, value) {
    await this.#internal.change(async (/** @type {any} */ records) => records.put(name, value));
  }

  /**
   * @param {import("./invitation-inbox.js").ReceivedInvitation} invitation
   * @param {import("./proof-rules.js").Signing} signing
   * @returns {Promise<import("./sharing.js").MadeProof>}
   */
  async #sign({ collaboration, root }, signing) {
    const usable = await new UsableIdentities(this.#internal.read).find(collaboration);
    /** @type {any} */
    const identity = usable.find((one) => one.root === root);
    if (!("raw" in signing)) {
      return { json: textOf(encodeProofJSON(await prove(identity, signing))), root };
    }
    const { key, inclusion } = identity;
    const proof = {
      v: 1, profile: 2, publicKey: encodeBase64URL(key.publicKey.bytes),
      publicKeyIndex: inclusion.index, inclusionHashes: inclusion.hashes.map(encodeBase64URL),
      challenge: encodeBase64URL(signing.raw), signatureFormat: "p1363",
      signature: encodeBase64URL(await key.sign(signing.raw)),
    };
    return { json: textOf(encodeJSON(proof)), root };
  }
}

/**
 * @param {Awaited<ReturnType<typeof decideProof>>} answer
 * @param {import("./sharing.js").ProofRequest} request
 * @returns {import("./sharing.js").AccountQuestion | undefined}
 */
function questionOf(answer, { origin, asksAlways }) {
  if ("confirm" in answer) return answer.confirm;
  if (!asksAlways || !("sign" in answer) || !("account" in answer.signing)) return undefined;
  return { audience: origin, account: answer.signing.account, title: answer.sign.title };
}
