import { withoutFragment } from "./link-address.js";
import { newestInvitations } from "./newest-invitations.js";
import { all, keyOf, names } from "./sharing-names.js";

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
    const invitations = await newestInvitations(this.#read);
    return invitations
      .filter(({ collaboration }) => !origin || collaboration.audience === origin)
      .sort((one, other) => other.receivedAt - one.receivedAt || (other.root < one.root ? -1 : 1))
      .map(highlightOf);
  };

  /** @type {Sharing["highlightForLink"]} */
  highlightForLink = async (link) => {
    const plain = withoutFragment(link);
    return (await this.highlights()).find((one) => withoutFragment(one.link) === plain);
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

  /** @type {Sharing["notices"]} */
  notices = async (conversationID) => {
    const { noticesIn } = await import("./notice-views.js");
    const invitations = await newestInvitations(this.#read, (one) =>
      one.conversationID === conversationID);
    return noticesIn(invitations, this.#messenger);
  };
}

/**
 * @param {import("./invitation-inbox.js").ReceivedInvitation} invitation
 * @returns {import("./sharing.js").CollaborationHighlight}
 */
const highlightOf = ({ messageID, inviter, receivedAt, collaboration, ...invitation }) => ({
  id: messageID, link: invitation.link, ...keyOf(collaboration), title: invitation.title,
  optionsSummary: invitation.optionsSummary, sender: inviter,
  conversationID: invitation.conversationID, createdAt: receivedAt, canProve: invitation.canProve,
});
