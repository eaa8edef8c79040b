import { highlightOf, isLedTo, newestInvitations } from "../rules/invitations/highlight-rules.js";
import { documentState, titleOf } from "../rules/invitations/document-state.js";
import { warningSentence } from "../rules/invitations/invitation-warning.js";
import { usableInvitations } from "../rules/invitations/received-invitation.js";
import { names } from "../rules/model/record-names.js";
import { isAddressMissing } from "../rules/notices/notice-address-rules.js";
import { all } from "../rules/model/records.js";

/**
 * @typedef {import("../rules/model/sharing-types.js").CollaborationHighlight} CollaborationHighlight
 * @typedef {import("../rules/model/sharing-types.js").CollaborationKey} CollaborationKey
 */

/** What a person is shown of what was shared with them. */
export class Highlights {
  #host;

  /** @param {import("./sharing-host.js").SharingHost} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * Everything that can be opened, the newest first.
   *
   * @param {string} [origin] of one app only
   * @returns {Promise<CollaborationHighlight[]>}
   */
  highlights = async (origin) => {
    const invitations = await this.#host.look((records) =>
      newestInvitations(records).map((one) => ({ ...one, title: titleOf(records, one.collaboration) ?? one.title })));
    return invitations
      .filter(({ collaboration }) => !origin || collaboration.audience === origin)
      .sort((one, other) => other.receivedAt - one.receivedAt || (other.root < one.root ? -1 : 1))
      .map(highlightOf);
  };

  /**
   * What was shared in a conversation and can be opened, whether or not it was shared in another one later, the
   * newest first.
   *
   * @param {string} conversationID
   * @returns {Promise<CollaborationHighlight[]>}
   */
  highlightsIn = async (conversationID) => {
    const here = await this.#host.look((records) =>
      newestInvitations(records, (one) => one.conversationID === conversationID));
    const states = await this.documentStates(here.map(({ collaboration }) => collaboration));
    return here.map((one, place) => ({ ...highlightOf(one), ...states[place] }))
      .filter(({ ending }) => !ending).sort((one, other) => other.createdAt - one.createdAt)
      .map(({ ending, ...one }) => ({ ...one, title: one.title ?? "" }));
  };

  /**
   * How those ended that were shared in a conversation and cannot be opened any more.
   *
   * @param {string} conversationID
   * @returns {Promise<NonNullable<import("../rules/model/sharing-types.js").DocumentState["ending"]>[]>}
   */
  endingsIn = async (conversationID) => this.#host.look((records) => {
    const here = all(records, names.invitation()).filter((one) => one.conversationID === conversationID);
    const places = new Map(here.map(({ collaboration }) => [names.invitation(collaboration), collaboration]));
    return [...places.values()].flatMap((one) => documentState(records, one).ending ?? []);
  });

  /**
   * What is known of documents now, wherever they stand.
   *
   * @param {CollaborationKey[]} collaborations
   * @returns {Promise<import("../rules/model/sharing-types.js").DocumentState[]>} in the same order
   */
  documentStates = async (collaborations) =>
    this.#host.look((records) => collaborations.map((one) => documentState(records, one)));

  /**
   * The collaboration a link leads to, however its scheme, host and port are written; its fragment
   * does not count.
   *
   * @param {string} link
   * @returns {Promise<CollaborationHighlight | undefined>} nothing for a plain link
   */
  highlightForLink = async (link) =>
    (await this.highlights()).find((one) => isLedTo(one.link, link));

  /**
   * Where a document was shared that can be opened, however its link is written.
   *
   * @param {string} link
   * @returns {Promise<string[]>} conversations, the newest first; none for a plain link
   */
  conversationsForLink = async (link) => {
    const found = await this.#host.look((records) => all(records, names.invitation())
      .filter((one) => !one.isRevoked && isLedTo(one.link, link)));
    found.sort((one, other) => (one.order < other.order ? 1 : -1));
    return [...new Set(found.map(({ conversationID }) => conversationID))];
  };

  /**
   * The newest usable invitation to it.
   *
   * @param {CollaborationKey} collaboration
   * @returns {Promise<CollaborationHighlight | undefined>}
   */
  highlight = async (collaboration) => {
    return this.#host.look((records) => {
      const [newest] = usableInvitations(records, collaboration);
      return newest && highlightOf({ ...newest, title: titleOf(records, collaboration) ?? newest.title });
    });
  };

  /**
   * Links that came as invitations and are none, the oldest first.
   *
   * @param {string} conversationID
   * @returns {Promise<import("../rules/model/sharing-types.js").WarnedLink[]>}
   */
  warnedLinks = async (conversationID) => {
    const found = await this.#host.look((records) => all(records, names.plainLink(conversationID)));
    return found.sort((one, other) => one.receivedAt - other.receivedAt)
      .map((one) => ({ ...one, sentence: warningSentence(one.reason) }));
  };

  /**
   * The address for the person's click on a link.
   *
   * @param {string} link
   * @returns {Promise<string>} with `#collab-messenger=<this origin>` where it is a highlight's, and `collab-notices=1`
   *   where the app is to ask for an address for its notices (protocol 13.1)
   */
  addressFor = async (link) => {
    const found = await this.highlightForLink(link);
    if (!found) return link;
    const origin = globalThis.location?.origin ?? this.#host.relayOrigin;
    const asks = found.canProve && await this.#host.look((records) => isAddressMissing(records, found));
    return `${link}${link.includes("#") ? "&" : "#"}collab-messenger=${origin}${asks ? "&collab-notices=1" : ""}`;
  };
}
