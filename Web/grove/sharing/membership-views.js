import { offerFor } from "./membership-offer.js";
import { renewals } from "./renewals.js";
import { accountsOf, sharedIn } from "./shared-documents.js";
import { all } from "./sharing-names.js";

/** @typedef {import("./sharing.js").Sharing} Sharing */

/** What a person is shown of what they shared themselves, read from what is stored. */
export class MembershipViews {
  #read;
  #me;

  /** @param {any} internal of the messenger */
  constructor({ read, accountID }) {
    this.#read = read;
    this.#me = accountID;
  }

  /** @type {Sharing["membershipOffers"]} */
  membershipOffers = async (conversationID) => {
    const offers = [];
    for (const roster of await all(this.#read, `conversation/${conversationID ?? ""}`)) {
      offers.push(await offerFor(this.#read, roster, this.#me));
    }
    return offers.flatMap((offer) => offer ?? []);
  };

  /** @type {Sharing["renewals"]} */
  renewals = async () => renewals(this.#read);

  /** @type {Sharing["sharedIn"]} */
  sharedIn = async (conversationID) =>
    (await sharedIn(this.#read, conversationID)).map((shared) => ({
      collaboration: shared.collaboration, title: shared.title, link: shared.link,
      accounts: accountsOf(shared),
    }));
}
