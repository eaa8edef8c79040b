import { compareIdentifiers, randomBytes } from "../encoding/encoding.js";
import { encodeContent } from "../message/content/message-content.js";
import "../message/content/invitation.js";
import { UsableIdentities } from "../store/usable-identities.js";
import { IdentitySeed } from "../identity/identity-seed.js";
import { PreparedIdentity } from "../message/prepared-identity.js";
import { collaborationKeys } from "./renewals.js";
import { collaborationOf, summaryOf } from "./share-job.js";
import { identityMapOf } from "./shared-collaboration.js";

/**
 * @typedef {import("./share-job.js").ShareJob} ShareJob
 * @typedef {import("./share-state.js").IssuedRoot} IssuedRoot
 * @typedef {import("./share-state.js").ShareEvent} ShareEvent
 */

/** Why an account cannot be invited, by the messenger's code. */
const reasons = new Map([
  ["contact_unknown", /** @type {const} */ ("recipient_unknown")],
  ["device_list_invalid", /** @type {const} */ ("recipient_untrusted")],
]);

/**
 * Device lists, roots and invitations of one attempt to share. It holds seeds, and lives no longer
 * than the attempt (protocol 4.4.1).
 */
export class ShareIdentities {
  #internal;
  /**
   * Roots are made from exactly what was checked.
   *
   * @type {Map<string, import("../message/statement-chain.js").StatementChain>}
   */
  #chains = new Map();
  /** @type {Map<string, PreparedIdentity>} */
  #identities = new Map();

  /** @param {any} internal of the messenger */
  constructor(internal) {
    this.#internal = internal;
  }

  /**
   * The newest device lists the relay has, verified.
   *
   * @param {string[]} accounts
   * @returns {Promise<ShareEvent>}
   */
  async resolve(accounts) {
    const resolutions = [];
    for (const account of accounts) {
      try {
        const chain = await this.#internal.chain(account, { refresh: true });
        this.#chains.set(account, chain);
        const devices = collaborationKeys(chain.newest).length;
        resolutions.push({ account, statement: chain.newest.reference, devices });
      } catch (error) {
        const { code } = /** @type {{ code?: string }} */ (error);
        const failure = reasons.get(code ?? "");
        if (!failure) return { is: "resolveFailed", failure: { code: "relay_unreachable" } };
        resolutions.push({ account, failure });
      }
    }
    return { is: "resolved", resolutions };
  }

  /**
   * Draws a fresh seed for each account and derives its root.
   *
   * @param {string[]} accounts
   * @param {ShareJob} job
   * @returns {Promise<ShareEvent>}
   */
  async issue(accounts, job) {
    const collaboration = collaborationOf(job);
    if (!collaboration) return { is: "issueFailed", failure: { code: "interrupted" } };
    const roots = [];
    for (const account of accounts) {
      const chain = this.#chains.get(account);
      try {
        if (!chain) throw new Error("not resolved");
        const seed = new IdentitySeed(randomBytes(32));
        const identity = await PreparedIdentity.derive(collaboration, chain.newest, seed);
        this.#identities.set(account, identity);
        roots.push({ account, root: identity.root, statement: chain.newest.reference });
      } catch {
        return { is: "issueFailed", failure: { code: "recipient_without_devices", account } };
      }
    }
    return { is: "issued", roots };
  }

  /**
   * One invitation for each account, with its own identity and everybody's root (protocol 6.1).
   *
   * @param {IssuedRoot[]} roots
   * @param {ShareJob} job
   * @param {import("./shared-collaboration.js").SharedCollaboration} [shared] what stands already
   * @returns {Map<string, Uint8Array> | undefined} nothing where one does not fit into a message
   */
  invitations(roots, job, shared) {
    const { state: { started }, metadata } = job;
    const collaboration = collaborationOf(job);
    if (!started || !collaboration) return undefined;
    const standing = shared ? identityMapOf(shared) : [];
    const map = new Map(standing.map(({ account, root }) => [account, root]));
    for (const { account, root } of roots) map.set(account, root);
    const identityMap = [...map].map(([account, root]) => ({ account, root }))
      .sort((one, other) => compareIdentifiers(one.account, other.account));
    const contents = new Map();
    try {
      const { link, epoch } = started;
      for (const { account } of roots) {
        const prepared = /** @type {PreparedIdentity} */ (this.#identities.get(account));
        const { invited: identity } = prepared;
        contents.set(account, encodeContent({
          type: "invitation", link, ...collaboration, title: metadata.title,
          optionsSummary: summaryOf(metadata), identity, identityMap, epoch,
        }).content);
      }
    } catch {
      return undefined;
    }
    return contents;
  }

  /**
   * The initiator has an identity like everybody else (protocol 4.4.1); this device keeps its part
   * without a message to itself.
   *
   * @param {import("./sharing-names.js").StagedRecords} records
   * @param {ShareJob} job
   * @returns {Promise<import("./invitation-inbox.js").ReceivedInvitation | undefined>}
   */
  async ownInvitation(records, job) {
    const { accountID, now } = this.#internal;
    const { state: { started }, metadata, messageID, conversationID } = job;
    const identity = this.#identities.get(accountID);
    const collaboration = collaborationOf(job);
    if (!identity || !started || !collaboration) return undefined;
    const baseKey = await this.#internal.baseKey();
    const leaf = await identity.leaf(baseKey.publicKey);
    if (leaf) await new UsableIdentities(records).add(collaboration, identity, leaf, baseKey);
    return {
      collaboration, order: 0, messageID, link: started.link, title: metadata.title,
      optionsSummary: summaryOf(metadata), inviter: accountID, conversationID, receivedAt: now(),
      root: identity.root, statement: identity.statement.reference, canProve: leaf !== undefined,
    };
  }
}
