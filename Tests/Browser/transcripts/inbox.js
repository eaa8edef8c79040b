import { utf8 } from "../../../Web/grove/encoding/bytes.js";
import { decodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { contentTypes, encodeContent } from "../../../Web/grove/message/content/message-content.js";
import { VerifiedMessage } from "../../../Web/grove/message/opened-envelope.js";
import { ignore, missed, once, receive } from "../../../Web/grove/rules/conversations/inbox-rules.js";
import { changed, reloaded, told } from "../../../Web/grove/rules/conversations/roster-rules.js";
import { want } from "../../../Web/grove/rules/model/known-account.js";
import { DeviceDesk } from "./device-desk.js";

/** What the sharing side makes of it has transcripts of its own. */
const hooks = { receive: () => ({}), rosterChanged: () => undefined };

/** What follows from entries of a mailbox. */
export class Inbox extends DeviceDesk {
  async handle(event) {
    const me = { ...this.me, now: event.now };
    switch (event.is) {
      case "told": return this.decide((records) => void told(records, rosterOf(event.conversation), me));
      case "reloaded": return this.decide((records) =>
        reloaded(records, (event.conversations ?? []).map(rosterOf), me));
      case "changed": {
        const { kind, by, subjects = [], now: at } = event;
        const change = { kind, by, subjects, at, conversation: rosterOf(event.conversation) };
        return this.decide((records) => changed(records, change, me, hooks));
      }
      default: return this.#entry(event, me);
    }
  }

  /** An entry of the mailbox, or one that was held. */
  async #entry(event, me) {
    const { uploader, wasHeld = false } = event;
    const sequence = BigInt(event.sequence);
    const arrival = { ...me, sequence, uploader, wasHeld, hooks, envelope: new Uint8Array([1, 2, 3]) };
    let refused;
    const said = await this.decide((records) => {
      refused = undefined;
      once(records, sequence, () => (refused = this.#follow(records, event, arrival)), wasHeld);
    });
    return { ...said, answer: refused && { refused } };
  }

  /** @returns {string | undefined} why a message is not shown */
  #follow(records, event, arrival) {
    switch (event.is) {
      case "message": return receive(records, messageOf(event.message), arrival);
      case "unreadable": return void ignore(records, arrival, event.reason);
      case "missed": return void missed(records, BigInt(event.entries));
      default: return void want(records, event.account, BigInt(event.seq));
    }
  }
}

const rosterOf = ({ members = [], ...one }) => ({ ...one, members, version: Number(one.version) });

function messageOf({ messageID, sender, senderDevice, sentAt, conversationID, isFromRemovedDevice, ...said }) {
  return new VerifiedMessage(messageID, {
    senderAccountID: sender, senderDeviceID: senderDevice, senderStatement: { seq: 0n, hash: "" },
    sentAt: BigInt(sentAt), conversationID, ...contentOf(said),
  }, isFromRemovedDevice ?? false);
}

function contentOf({ text, acknowledges, content, malformed }) {
  if (text !== undefined) return encodeContent({ type: "text", text });
  if (acknowledges) return encodeContent({ type: "acknowledgement", messageIDs: acknowledges, state: "delivered" });
  if (content) return { contentType: content.type, content: utf8(content.json) };
  return { contentType: contentTypes.text, content: decodeBase64URL(malformed) };
}
