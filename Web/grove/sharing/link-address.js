import { newestInvitations } from "./newest-invitations.js";

/** The address for the person's click on a link. */
export class LinkAddress {
  #messenger;

  /** @param {any} messenger */
  constructor(messenger) {
    this.#messenger = messenger;
  }

  /** @type {import("./sharing.js").Sharing["addressFor"]} */
  addressFor = async (link) => {
    const { internal, relayOrigin } = this.#messenger;
    const known = await newestInvitations(internal.read);
    if (!known.some((one) => withoutFragment(one.link) === withoutFragment(link))) return link;
    const origin = globalThis.location?.origin ?? relayOrigin;
    return `${link}${link.includes("#") ? "&" : "#"}collab-messenger=${origin}`;
  };
}

/**
 * The fragment is the messenger's and the app's affair, not the link's (protocol 13.1).
 *
 * @param {string} link
 */
export const withoutFragment = (link) => link.split("#")[0];
