import { contentCame } from "../rules/arrivals/collaboration-inbox.js";
import {
  devicesChanged, forgetRenewed, renewals, renewedUnasked,
} from "../rules/invitations/identity-renewals.js";
import { rosterChanged } from "../rules/membership/membership-rules.js";
import { names } from "../rules/model/record-names.js";
import { usableIdentity } from "../store/usable-identities.js";
import { Drafts } from "./drafts.js";
import { Highlights } from "./highlights.js";
import { IdentityProofs } from "./identity-proofs.js";
import { grouped, Membership } from "./membership.js";
import { NoticeAddresses } from "./notice-addresses.js";
import { Notices } from "./notices.js";
import { OwnDocuments } from "./own-documents.js";
import { OwnReading } from "./own-reading.js";
import { settlePending } from "./pending-contents.js";
import { Shares } from "./shares.js";

/** @typedef {import("../rules/model/sharing-types.js").CollaborationApp} CollaborationApp */

/** Milliseconds until what is owed is tried again. */
const pause = 15_000;

/**
 * The same while a device that was just added has no keys yet: most have them within a second or two of being listed, and
 * nobody says so. Until it is told, its person reads there that nobody has invited them.
 */
const soon = [500, 1000, 2000, 4000];

/**
 * The sharing side of a messenger: `messenger.sharing`. Drafts and what becomes of them,
 * highlights, proofs, notices, offers to change who takes part. The rules, codes and sentences are
 * those of the Swift messenger.
 *
 * What is true stands in the device's store; after a change every tab gets the messenger's event
 * `sharing` with `{ kind, key }`. Look again at what concerns you:
 *
 * | kind | look at |
 * |---|---|
 * | `draft`, `job` | `drafts()` |
 * | `invitation`, `plain-link` | `highlights()`, `warnedLinks()`, the thread |
 * | `told-title`, `told-first-lines`, `told-ending`, `told-gone`, `told-came`, `notice-address`, `notice-choice` | `documentStates()` |
 * | `told-gone`, `told-left` | `membershipOffers()` |
 * | `notice-ledger`, `membership`, `told-ending`, `told-gone`, `told-came` | `notices()`, `allNotices()` |
 * | `notice-choice` | `hasServerNotices()` |
 * | `membership`, `membership-offer`, `dismissed-offer` | `membershipOffers()`, `membershipOf()` |
 * | `shared`, `changed-devices` | `renewals()` |
 * | `awaited-document`, `invitation` | `awaitedDocuments()` |
 *
 * Times are milliseconds since 1970, as numbers. Identifiers are base64url text.
 */
export class Sharing {
  #host;
  /** @type {Map<string, CollaborationApp>} */
  #apps = new Map();
  #shares;
  #memberships;
  #notices;
  #documents;
  #addresses;
  #reading;
  /** @type {Promise<void> | undefined} */
  #catchingUp;
  #isCalledAgain = false;
  #failedRenewals = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** How often it was looked, since something was told last, whether a device that was just added has keys. */
  #looksForKeys = 0;

  /** @param {import("./sharing-host.js").SharingHost} host */
  constructor(host) {
    // Long because it names everything a page may ask for.
    this.#host = host;
    this.#shares = new Shares(host, this.#apps, () => this.round());
    this.#memberships = new Membership(host, this.#shares);
    this.#notices = new Notices(host);
    this.#addresses = new NoticeAddresses(host);
    this.#reading = new OwnReading(host);
    this.#documents = new OwnDocuments(host);
    this.awaitedDocuments = this.#documents.awaited;
    const highlights = new Highlights(host);
    const drafts = new Drafts(host, this.#shares);
    const proofs = new IdentityProofs(host);
    this.highlights = highlights.highlights;
    this.highlightsIn = highlights.highlightsIn;
    this.endingsIn = highlights.endingsIn;
    this.highlightForLink = highlights.highlightForLink;
    this.conversationsForLink = highlights.conversationsForLink;
    this.highlight = highlights.highlight;
    this.documentStates = highlights.documentStates;
    this.warnedLinks = highlights.warnedLinks;
    this.addressFor = highlights.addressFor;
    this.shareSheet = drafts.shareSheet;
    this.stage = drafts.stage;
    this.drafts = drafts.drafts;
    this.updateDraft = drafts.updateDraft;
    this.discardDraft = drafts.discardDraft;
    this.send = drafts.send;
    this.cancelShare = this.#shares.cancelShare;
    this.awaitedApps = this.#shares.awaitedApps;
    this.proof = proofs.proof;
    this.hasConsent = proofs.hasConsent;
    this.confirmedAccounts = proofs.confirmedAccounts;
    this.forgetConfirmation = proofs.forgetConfirmation;
    this.setRawProofs = proofs.setRawProofs;
    this.postNotice = this.#notices.postNotice;
    this.retractNotices = this.#notices.retractNotices;
    this.notices = this.#notices.notices;
    this.allNotices = this.#notices.allNotices;
    this.dismissNotice = this.#notices.dismissNotice;
    this.dismissNotices = this.#notices.dismissNotices;
    this.clearNotices = this.#notices.clearNotices;
    this.clearOpened = this.#notices.clearOpened;
    this.noticeAddress = this.#addresses.noticeAddress;
    this.setServerNotices = this.#addresses.setServerNotices;
    this.hasServerNotices = this.#addresses.hasServerNotices;
    this.membershipOffers = this.#memberships.membershipOffers;
    this.applyMembership = this.#memberships.applyMembership;
    this.declineMembership = this.#memberships.declineMembership;
    this.takeAway = this.#memberships.takeAway;
    this.dismissMembership = this.#memberships.dismissMembership;
    this.renewals = this.#memberships.renewals;
    this.renewIdentities = this.#memberships.renewIdentities;
    this.letsDevicesIn = this.#memberships.letsDevicesIn;
    this.membershipOf = this.#memberships.membershipOf;
    this.sharedIn = this.#memberships.sharedIn;
    this.hasShared = this.#memberships.hasShared;
  }

  /**
   * From now on this app answers actions for its origin in this tab. One app for an origin; what
   * waited for it goes on.
   *
   * @param {CollaborationApp} app
   */
  register(app) {
    this.#apps.set(app.origin, app);
    this.catchUpIfItCan();
  }

  /**
   * Whether people's added devices are let in without a click, where the app is here.
   *
   * @param {boolean} isWanted
   */
  async setLetsDevicesIn(isWanted) {
    await this.#memberships.setLetsDevicesIn(isWanted);
    this.catchUpIfItCan();
  }

  /** @param {string} origin */
  unregister(origin) {
    this.#apps.delete(origin);
  }

  /** @param {string} origin @returns {boolean} in this tab */
  isAppHere(origin) {
    return this.#apps.has(origin);
  }

  /**
   * Keys an app's page publishes for attestations, as it handed them over (protocol 12.4).
   *
   * @param {string} origin of the page
   * @param {unknown} published parsed `/.well-known/collab-keys.json`
   * @throws {import("../encoding/grove-error.js").GroveError} `malformed`
   */
  async takePublishedKeys(origin, published) {
    // An origin that nothing here belongs to could fill the store.
    if ((await this.highlights(origin)).length === 0) return;
    await this.#notices.keepKeys(origin, published);
    this.catchUpIfItCan();
  }

  /**
   * What the device calls when something arrives or changes.
   *
   * @returns {import("../rules/conversations/sharing-hooks.js").SharingHooks}
   */
  get hooks() {
    const { accountID } = this.#host;
    return {
      receive: (content, { message, conversationID, myChain, isRefreshed, now }, records) =>
        contentCame(records, content, {
          messageID: message.messageID, sender: message.sender,
          senderDevice: message.senderDevice, conversationID,
          isFromRemovedDevice: message.isFromRemovedDevice,
          sentAt: Number(message.body.sentAt), receivedAt: now,
        }, { myChain, isRefreshed, myAccount: accountID, host: this.#contentHost }),
      rosterChanged: (roster, records, change) => rosterChanged(records, roster, accountID, change),
      devicesChanged: (after, records) => devicesChanged(records, after),
    };
  }

  /** @returns {import("../rules/arrivals/content-arrival.js").ContentHost} */
  get #contentHost() {
    const { baseKey, seal } = this.#host;
    return {
      baseKey, seal,
      derive: async (identity, leaf) => usableIdentity(identity, leaf, await baseKey()),
    };
  }

  /** Answers nothing: an app may take its time, and receiving and sending do not wait for it. */
  async round() {
    await this.#reading.tellOwnDevices();
    if ((await this.#shares.isWaiting()) || (await this.#hasWork())) void this.#catchUp();
  }

  /** The same, where it does not matter whether it can be done now. */
  catchUpIfItCan() {
    void this.round().catch(() => undefined);
  }

  /**
   * Resolves when everything that can be done in this tab is done: after `register`, before an app's
   * window is closed again.
   *
   * @returns {Promise<void>}
   */
  async settled() {
    do {
      await this.#catchUp();
      await this.#shares.rest();
    } while (this.#shares.isBusy);
  }

  async #hasWork() {
    const { store } = this.#host;
    const waiting = await Promise.all([
      store.page(names.pending(), { limit: 1 }), store.page(names.changedDevices(), { limit: 1 }),
    ]);
    return waiting.some(({ length }) => length > 0) || await this.#addresses.isSomethingToEnd() || this.#isSomethingToTell();
  }

  async #isSomethingToTell() {
    return await this.#addresses.isSomethingToTell() || this.#documents.isSomethingToTell();
  }

  /** What was sealed before a device had keys it never gets, and it would count as told. */
  async #tellOwnDevices() {
    if (!(await this.#isSomethingToTell())) return;
    if (await this.#host.isDeviceComing()) return this.#later(soon[this.#looksForKeys++]);
    this.#looksForKeys = 0;
    await this.#addresses.tellOwnDevices();
    await this.#documents.tell();
  }

  /**
   * Everything there is to catch up with: shares that were interrupted or wait, contents that could
   * not be judged yet, notice addresses that are to be ended or that the account's other devices do not know, identities of people
   * whose devices changed.
   */
  #catchUp() {
    this.#isCalledAgain = true;
    this.#catchingUp ??= this.#catchUpNow().finally(() => (this.#catchingUp = undefined));
    return this.#catchingUp;
  }

  async #catchUpNow() {
    try {
      while (this.#isCalledAgain) {
        this.#isCalledAgain = false;
        if (await this.#shares.goOn()) this.#later();
        await settlePending(this.#host, this.#contentHost);
        this.#failedRenewals = await this.#renew() ? this.#failedRenewals + 1 : 0;
        // What fails so often waits for something new: an app is not asked for ever.
        if (this.#failedRenewals > 0 && this.#failedRenewals <= 10) this.#later();
        await this.#tellOwnDevices();
        await this.#addresses.endAddresses();
      }
    } catch {
      // The store or the relay is away: with the next round.
      this.#later();
    }
  }

  #later(wait = pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#catchUp(), wait);
    // A program may end all the same.
    /** @type {{ unref?: () => void }} */ (this.#timer).unref?.();
  }

  /**
   * A device that was removed could still prove: that is mended without asking, where the app is
   * here. One that was added waits until somebody asks, unless the person chose otherwise (protocol 12.2).
   *
   * @returns {Promise<boolean>} whether something failed that may succeed later: a device that is just being added has
   *   no keys yet
   */
  async #renew() {
    const { look, change } = this.#host;
    if (await look((records) => records.list(names.changedDevices()).size === 0)) return false;
    const due = await look((records) => renewedUnasked(records, renewals(records)));
    let isToBeTriedAgain = false;
    for (const group of grouped(due)) {
      if (!this.#apps.has(group[0].collaboration.audience)) continue;
      const renewal = await this.#memberships.renew(group);
      if (renewal && renewal.state.phase !== "sent") isToBeTriedAgain = true;
    }
    await change(forgetRenewed);
    return isToBeTriedAgain;
  }
}
