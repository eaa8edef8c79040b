import { nameless } from "../ui/avatar.js";

/** @typedef {import("../grove/rules/model/messenger-types.js").Person} Person */
/** @typedef {import("../grove/messenger/messenger.js").Messenger} Messenger */

/**
 * What this page calls people, at once: names that are not here yet are asked for, and the page is
 * told when they are.
 */
export class People {
  /**
   * @param {Messenger} messenger
   * @param {() => void} changed
   */
  constructor(messenger, changed) {
    this.messenger = messenger;
    this.changed = changed;
    /** @type {Map<string, Person>} */
    this.known = new Map([[messenger.me.accountID, messenger.me]]);
    /** Grows whenever a name changes. */
    this.version = 0;
    this.nameOf = (/** @type {string} */ account) => this.name(account);
  }

  /** @param {string} account @returns {string} "You" for this account */
  name(account) {
    if (account === this.messenger.me.accountID) return "You";
    const person = this.known.get(account);
    if (!person) void this.ask(account);
    return person?.name || nameless;
  }

  /** @param {Person[]} people */
  learn(people) {
    for (const person of people) {
      if (this.known.get(person.accountID)?.name === person.name) continue;
      this.known.set(person.accountID, person);
      this.version += 1;
    }
  }

  /** @param {string} account */
  async ask(account) {
    const before = this.version;
    if (!this.known.has(account)) {
      this.known.set(account, { accountID: account, handle: "", name: "", isMe: false });
    }
    this.learn([await this.messenger.person(account)]);
    if (this.version !== before) this.changed();
  }

  /** @param {Person[]} members @returns {{ id: string, name: string }[]} without this account */
  others(members) {
    return members.filter(({ isMe }) => !isMe).map(({ accountID, name }) =>
      ({ id: accountID, name }));
  }
}
