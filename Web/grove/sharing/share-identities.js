import { compareIdentifiers, randomBytes } from "../encoding/encoding.js";
import { encodeContent } from "../message/content/message-content.js";
import { IdentitySeed } from "../identity/identity-seed.js";
import { PreparedIdentity } from "../message/prepared-identity.js";
import { collaborationKeys } from "../rules/membership/membership-rules.js";
import { identityMapOf } from "../rules/membership/shared-collaboration.js";
import { MessengerError } from "../rules/model/messenger-error.js";
import { collaborationOf, summaryOf } from "../rules/sharing/share-job.js";
import { usableIdentity } from "../store/usable-identities.js";

/**
 * @typedef {import("../rules/sharing/share-job.js").ShareJob} ShareJob
 * @typedef {import("../rules/sharing/share-state.js").IssuedRoot} IssuedRoot
 * @typedef {import("../rules/sharing/share-state.js").ShareEvent} ShareEvent
 *
 * @typedef {object} OwnPart this device's own part in what is shared
 * @property {import("../rules/invitations/received-invitation.js").ReceivedInvitation} own
 * @property {import("../rules/invitations/usable-identity.js").StoredIdentity} [identity] where it
 *   can prove
 */

/**
 * Why an account cannot be invited, by the messenger's code.
 *
 * @type {Map<string, "recipient_unknown" | "recipient_untrusted">}
 */
const reasons = new Map([
  ["contact_unknown", "recipient_unknown"],
  ["device_list_invalid", "recipient_untrusted"],
]);

/**
 * Device lists, roots and invitations of one attempt to share. It holds seeds, and lives no longer
 * than the attempt (protocol 4.4.1).
 */
export class ShareIdentities {
  #host;
  /**
   * Roots are made from exactly what was checked.
   *
   * @type {Map<string, import("../message/statement-chain.js").StatementChain>}
   */
  #chains = new Map();
  /** @type {Map<string, PreparedIdentity>} */
  #identities = new Map();

  /** @param {import("./sharing-host.js").SharingHost} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * The newest device lists the relay has, verified, once each device on them can be written to.
   *
   * @param {string[]} accounts
   * @returns {Promise<ShareEvent>}
   */
  async resolve(accounts) {
    const resolutions = [];
    for (const account of accounts) {
      try {
        const chain = await this.#host.settledChain(account);
        if (!chain) return { is: "resolveFailed", failure: { code: "devices_keep_changing" } };
        this.#chains.set(account, chain);
        const devices = collaborationKeys(chain.newest).length;
        resolutions.push({ account, statement: chain.newest.reference, devices });
      } catch (error) {
        const failure = error instanceof MessengerError ? reasons.get(error.code) : undefined;
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
   * @param {import("../rules/membership/shared-collaboration.js").SharedCollaboration} [shared] what stands already
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
          optionsSummary: summaryFor(job), identity, identityMap, epoch, ...cardOf(metadata),
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
   * @param {ShareJob} job
   * @returns {Promise<OwnPart | undefined>}
   */
  async ownInvitation(job) {
    const { accountID, now } = this.#host;
    const { state: { started }, metadata, messageID, conversationID } = job;
    const identity = this.#identities.get(accountID);
    const collaboration = collaborationOf(job);
    if (!identity || !started || !collaboration) return undefined;
    const baseKey = await this.#host.baseKey();
    const leaf = await identity.leaf(baseKey.publicKey);
    return {
      identity: leaf && await usableIdentity(identity, leaf, baseKey),
      own: {
        collaboration, order: 0, messageID, link: started.link, title: metadata.title,
        optionsSummary: summaryOf(metadata), inviter: accountID, conversationID,
        receivedAt: now(), root: identity.root, statement: identity.statement.reference,
        canProve: leaf !== undefined, ...cardOf(metadata),
      },
    };
  }
}

/** @param {import("../rules/sharing/collaboration-metadata.js").CollaborationMetadata} metadata */
const cardOf = ({ card }) => (card ? { card } : {});

/**
 * What its people may do can have changed since it was shared, and the app tells nobody.
 *
 * @param {ShareJob} job
 * @returns {string} for who is invited with it
 */
const summaryFor = ({ state, metadata }) => state.purpose.kind === "share" ? summaryOf(metadata) : "";
