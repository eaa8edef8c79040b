import {
  create, done, enqueue, enqueueMessage, enqueueShown, refused,
} from "../../../Web/grove/rules/conversations/outbox-rules.js";
import { receiptsReceived } from "../../../Web/grove/rules/conversations/receipt-rules.js";
import { retriesDue, tried } from "../../../Web/grove/rules/conversations/undelivery-rules.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { DeviceDesk } from "./device-desk.js";

/** What a device has still to send, and what became of it. */
export class Outbox extends DeviceDesk {
  async handle(event) {
    const me = { ...this.me, now: event.now };
    return this.decide(await this[event.is](event, me));
  }

  written({ operationID, messageID, conversationID, text }, me) {
    const message = { messageID, conversationID, contentType: 1, content: new Uint8Array([1]) };
    return this.#begun(operationID, (records) => (text === undefined ? enqueueMessage(records, message, me)
      : enqueueShown(records, message, { kind: "text", text }, me)));
  }

  created({ operationID, conversationID, members, name }, { now }) {
    return this.#begun(operationID, (records) => create(records, { conversationID, members, name }, now));
  }

  asked({ operationID, conversationID, remove }, { now }) {
    const operation = remove ? { kind: "change", conversationID, remove }
      : { kind: "photo", conversationID, image: new Uint8Array() };
    return this.#begun(operationID, (records) => enqueue(records, operation, now));
  }

  done({ operationID, ...event }, me) {
    const name = this.#nameOf(operationID);
    return (records) => done(records, name, me, reportOf(event));
  }

  refused({ operationID, reason }, me) {
    const name = this.#nameOf(operationID);
    return (records) => refused(records, name, reason, me);
  }

  async tried({ messageID, isRefused, ...event }, me) {
    const due = await this.look((records) => retriesDue(records, me));
    const one = due.find(({ message }) => message.messageID === messageID);
    return (records) => one && tried(records, one.name, isRefused ? undefined : reportOf(event), me);
  }

  received({ from, messageIDs = [] }) {
    return (records) => receiptsReceived(records, { messageIDs, state: "delivered" }, from);
  }

  /** This device counts its operations; a transcript gives them identifiers. */
  #begun(operationID, rule) {
    return (records) => {
      const next = (records.get(names.counter("outbox")) ?? 0) + 1;
      this.operations.set(names.outbox(next), operationID);
      rule(records);
    };
  }

  #nameOf(operationID) {
    const found = [...this.operations].find(([, one]) => one === operationID);
    return found?.[0] ?? names.outbox(0);
  }
}

const reportOf = ({ unreached = [], others = 1 }) =>
  ({ others, unreached: unreached.map(({ account: accountID, reason }) => ({ accountID, reason })) });
