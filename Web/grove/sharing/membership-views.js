import { KnownParticipants } from "./known-membership.js";
import { offerFor, renewals, sharedIn } from "./membership-rules.js";
import { accountsOf } from "./shared-collaboration.js";
import { all, isSame } from "./sharing-names.js";

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
