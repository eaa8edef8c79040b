import { names } from "../../../Web/grove/rules/model/record-names.js";
import { MessengerError } from "../../../Web/grove/rules/model/messenger-error.js";
import { Desk } from "./desk.js";
import { changesOf } from "./written-rows.js";

/** A device that knows its account and some conversations, and tells what it writes. */
export class DeviceDesk extends Desk {
  /** Names of outbox entries, with their operations' identifiers in the transcript. */
  operations = new Map();

  constructor({ me, conversations = [], held = 0 }) {
    super();
    this.me = { accountID: me.account, deviceID: me.device };
    for (const one of conversations) {
      this.put(names.conversation(one.conversationID), { ...one, version: Number(one.version), unread: 0 });
    }
    for (let number = 0; number < held; number += 1) {
      const sequence = BigInt(1_000_000 + number);
      const envelope = new Uint8Array([1, 2, 3]);
      this.put(names.held(sequence), { sequence, envelope, conversationID: conversations[0].conversationID });
    }
  }

  /** One decision: what it writes, and what it answers or refuses. */
  async decide(rule) {
    this.log = [];
    let answer;
    const earlier = new Map(await this.store.list(names.undelivered()));
    try {
      answer = await this.change(rule);
    } catch (error) {
      if (!(error instanceof MessengerError)) throw error;
      this.log = [];
      return { changes: [], answer: { refused: error.code } };
    }
    const changes = [];
    for (const one of changesOf(this.log, this.operations)) {
      if (!("unreached" in one)) changes.push(one);
      else if (!changes.some(({ messageID, isKept }) => messageID === one.unreached && isKept !== undefined)) {
        changes.push(await this.#unreached(one.unreached, earlier));
      }
    }
    return { changes, answer };
  }

  /** Whom a message has not reached stands with its line; what is tried again stands apart. */
  async #unreached(messageID, earlier) {
    const place = await this.store.get(names.message(messageID, this.me.deviceID));
    const people = (await this.store.get(place))?.undelivered ?? [];
    if (people.length === 0) return { change: "forgetUndelivered", messageID, isKept: null };
    const waiting = await this.store.get(names.undelivered(messageID));
    const before = earlier.get(names.undelivered(messageID));
    return {
      change: "setUndelivered", messageID,
      people: people.map(({ accountID: account, reason }) => ({ account, reason })),
      attempts: waiting?.attempts ?? (before ? before.attempts + 1 : 0), nextAt: waiting?.nextAt,
      isKept: waiting !== undefined,
    };
  }
}
