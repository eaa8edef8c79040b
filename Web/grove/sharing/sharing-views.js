import { KnownParticipants } from "./known-membership.js";
import { usableInvitations, warningSentence } from "./invitations.js";
import { offerFor, renewals, sharedIn } from "./membership-rules.js";
import { accountsOf } from "./shared-collaboration.js";
import { all, isSame, keyOf, names } from "./sharing-names.js";

/** @typedef {import("./sharing.js").Sharing} Sharing */

/** What a person is shown of the sharing side, read from what is stored. */
export class SharingViews {
  #messenger;

  /** @param {any} messenger */
  constructor(messenger) {
    this.#messenger = messenger;
  }

  get #read() {
    return this.#messenger.internal.read;
  }

  /** @type {Sharing["highlights"]} */
  highlights = async (origin) => {
    const invitations = (await all(this.#read, "sharing/invitation/"))
      .filter((one) => !one.isRevoked && (!origin || one.collaboration.audience === origin));
    return newestOf(invitations)
      .sort((one, other) => other.receivedAt - one.receivedAt || (other.root < one.root ? -1 : 1))
      .map(highlightOf);
  };

  /** @type {Sharing["highlightForLink"]} */
  highlightForLink = async (link) => {
    const plain = plainLink(link);
    return (await this.highlights()).find((one) => plainLink(one.link) === plain);
  };

  /** @type {Sharing["highlight"]} */
  highlight = async (collaboration) => {
    const [newest] = await usableInvitations(this.#read, collaboration);
    return newest && highlightOf(newest);
  };

  /** @type {Sharing["warnedLinks"]} */
  warnedLinks = async (conversationID) =>
    (await all(this.#read, names.plainLink(conversationID, "")))
      .sort((one, other) => one.receivedAt - other.receivedAt)
      .map((one) => ({ ...one, sentence: warningSentence(one.reason) }));

  /** @type {Sharing["addressFor"]} */
  addressFor = async (link) => {
    if (!(await this.highlightForLink(link))) return link;
    const origin = globalThis.location?.origin ?? this.#messenger.relayOrigin;
    return `${link}${link.includes("#") ? "&" : "#"}collab-messenger=${origin}`;
  };

  /** @type {Sharing["notices"]} */
  notices = async (conversationID) => {
    const invitations = (await all(this.#read, "sharing/invitation/"))
      .filter((one) => one.conversationID === conversationID && !one.isRevoked);
    const shown = [];
    for (const one of newestOf(invitations)) shown.push(...await this.#banners(one));
    return shown.sort((one, other) => one.firstAt - other.firstAt || (one.id < other.id ? -1 : 1));
  };

  /**
   * @param {import("./invitation-inbox.js").ReceivedInvitation} invitation
   * @returns {Promise<import("./sharing.js").ShownNotice[]>}
   */
  async #banners({ collaboration, link, title, conversationID }) {
    const state = await this.#read.get(names.ledger(collaboration));
    if (!state) return [];
    const { NoticeLedger } = await import("../message/notice-ledger.js");
    const { bannerAttribution, bannerText } = await import("../message/notice-banner.js");
    const { audience, collaborationID } = collaboration;
    const banners = new NoticeLedger(state).visible(audience, collaborationID);
    /** @type {Map<string, string>} */
    const known = new Map();
    for (const { account } of banners.flatMap(({ actors }) => actors)) {
      known.set(account, await this.#messenger.accountName(account));
    }
    const nameOf = (/** @type {string} */ account) => known.get(account) ?? "Somebody";
    return banners.map((banner) => ({
      id: banner.id, collaboration, kind: banner.kind, text: bannerText(banner, nameOf), title,
      attribution: bannerAttribution(banner, nameOf), link, conversationID,
      firstAt: Number(banner.firstAt), latestAt: Number(banner.latestAt),
    }));
  }

  /** @type {Sharing["membershipOffers"]} */
  membershipOffers = async (conversationID) => {
    const offers = [];
    for (const roster of await all(this.#read, `conversation/${conversationID ?? ""}`)) {
      offers.push(await offerFor(this.#read, roster, this.#messenger.internal.accountID));
    }
    return offers.flatMap((offer) => offer ?? []);
  };

  /** @type {Sharing["renewals"]} */
  renewals = async () => renewals(this.#read);

  /** @type {Sharing["membershipOf"]} */
  membershipOf = async (collaboration) =>
    (await KnownParticipants.of(this.#read, collaboration)).accounts;

  /** @type {Sharing["sharedIn"]} */
  sharedIn = async (conversationID) =>
    (await sharedIn(this.#read, conversationID)).map((shared) => ({
      collaboration: shared.collaboration, title: shared.title, link: shared.link,
      accounts: accountsOf(shared),
    }));

  /** @returns {ReturnType<Sharing["awaitedApps"]>} wherever they are */
  async awaited() {
    const jobs = (await all(this.#read, "sharing/job/"))
      .filter(({ state: { phase } }) => phase === "staged" || phase === "compensating")
      .map(({ state: { origin }, metadata: { title } }) => ({ origin, title }));
    const changed = await this.#read.list("sharing/changed-devices/");
    const due = changed.size === 0 ? [] : await renewals(this.#read);
    const shared = await sharedIn(this.#read);
    const renewed = due.filter(({ reason }) => reason === "device_removed")
      .map(({ collaboration }) => ({
        origin: collaboration.audience,
        title: shared.find((one) => isSame(one.collaboration, collaboration))?.title ?? "",
      }));
    return [...new Map([...jobs, ...renewed].map((one) => [JSON.stringify(one), one])).values()];
  }
}

/**
 * @param {import("./invitation-inbox.js").ReceivedInvitation[]} invitations
 * @returns {import("./invitation-inbox.js").ReceivedInvitation[]} one for each collaboration
 */
const newestOf = (invitations) => invitations.filter((one) => !invitations.some((other) =>
  isSame(one.collaboration, other.collaboration) && other.order > one.order));

/**
 * @param {import("./invitation-inbox.js").ReceivedInvitation} invitation
 * @returns {import("./sharing.js").CollaborationHighlight}
 */
const highlightOf = ({ messageID, inviter, receivedAt, collaboration, ...invitation }) => ({
  id: messageID, link: invitation.link, ...keyOf(collaboration), title: invitation.title,
  optionsSummary: invitation.optionsSummary, sender: inviter,
  conversationID: invitation.conversationID, createdAt: receivedAt, canProve: invitation.canProve,
});

/**
 * The fragment is the messenger's and the app's affair, not the link's (protocol 13.1).
 *
 * @param {string} link
 */
const plainLink = (link) => link.split("#")[0];
