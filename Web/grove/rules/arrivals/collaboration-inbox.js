import { encodeContent } from "../../message/content/message-content.js";
import { putAwayCame } from "../attention/put-away.js";
import { readMarksCame } from "../attention/reading-rules.js";
import { documentsCame } from "../invitations/own-documents.js";
import { names } from "../model/record-names.js";
import { addressesShared } from "../notices/notice-address-rules.js";
import { invitationCame } from "./invitation-inbox.js";
import { membershipUpdateCame } from "./membership-inbox.js";
import { noticeCame } from "./notice-inbox.js";

/**
 * @typedef {import("../../message/content/message-content.js").MessageContent} MessageContent
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("./content-arrival.js").ContentArrival} ContentArrival
 * @typedef {import("./content-arrival.js").Situation} Situation
 */

/**
 * The one entrance for verified contents of the types invitation, membership update, notice, notice
 * addresses, read marks, own documents and notices put away (protocol 10.6 (7)), in the decision that takes the message
 * from the mailbox. What is kept of an invitation has no seed in it.
 *
 * @param {Records} records
 * @param {MessageContent} content
 * @param {ContentArrival} arrival
 * @param {Situation} situation
 * @returns {{ dropped?: string }}
 */
export function contentCame(records, content, arrival, situation) {
  const { dropped, need } = judgementOf(records, content, arrival, situation);
  if (need && "audience" in content) putOff(records, content, arrival, need, situation);
  return dropped ? { dropped } : {};
}

/**
 * @param {Records} records
 * @param {MessageContent} content
 * @param {ContentArrival} arrival
 * @param {Situation} situation
 * @returns {import("./content-arrival.js").Judgement}
 */
function judgementOf(records, content, arrival, situation) {
  switch (content.type) {
    case "invitation": return invitationCame(records, content, arrival, situation);
    case "membershipUpdate": return membershipUpdateCame(records, content, arrival, situation);
    case "notice": return noticeCame(records, content, arrival, situation);
    case "noticeAddresses": {
      const { myAccount, myChain, host: { seal } } = situation;
      return addressesShared(records, content, arrival, { myAccount, seq: myChain.newest.seq, seal });
    }
    case "readMarks": {
      const { myAccount, myChain } = situation;
      return readMarksCame(records, content, arrival, { myAccount, seq: myChain.newest.seq });
    }
    case "ownDocuments": return documentsCame(records, content, arrival, situation.myAccount);
    case "noticesPutAway": return putAwayCame(records, content, arrival, situation.myAccount);
    default: return { dropped: "not_for_sharing" };
  }
}

/**
 * Keeps a content until what it needs is here.
 *
 * @param {Records} records
 * @param {MessageContent & { audience: string }} content
 * @param {ContentArrival} arrival
 * @param {import("./content-arrival.js").PendingContent["need"]} need
 * @param {Situation} situation
 */
function putOff(records, content, arrival, need, { host }) {
  const encoded = encodeContent(content);
  const sealed = records.ask(() => host.seal(encoded.content));
  const { audience } = content;
  records.put(names.pending(arrival.senderDevice, arrival.messageID),
    { arrival, contentType: encoded.contentType, need, audience, sealed });
}
