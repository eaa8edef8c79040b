import { all, isSame, keyOf, names } from "./sharing-names.js";

/** @typedef {import("./sharing.js").Sharing} Sharing */

/** What a person is shown of what was shared with them, read from what is stored. */
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
    const { usableInvitations } = await import("./invitations.js");
    const [newest] = await usableInvitations(this.#read, collaboration);
    return newest && highlightOf(newest);
  };

  /** @type {Sharing["warnedLinks"]} */
  warnedLinks = async (conversationID) => {
    const { warningSentence } = await import("./warning-sentences.js");
    return (await all(this.#read, names.plainLink(conversationID, "")))
      .sort((one, other) => one.receivedAt - other.receivedAt)
      .map((one) => ({ ...one, sentence: warningSentence(one.reason) }));
  };

  /** @type {Sharing["addressFor"]} */
  addressFor = async (link) => {
    if (!(await this.highlightForLink(link))) return link;
    const origin = globalThis.location?.origin ?? this.#messenger.relayOrigin;
    return `${link}${link.includes("#") ? "&" : "#"}collab-messenger=${origin}`;
  };

  /** @type {Sharing["notices"]} */
  notices = async (conversationID) => {
    const { noticesIn } = await import("./notice-views.js");
    const invitations = (await all(this.#read, "sharing/invitation/"))
      .filter((one) => one.conversationID === conversationID && !one.isRevoked);
    return noticesIn(newestOf(invitations), this.#messenger);
  };
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
