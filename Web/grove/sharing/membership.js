import { freshID } from "../device/local-device.js";
import { chooseToLetIn, renewals } from "../rules/invitations/identity-renewals.js";
import { KnownParticipants } from "../rules/membership/known-membership.js";
import { decline, undecline } from "../rules/membership/declined-changes.js";
import { agreedChange, offerFor, renewalOf, takenAway } from "../rules/membership/membership-rules.js";
import { accountsOf, sharedIn } from "../rules/membership/shared-collaboration.js";
import { elsewhereOf } from "../rules/membership/shared-elsewhere.js";
import { standing } from "../rules/membership/told-to-have-gone.js";
import { isSame, names } from "../rules/model/record-names.js";
import { all } from "../rules/model/records.js";
import { beginChange, outcomeOf } from "../rules/sharing/share-job.js";

/**
 * @typedef {import("../rules/model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../rules/model/sharing-types.js").IdentityRenewal} IdentityRenewal
 * @typedef {import("../rules/model/sharing-types.js").MembershipOffer} MembershipOffer
 * @typedef {import("../rules/model/sharing-types.js").ShareOutcome} ShareOutcome
 * @typedef {{ collaboration: CollaborationKey, title: string, result: ShareOutcome }} ChangedDocument
 */

/** More an app's page refuses (`owner-actions.js`). */
const maximumAtOnce = 64;

/** Who takes part in what was shared, and changes of it (protocol 12.1, 12.2). */
export class Membership {
  #host;
  #shares;

  /**
   * @param {import("./sharing-host.js").SharingHost} host
   * @param {Pick<import("./shares.js").Shares, "run" | "rest">} shares carries changes out
   */
  constructor(host, shares) {
    this.#host = host;
    this.#shares = shares;
  }

  /**
   * Plans for conversations whose people changed: what updating the documents would mean.
   *
   * @param {string} [conversationID] of one conversation only
   * @returns {Promise<MembershipOffer[]>}
   */
  membershipOffers = async (conversationID) => this.#host.look((records) => {
    if (sharedIn(records).length === 0) return [];
    return all(records, names.conversation(conversationID))
      .flatMap((roster) => offerFor(records, roster, this.#host.accountID) ?? []);
  });

  /**
   * The person consents: identities are added and removed, who joined is invited, the others told.
   * The apps have to be here (`isAppHere`). A document that failed stays on offer.
   *
   * @param {MembershipOffer} offer as it was shown
   * @param {AbortSignal} [cancelled] the person has thought better of it: what no app has carried out
   *   by then is withdrawn, and fails as `cancelled`; what one has goes on
   * @returns {Promise<ChangedDocument[]>}
   */
  applyMembership = ({ conversationID, documents }, cancelled) =>
    this.#changeEach(conversationID, documents, (document) => (records, shared) =>
      agreedChange(records, shared, document, this.#host.accountID), cancelled);

  /**
   * The person changes who is in the conversation, and decides at once whose access stays as it is: that is not
   * offered then.
   *
   * @param {string} conversationID
   * @param {Pick<MembershipOffer["documents"][number], "collaboration" | "gains" | "loses">[]} changes
   * @param {() => Promise<void>} change of the conversation: where it fails, nothing was decided
   */
  declineMembership = async (conversationID, changes, change) => {
    const decided = async (/** @type {typeof decline} */ rule) => {
      if (changes.length === 0) return;
      await this.#host.change((records) => changes.forEach((one) => rule(records, conversationID, one)));
    };
    // Before it: the offer would stand there for a moment.
    await decided(decline);
    try {
      await change();
    } catch (error) {
      await decided(undecline);
      throw error;
    }
  };

  /**
   * Before people are removed from a conversation, or this person leaves it and everybody else loses what they shared
   * there: while they are in it they can be told. The apps have to be here.
   *
   * @param {string} conversationID
   * @param {{ collaboration: CollaborationKey, title: string }[]} documents
   * @param {{ people?: string[], keepsElsewhere?: boolean }} whose `people`: absent for everybody else; `keepsElsewhere`:
   *   what they have by other conversations
   * @param {AbortSignal} [cancelled]
   * @returns {Promise<ChangedDocument[]>}
   */
  takeAway = async (conversationID, documents, { people, keepsElsewhere = false }, cancelled) => {
    const { accountID } = this.#host;
    const isTheirs = (/** @type {string} */ one) => one !== accountID && people?.includes(one) !== false;
    // While they are in the conversation still, nobody is asked whether they shall have it again. Of who has it not that
    // was decided before, or is still to be.
    const decided = (/** @type {typeof decline} */ rule, /** @type {{ collaboration: CollaborationKey }[]} */ those) =>
      this.#host.change((records) => {
        for (const { collaboration } of those) {
          const shared = records.get(names.shared(conversationID, collaboration));
          const gains = shared ? accountsOf(shared).filter(isTheirs) : [];
          rule(records, conversationID, { collaboration, gains, loses: [] });
        }
      });
    await decided(decline, documents);
    const results = await this.#changeEach(conversationID, documents, () => (records, shared) =>
      takenAway(records, shared, isTheirs, keepsElsewhere), cancelled);
    const kept = documents.filter(({ collaboration }) => !results.some(({ collaboration: one, result }) =>
      isSame(one, collaboration) && result.outcome !== "failed"));
    await decided(undecline, kept);
    return results;
  };

  /**
   * Not now: the offer comes back when the conversation changes again.
   *
   * @param {MembershipOffer} offer
   */
  dismissMembership = async ({ conversationID, version }) => {
    await this.#host.change((records) => {
      records.put(names.dismissed(conversationID), version);
      records.put(names.offer(conversationID), undefined);
    });
  };

  /**
   * Participants whose devices changed since their identity was made. Whoever is in the conversation no more, and was left
   * the document, cannot be sent another identity there, so nobody is asked about it; that of a device that was removed goes
   * all the same.
   *
   * @returns {Promise<IdentityRenewal[]>}
   */
  renewals = async () => this.#host.look((records) => renewals(records).filter(({ reason, conversationID, account }) =>
    reason === "device_removed" || records.get(names.conversation(conversationID))?.members.includes(account)));

  /** Whether people's added devices are let in without a click. */
  letsDevicesIn = () => this.#host.look((records) => records.get(names.letsDevicesIn()) === true);

  /** @param {boolean} isWanted */
  setLetsDevicesIn = (isWanted) => this.#host.change((records) => chooseToLetIn(records, isWanted));

  /**
   * Gives participants new identities for the devices they have now; granted access moves along. Where that is under way
   * already, because their app has just come, it waits until that is over.
   *
   * @param {CollaborationKey} collaboration
   * @param {string} [account] absent for everybody whose devices changed
   * @returns {Promise<ShareOutcome | undefined>} nothing where nobody's have
   */
  renewIdentities = async (collaboration, account) => {
    const isMeant = (/** @type {string} */ one) => account === undefined || one === account;
    const shared = (await this.#host.look((records) => sharedIn(records)))
      .filter((one) => isSame(one.collaboration, collaboration));
    for (const one of new Set(shared.flatMap(accountsOf))) {
      if (isMeant(one)) await this.#host.newestChain(one);
    }
    const due = async () => (await this.renewals()).filter((one) =>
      isSame(one.collaboration, collaboration) && isMeant(one.account));
    /** @type {ShareOutcome | undefined} */
    let outcome;
    // One update replaces one identity of each account: who was given further ones in a conversation has them all renewed.
    for (let left = await due(), before = Infinity; left.length > 0 && left.length < before; left = await due()) {
      before = left.length;
      outcome = await this.#renewEach(left);
      if (outcome?.outcome !== "sent") break;
    }
    return outcome;
  };

  /**
   * In several conversations it is one question to the app's owner.
   *
   * @param {IdentityRenewal[]} due of one collaboration
   * @returns {Promise<ShareOutcome | undefined>} what is not done, if anything
   */
  async #renewEach(due) {
    const outcomes = await Promise.all(grouped(due).map(async (group) => {
      const procedure = await this.renew(group);
      return procedure ? outcomeOf(procedure.state, group[0].conversationID) : this.#underWay(group);
    }));
    return outcomes.find(({ outcome }) => outcome !== "sent") ?? outcomes.at(-1);
  }

  /**
   * Its document is being changed, by this very renewal without a click perhaps: its app is not to be sent away meanwhile.
   *
   * @param {IdentityRenewal[]} group
   * @returns {Promise<ShareOutcome>} `waiting` where it is still to be done
   */
  async #underWay(group) {
    await this.#shares.rest();
    const [{ collaboration, conversationID }] = group;
    const left = await this.renewals();
    const isLeft = group.some(({ root }) =>
      left.some((one) => one.root === root && isSame(one.collaboration, collaboration)));
    return isLeft ? { outcome: "waiting", conversationID } : { outcome: "sent", conversationID, collaboration };
  }

  /** @param {IdentityRenewal[]} group of one collaboration in one conversation */
  renew(group) {
    const [{ collaboration, conversationID }] = group;
    return this.#change(conversationID, collaboration, (records, shared) =>
      renewalOf(records, shared, group));
  }

  /**
   * Who takes part in a collaboration, as far as this device is told.
   *
   * @param {CollaborationKey} collaboration
   * @returns {Promise<string[]>} accounts
   */
  membershipOf = async (collaboration) => this.#host.look((records) =>
    KnownParticipants.of(records, collaboration).accounts);

  /**
   * Whether this account shared it, into whichever conversation.
   *
   * @param {CollaborationKey} collaboration
   * @returns {Promise<boolean>}
   */
  hasShared = async (collaboration) => this.#host.look((records) =>
    sharedIn(records).some((one) => isSame(one.collaboration, collaboration)));

  /**
   * Collaborations this account shared into a conversation, without those from whom one was taken since.
   *
   * @param {string} conversationID
   * @returns {Promise<{ collaboration: CollaborationKey, title: string, link: string, optionsSummary: string,
   *   accounts: string[], elsewhere: import("../rules/model/sharing-types.js").Elsewhere[] }[]>} `optionsSummary` as it was
   *   shared; `elsewhere`: who of the others has it by other conversations, too
   */
  sharedIn = async (conversationID) => this.#host.look((records) =>
    sharedIn(records, conversationID).map((one) => standing(records, one)).map((shared) => ({
      collaboration: shared.collaboration, title: shared.title, link: shared.link,
      optionsSummary: shared.optionsSummary, accounts: accountsOf(shared),
      elsewhere: elsewhereOf(records, shared, accountsOf(shared).filter((one) => one !== this.#host.accountID)),
    })));

  /**
   * At once, as many as an app's page lets wait: what it is asked together it asks its owner in one question.
   *
   * @template {{ collaboration: CollaborationKey, title: string }} Document
   * @param {string} conversationID
   * @param {Document[]} documents
   * @param {(document: Document) => Parameters<typeof beginChange>[2]} decide
   * @param {AbortSignal} [cancelled]
   * @returns {Promise<ChangedDocument[]>} in their order, without those of which nothing is to be changed
   */
  async #changeEach(conversationID, documents, decide, cancelled) {
    /** @type {ChangedDocument[]} */
    const results = [];
    for (let first = 0; first < documents.length && !cancelled?.aborted; first += maximumAtOnce) {
      const each = await Promise.all(documents.slice(first, first + maximumAtOnce).map(async (document) => {
        const { collaboration, title } = document;
        const procedure = await this.#change(conversationID, collaboration, decide(document), cancelled);
        return procedure ? [{ collaboration, title, result: outcomeOf(procedure.state, conversationID) }] : [];
      }));
      results.push(...each.flat());
    }
    return results;
  }

  /**
   * @param {string} conversationID
   * @param {CollaborationKey} collaboration
   * @param {Parameters<typeof beginChange>[2]} decide
   * @param {AbortSignal} [cancelled]
   */
  #change(conversationID, collaboration, decide, cancelled) {
    const [procedureID, messageID] = [freshID(), freshID()];
    const place = { conversationID, collaboration, procedureID, messageID };
    const prepare = () => this.#host.change((records) => beginChange(records, place, decide));
    return this.#shares.run(procedureID, prepare, { is: "begin" }, cancelled);
  }
}

/**
 * @param {IdentityRenewal[]} found
 * @returns {IdentityRenewal[][]} by collaboration and conversation
 */
export function grouped(found) {
  /** @type {Map<string, IdentityRenewal[]>} */
  const groups = new Map();
  for (const one of found) {
    const name = names.shared(one.conversationID, one.collaboration);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups.values()];
}
