import { freshID } from "./fresh-id.js";
import { membershipChange, renewalChange } from "./membership-change.js";
import { offerFor } from "./membership-offer.js";
import { renewals } from "./renewals.js";
import { collaborationOf } from "./share-job.js";
import { outcomeOf } from "./share-outcome.js";
import { shareState } from "./share-state.js";
import { accountsOf, sharedIn } from "./shared-documents.js";
import { all, isSame, names } from "./sharing-names.js";

/** @typedef {import("./sharing.js").IdentityRenewal} IdentityRenewal */
/** @typedef {import("./sharing-names.js").StagedRecords} StagedRecords */

/** Changes of who takes part in what this account has shared (protocol 12.1, 12.2). */
export class MembershipDesk {
  #internal;
  #desk;

  /**
   * @param {any} internal of the messenger
   * @param {() => Promise<Pick<import("./share-desk.js").ShareDesk, "run">>} desk carries them out
   */
  constructor(internal, desk) {
    this.#internal = internal;
    this.#desk = desk;
  }

  /** @type {import("./sharing.js").Sharing["applyMembership"]} */
  applyMembership = async (offer, cancelled) => {
    const results = [];
    for (const document of offer.documents) {
      if (cancelled?.aborted) break;
      const { collaboration, title } = document;
      const procedure = await this.#applyDocument(offer, document, cancelled);
      if (!procedure) continue;
      const result = outcomeOf(procedure.state, offer.conversationID);
      results.push({ collaboration, title, result });
    }
    return results;
  };

  /** @type {import("./sharing.js").Sharing["dismissMembership"]} */
  dismissMembership = async ({ conversationID, version }) => {
    await this.#internal.change(async (/** @type {StagedRecords} */ records) => {
      records.put(names.dismissed(conversationID), version);
      records.put(names.offer(conversationID), undefined);
    });
  };

  /** @type {import("./sharing.js").Sharing["renewIdentities"]} */
  renewIdentities = async (collaboration, account) => {
    const { read, chain } = this.#internal;
    const isMeant = (/** @type {string} */ one) => account === undefined || one === account;
    const shared = (await sharedIn(read)).filter((one) => isSame(one.collaboration, collaboration));
    for (const one of new Set(shared.flatMap(accountsOf))) {
      if (isMeant(one)) await chain(one, { refresh: true });
    }
    const due = (await renewals(read)).filter((one) =>
      isSame(one.collaboration, collaboration) && isMeant(one.account));
    let outcome;
    for (const group of grouped(due)) {
      const procedure = await this.renew(group);
      if (procedure) outcome = outcomeOf(procedure.state, group[0].conversationID);
    }
    return outcome;
  };

  /**
   * The person consents to one document of an offer: only what they were shown and what still
   * holds.
   *
   * @param {import("./sharing.js").MembershipOffer} offer
   * @param {import("./sharing.js").MembershipOffer["documents"][number]} document
   * @param {AbortSignal} [cancelled]
   */
  #applyDocument({ conversationID }, document, cancelled) {
    const { collaboration } = document;
    return this.#change(conversationID, collaboration, async (records, shared) => {
      const roster = await records.get(`conversation/${conversationID}`);
      const offer = roster && await offerFor(records, roster, this.#internal.accountID);
      const now = offer?.documents
        .find((/** @type {any} */ one) => isSame(one.collaboration, collaboration));
      if (!now) return undefined;
      return membershipChange(shared, {
        ...now, gains: now.gains.filter(among(document.gains)),
        loses: now.loses.filter(among(document.loses)),
      });
    }, cancelled);
  }

  /** @param {IdentityRenewal[]} group of one collaboration in one conversation */
  renew(group) {
    const [{ collaboration, conversationID }] = group;
    return this.#change(conversationID, collaboration, async (records, shared) => {
      const members = (await records.get(`conversation/${conversationID}`))?.members ?? [];
      const old = new Map(group.filter(({ account }) => members.includes(account))
        .map(({ account, root }) => [account, root]));
      return old.size === 0 ? undefined : renewalChange(shared, old);
    });
  }

  /**
   * One change of a collaboration at a time: two would not know of each other's roots.
   *
   * @param {string} conversationID
   * @param {import("./sharing.js").CollaborationKey} collaboration
   * @param {(records: StagedRecords,
   *   shared: import("./shared-collaboration.js").SharedCollaboration) => Promise<any>} decide
   * @param {AbortSignal} [cancelled]
   */
  async #change(conversationID, collaboration, decide, cancelled) {
    const procedureID = freshID();
    const prepare = () => this.#internal.change(async (/** @type {StagedRecords} */ records) => {
      const shared = await records.get(names.shared(conversationID, collaboration));
      const isChanging = (await all(records, "sharing/job/")).some((job) => {
        const key = collaborationOf(job);
        return key && job.conversationID === conversationID && isSame(key, collaboration);
      });
      const change = shared && !isChanging ? await decide(records, shared) : undefined;
      if (!change) return undefined;
      const { link, epoch, metadata } = shared;
      const { audience: origin, collaborationID } = collaboration;
      const started = { link, collaborationID, epoch };
      const state = shareState({ procedureID, origin, started, ...change });
      const job = { state, conversationID, metadata, messageID: freshID() };
      records.put(names.job(procedureID), job);
      return job;
    });
    return (await this.#desk()).run(procedureID, prepare, { is: "begin" }, cancelled);
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

/** @param {string[]} accounts */
const among = (accounts) => (/** @type {string} */ one) => accounts.includes(one);
