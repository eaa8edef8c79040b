import { encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { sharingKey } from "./desk.js";

/**
 * What was put, in the words of transcripts (docs/TRANSCRIPTS.md): one change for each of a device's
 * own names, nothing for indexes and counts that only this device keeps.
 *
 * @param {{ name: string, before: any, value: any }[]} log in the order in which it was put
 * @param {Map<string, string>} operations names of outbox entries, with the identifiers of their operations
 */
export const changesOf = (log, operations) =>
  log.flatMap((one) => (changes[one.name.split("/")[0]] ?? none)(one, operations) ?? []);

const none = () => undefined;
const counters = {
  mailbox: "mailbox_position", missedEntries: "missed_entries", conversationsLoaded: "conversations_loaded",
};

const changes = {
  counter: ({ name, value }) => {
    const counter = counters[name.split("/")[1]];
    return counter && { change: "set", counter, value: Number(value) };
  },
  // A line moves its conversation's last position on.
  conversation: ({ before, value }) => (value.lastPosition !== before?.lastPosition ? undefined : {
    change: "storeConversation", conversationID: value.conversationID, name: value.name,
    members: value.members, version: String(value.version), state: value.state,
    requestedBy: value.requestedBy, lastActivityAt: value.lastActivityAt,
  }),
  item: ({ before, value }) => {
    if (!before) return lineOf(value);
    const { senderDevice, messageID, delivery, undelivered } = value;
    return [
      ...(before.undelivered === undelivered ? [] : [{ unreached: messageID }]),
      ...(before.delivery === delivery ? []
        : [{ change: "setDelivery", senderDevice, messageID, delivery }]),
    ];
  },
  undelivered: ({ name }) => ({ unreached: name.split("/")[1] }),
  seen: ({ name, value }) => {
    const [, senderDevice, messageID] = name.split("/");
    return { change: "remember", senderDevice, messageID, at: value };
  },
  held: ({ name, value }) => (value ? {
    change: "hold", sequence: String(value.sequence), conversationID: value.conversationID,
    uploader: value.uploader, envelope: encodeBase64URL(value.envelope),
  } : { change: "release", sequence: String(Number(name.split("/")[1])) }),
  ignored: ({ name, value }) => ({ change: "ignore", sequence: String(Number(name.split("/")[1])), ...value }),
  // Zero: nothing is known of this account yet, and it is looked up for its name.
  wanted: ({ name, value }) => (value
    ? { change: "wantStatement", account: name.split("/")[1], seq: String(value) } : undefined),
  account: ({ value }) => ({
    change: "storeAccount", account: value.accountID, seq: String(value.statements.length - 1),
  }),
  alarm: ({ value: { kind, accountID, reportedBy, known, other, knownRecord, otherRecord } }) => ({
    change: "raise", kind, account: accountID, reportedBy, known: referenceOf(known), other: referenceOf(other),
    signed: [knownRecord && "known", otherRecord && "other"].filter(Boolean),
  }),
  told: ({ name, value }) => ({ change: "toldPins", conversationID: name.split("/")[1], digest: value }),
  // Of a message that everybody has, receipts are forgotten.
  receipt: ({ name, value }) => {
    const [, messageID, from] = name.split("/");
    return value && { change: "recordReceipt", messageID, from };
  },
  owed: ({ name }) => {
    const [, conversationID, to, messageID] = name.split("/");
    return { change: "oweReceipt", conversationID, to, messageID };
  },
  outbox: ({ name, value }, operations) => (value ? {
    change: "enqueue", operationID: operations.get(name), operation: operationOf(value.operation),
    at: value.createdAt,
  } : { change: "dequeue", operationID: operations.get(name) }),
  sharing: ({ name, value }) => {
    const [, kind] = name.split("/");
    const word = { job: "share-job", held: "held-envelopes" }[kind] ?? kind;
    return { [value === undefined ? "delete" : "put"]: word, key: sharingKey(name) };
  },
};

const referenceOf = (statement) => statement && { seq: String(statement.seq), hash: statement.hash };

const lineOf = ({ content, position: _, undelivered: __, ...line }) =>
  ({ change: "insertItem", ...line, content: contentOf(content) });

function contentOf({ kind, ...content }) {
  switch (kind) {
    case "text": {
      const { text, attachment: file } = content;
      return { kind, text, file: file && `${file.name}, ${file.size} bytes` };
    }
    case "link": return { kind, link: content.link, title: content.title };
    case "security": return { kind, change: content.change, account: content.accountID };
    default: return { kind, ...content };
  }
}

function operationOf({ kind, message, ...rest }) {
  switch (kind) {
    case "create": return { kind: "createConversation", ...rest };
    case "change": return { kind: "changeConversation", ...rest };
    case "photo": return { kind: "setPhoto", ...rest, image: encodeBase64URL(rest.image) };
    default: return { kind, ...rest, messageID: message.messageID, accounts: message.accounts };
  }
}

/** Bytes as transcripts write them: `00 0a*15`. */
const spelled = /^((?:[0-9a-f]{2} )*)([0-9a-f]{2})\*(\d+)$/;

/** A transcript with its bytes in base64url. */
export function inBase64URL(value) {
  if (Array.isArray(value)) return value.map(inBase64URL);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inBase64URL(one)]));
  }
  const [, beginning, last, count] = (typeof value === "string" && spelled.exec(value)) || [];
  if (last === undefined) return value;
  const bytes = [...beginning.split(" ").filter(Boolean), ...Array(Number(count)).fill(last)];
  return encodeBase64URL(Uint8Array.from(bytes, (one) => parseInt(one, 16)));
}
