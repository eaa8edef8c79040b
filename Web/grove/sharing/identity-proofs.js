import { encodeBase64URL, encodeJSON, textOf } from "../encoding/encoding.js";
import { encodeProofJSON, prove } from "../identity/signed-identity-proof.js";
import { comesBack, proofAsked } from "../rules/invitations/document-rules.js";
import { endingOf } from "../rules/invitations/document-state.js";
import { sharedIn } from "../rules/membership/shared-collaboration.js";
import { names } from "../rules/model/record-names.js";
import { all } from "../rules/model/records.js";
import { proofSigned } from "../rules/proofs/proof-births.js";
import { decideProof } from "../rules/proofs/proof-rules.js";
import { decodeProofRequest } from "../identity/proof-request-data.js";
import { enteredAccount, isEntryCandidate } from "../identity/entry-labels.js";
import { usableIdentities } from "../store/usable-identities.js";

/**
 * @typedef {import("../rules/model/sharing-types.js").ProofRequest} ProofRequest
 * @typedef {import("../rules/model/sharing-types.js").ProofRefusal} ProofRefusal
 * @typedef {import("../rules/model/sharing-types.js").AccountQuestion} AccountQuestion
 * @typedef {import("../rules/model/sharing-types.js").MadeProof} MadeProof
 */

/** Makes proofs, and keeps what the person has confirmed. */
export class IdentityProofs {
  #host;

  /** @param {import("./sharing-host.js").SharingHost} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * Makes this device's proof. Asks the person the first time for an audience and whenever the
   * account changes. Show refusals to the person; tell the app only where `hasConsent` (protocol
   * 13.3).
   *
   * @param {ProofRequest} asked
   * @param {(question: AccountQuestion) => Promise<boolean>} confirm
   * @returns {Promise<import("../encoding/check-result.js").Answer<MadeProof, ProofRefusal>>}
   */
  proof = async (asked, confirm) => {
    const { origin: audience, collaborationID, refused = [] } = asked;
    await this.#host.change((records) =>
      proofAsked(records, { audience, collaborationID }, refused));
    const request = { ...asked, entered: await this.#entered(asked) };
    const decide = () => this.#host.look((records) => decideProof(records, request));
    let answer = await decide();
    const hasLeft = await this.#host.look((records) => endingOf(records, { audience, collaborationID }) === "left");
    const question = questionOf(answer, { ...request, hasLeft });
    if (question) {
      if (!(await confirm(question))) return { ok: false, refusal: "account_not_confirmed" };
      const { account } = question;
      const confirmedAt = this.#host.now();
      await this.#put(names.confirmed(audience), { audience, account, confirmedAt });
      // What was true before the person answered may not be any more.
      answer = await decide();
    }
    if ("refuse" in answer) return { ok: false, refusal: answer.refuse };
    // Another account was confirmed for this audience meanwhile: this one was not.
    if ("confirm" in answer) return { ok: false, refusal: "account_not_confirmed" };
    return { ok: true, value: await this.#made(answer) };
  };

  /**
   * @param {Extract<ReturnType<typeof decideProof>, { sign: unknown }>} decided
   * @returns {Promise<MadeProof>}
   */
  async #made({ sign: { collaboration, root }, signing, entering }) {
    if ("account" in signing) {
      const account = entering?.account ?? signing.account;
      await this.#host.change((records) => {
        proofSigned(records, collaboration, account);
        comesBack(records, collaboration);
      });
    }
    const json = await this.#sign(collaboration, root, signing);
    if (json === undefined) throw new Error("an invitation that can prove has a key");
    const born = [];
    for (const { collaborationID, root: shown } of entering?.births ?? []) {
      const proof = await this.#sign({ ...collaboration, collaborationID }, shown, signing);
      if (proof !== undefined) born.push({ collaborationID, proof });
    }
    return { json, root, ...(born.length > 0 && { born }) };
  }

  /**
   * Whether the person has let this app in before: confirmed an account for it, or shared from it.
   * Before that an app gets no answer at all (protocol 13.3).
   *
   * @param {string} origin
   * @returns {Promise<boolean>}
   */
  hasConsent = async (origin) => {
    if (await this.#host.store.get(names.confirmed(origin))) return true;
    // Roots that were issued here: the person shared from this app themselves.
    return (await this.#host.look((records) => sharedIn(records))).some(
      ({ collaboration, participants }) =>
        collaboration.audience === origin && participants.some(({ statement }) => statement));
  };

  /** The confirmed app accounts, by origin, for settings. */
  confirmedAccounts = async () => this.#host.look((records) => all(records, names.confirmed()));

  /**
   * Asks again the next time.
   *
   * @param {string} audience
   */
  forgetConfirmation = async (audience) => this.#put(names.confirmed(audience), undefined);

  /**
   * Raw proofs (protocol 8.8) for an audience; off unless somebody turned it on.
   *
   * @param {string} audience
   * @param {boolean} allowed
   */
  setRawProofs = async (audience, allowed) =>
    this.#put(names.rawProofs(audience), allowed ? true : undefined);

  /**
   * @template Value
   * @param {import("../rules/model/records.js").Name<Value>} name
   * @param {Value | undefined} value
   */
  async #put(name, value) {
    await this.#host.change((records) => records.put(name, value));
  }

  /**
   * The accounts that this person's identities there enter, where the request is for an entry. Hashing waits, and
   * decisions do not.
   *
   * @param {ProofRequest} request
   * @returns {Promise<import("../rules/proofs/proof-births.js").Birth[]>}
   */
  async #entered({ origin: audience, data }) {
    try {
      if (!isEntryCandidate(decodeProofRequest(data).account)) return [];
    } catch {
      // Raw data names no account.
      return [];
    }
    const found = await this.#host.look((records) => all(records, names.invitation()).filter(
      ({ collaboration, canProve }) => canProve && collaboration.audience === audience));
    return Promise.all(found.map(async ({ collaboration, root }) => ({
      collaborationID: collaboration.collaborationID, root, account: await enteredAccount(collaboration, root),
    })));
  }

  /**
   * @param {import("../rules/model/sharing-types.js").CollaborationKey} collaboration
   * @param {string} root
   * @param {import("../rules/proofs/proof-rules.js").Signing} signing
   * @returns {Promise<string | undefined>} nothing where this device has no key for it
   */
  async #sign(collaboration, root, signing) {
    const usable = await usableIdentities(this.#host.store, collaboration);
    const identity = usable.find((one) => one.root === root);
    if (!identity) return undefined;
    if (!("raw" in signing)) return textOf(encodeProofJSON(await prove(identity, signing)));
    const { key, inclusion } = identity;
    const proof = {
      v: 1, profile: 2, publicKey: encodeBase64URL(key.publicKey.bytes),
      publicKeyIndex: inclusion.index, inclusionHashes: inclusion.hashes.map(encodeBase64URL),
      challenge: encodeBase64URL(signing.raw), signatureFormat: "p1363",
      signature: encodeBase64URL(await key.sign(signing.raw)),
    };
    return textOf(encodeJSON(proof));
  }
}

/**
 * Who left is asked, whatever else is known of them.
 *
 * @param {ReturnType<typeof decideProof>} answer
 * @param {ProofRequest & { hasLeft: boolean }} request
 * @returns {AccountQuestion | undefined}
 */
function questionOf(answer, { origin, asksAlways = false, hasLeft }) {
  const left = hasLeft && { hasLeft };
  if ("confirm" in answer) return { ...answer.confirm, ...left };
  if (!(asksAlways || hasLeft) || !("sign" in answer) || !("account" in answer.signing)) return undefined;
  const isNew = isEntryCandidate(answer.signing.account);
  const account = answer.entering?.account || answer.signing.account;
  return { audience: origin, account, title: answer.sign.title, isConfirmed: true, ...(isNew && { isNew }), ...left };
}
