import { DetailEvent } from "../content/detail-event.js";
import { codeOf } from "../server/problem.js";
import { takingPart } from "./participants.js";

/** @typedef {import("./participants.js").Person} Person */

/** Milliseconds for which `refresh` believes what was answered. */
const refreshPause = 2000;

/**
 * Who takes part in a document, as the server says; and for its owner, who was invited and has not
 * come, and who asks for access.
 *
 * Events: `change`; `joined` (a person).
 */
export class ParticipantList extends EventTarget {
  #server;
  #document;
  #account;
  #lookedAt = 0;
  /** @type {Person[]} */
  people = [];
  invited = 0;
  /** Whether this person, who shared it, has not said yet that this account is theirs. */
  isUnconfirmed = false;
  /** @type {import("../server/body-types.js").Knock[]} */
  knocks = [];
  /** Whether it has been asked for. */
  isAsked = false;
  /** Whether the server has answered: nobody is said to be in it of whom nothing is known. */
  isKnown = false;

  /**
   * @param {import("../server/app-server.js").AppServer} server
   * @param {import("../server/body-types.js").Document} document
   * @param {string} account this person's
   */
  constructor(server, document, account) {
    super();
    this.#server = server;
    this.#document = document;
    this.#account = account;
  }

  get me() {
    return this.people.find(({ isMe }) => isMe);
  }

  /** @returns {string} */
  get ownerName() {
    return this.people.find(({ isOwner }) => isOwner)?.name ?? "its owner";
  }

  /** @returns {import("./mention-field.js").Mentionable[]} whom a comment can name */
  get mentionable() {
    return this.people.filter(({ isMe, root }) => !isMe && root)
      .map(({ account, name, root = "" }) => ({ account, name, root }));
  }

  /**
   * Identities are replaced when devices come or go, so a comment from before is known by the account.
   *
   * @param {import("../log/update-format.js").Mention[]} mentions
   */
  isMentioned(mentions) {
    return mentions.some(({ root, account }) => account === this.#account || this.me?.roots.includes(root));
  }

  /** Asks again, unless it did a moment ago: whom a comment names may have got another identity, which nobody was told of. */
  refresh() {
    if (this.isKnown && Date.now() - this.#lookedAt > refreshPause) void this.look();
  }

  /** Asks again. */
  async look() {
    const { collaborationID, access } = this.#document;
    this.isAsked = true;
    this.#lookedAt = Date.now();
    try {
      if (!collaborationID) this.#forget();
      else await this.#read(collaborationID, access === "owner");
      this.isKnown = true;
    } catch (error) {
      // Sharing may have been stopped on another page. Whatever else is wrong, the stream says.
      if (["gone", "not_found"].includes(codeOf(error))) this.#forget();
    }
    this.dispatchEvent(new Event("change"));
  }

  /** @param {string} collaborationID @param {boolean} isOwner */
  async #read(collaborationID, isOwner) {
    const known = new Set(this.people.map(({ account }) => account));
    const { people, invited, isUnconfirmed } =
      takingPart(await this.#server.participants(collaborationID), this.#account);
    this.people = people;
    this.invited = invited;
    this.isUnconfirmed = isUnconfirmed;
    if (isOwner) this.knocks = (await this.#server.knocks(collaborationID)).knocks;
    for (const person of known.size > 0 ? people : []) {
      if (!person.isMe && !known.has(person.account)) this.dispatchEvent(new DetailEvent("joined", person));
    }
  }

  #forget() {
    this.people = [];
    this.invited = 0;
    this.isUnconfirmed = false;
    this.knocks = [];
    if (this.#document.access === "owner") this.#document.collaborationID = undefined;
  }
}
