import { limits } from "../../message/content/limits.js";
import { encodeContent } from "../../message/content/message-content.js";
import { enqueueMessage } from "../conversations/outbox-rules.js";
import { collaborationKeys } from "../membership/membership-rules.js";
import { readAccount } from "../model/known-account.js";
import { keyOf, names } from "../model/record-names.js";
import { all } from "../model/records.js";
import { endingOf, titleOf } from "./document-state.js";
import { newestInvitations } from "./highlight-rules.js";
import { peopleCame, peopleToTell } from "./people-for-devices.js";
import { usableInvitations } from "./received-invitation.js";

/**
 * What one device of an account tells those that were added after something was shared with it, and what they show of
 * it until they are let in (protocol 12.2).
 *
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../../message/content/own-documents.js").OwnDocument} OwnDocument
 * @typedef {import("./received-invitation.js").ReceivedInvitation} ReceivedInvitation
 */

/** So many fit into a message, even where they are of the longest. */
const atOnce = 4;

/** Told documents that a device keeps at most. */
export const mostAwaited = 1024;

/**
 * @param {Reader} records
 * @param {{ accountID: string, deviceID: string }} me
 * @returns {{ documents: OwnDocument[], told: Map<string, unknown> }} what some device of the account cannot open and was
 *   not told of, as the list stands now, at most as much as one message takes; else one document of which some device was
 *   not told who is in it. `told`: what notes them as told
 */
export function documentsToTell(records, { accountID, deviceID }) {
  const chain = readAccount(records, accountID)?.chain;
  const newest = chain?.newest;
  if (!newest?.devices.some((one) => one.deviceID !== deviceID)) return { documents: [], told: new Map() };
  const isBefore = (/** @type {ReceivedInvitation} */ { statement }) => {
    const then = statement && chain?.find(statement);
    const had = then && collaborationKeys(then);
    return had !== undefined && collaborationKeys(newest).some((key) => !had.includes(key));
  };
  const standing = newestInvitations(records).filter(({ collaboration }) => !endingOf(records, collaboration))
    .sort((one, other) => other.receivedAt - one.receivedAt);
  const waiting = standing
    .filter((one) => isBefore(one) && records.get(names.toldDocument(one.collaboration)) !== newest.seq).slice(0, atOnce);
  return waiting.length > 0 ? {
    documents: waiting.map((one) => ownDocument(records, one)),
    told: new Map(waiting.map(({ collaboration }) => [names.toldDocument(collaboration), newest.seq])),
  } : withPeople(records, standing.filter((one) => !isBefore(one)), isBefore);
}

/**
 * @param {Reader} records
 * @param {ReceivedInvitation[]} opened on all devices there are
 * @param {(one: ReceivedInvitation) => boolean} isBefore
 * @returns {ReturnType<typeof documentsToTell>}
 */
function withPeople(records, opened, isBefore) {
  for (const one of opened) {
    const people = peopleToTell(records, one, isBefore);
    if (!people) continue;
    return { documents: [{ ...ownDocument(records, one), people }], told: new Map([[names.toldPeople(one.collaboration), one.root]]) };
  }
  return { documents: [], told: new Map() };
}

/**
 * Queues a message that tells the account's other devices, in the decision that notes them as told.
 *
 * @param {Records} records
 * @param {import("../model/stored-device.js").Me} me
 * @param {string} messageID
 * @returns {boolean} whether there was something to tell; then there may be more
 */
export function tellDocuments(records, me, messageID) {
  const { documents, told } = documentsToTell(records, me);
  const conversation = all(records, names.conversation())
    .filter(({ state, requestedBy, members }) => state === "active" && !requestedBy && members.includes(me.accountID))
    .sort((one, other) => other.lastActivityAt - one.lastActivityAt).at(0);
  if (!conversation || documents.length === 0) return false;
  const { conversationID } = conversation;
  const content = encodeContent({ type: "ownDocuments", documents });
  enqueueMessage(records, { ...content, messageID, conversationID, accounts: [me.accountID] }, me);
  for (const [name, value] of told) records.put(name, value);
  return true;
}

/**
 * Another device of the account tells. What this one was invited to itself it knows better, but for who is in it.
 *
 * @param {Records} records
 * @param {import("../../message/content/own-documents.js").OwnDocuments} content
 * @param {{ sender: string, isFromRemovedDevice: boolean }} arrival
 * @param {string} myAccount
 * @returns {{ dropped?: "not_own_account" | "removed_device" | "not_new" }}
 */
export function documentsCame(records, { documents }, { sender, isFromRemovedDevice }, myAccount) {
  if (sender !== myAccount) return { dropped: "not_own_account" };
  if (isFromRemovedDevice) return { dropped: "removed_device" };
  let room = mostAwaited - records.list(names.awaited()).size;
  let kept = 0;
  for (const { people, ...one } of documents) {
    if (records.list(names.invitation(one)).size > 0) {
      kept += Number(peopleCame(records, keyOf(one), people));
      continue;
    }
    const isNew = records.get(names.awaited(one)) === undefined;
    if (isNew && room <= 0) continue;
    room -= Number(isNew);
    kept += 1;
    records.put(names.awaited(one), one);
  }
  return kept > 0 ? {} : { dropped: "not_new" };
}

/**
 * Documents shared with this account that this device is not let into: no invitation to them has come here, or one that
 * was made for other devices.
 *
 * @param {Reader} records
 * @returns {OwnDocument[]}
 */
export function awaitedDocuments(records) {
  const told = all(records, names.awaited()).filter((one) => records.list(names.invitation(one)).size === 0);
  const made = newestInvitations(records)
    .filter(({ canProve, collaboration }) => !canProve && !endingOf(records, collaboration))
    .map((one) => ownDocument(records, one));
  return [...made, ...told];
}

/**
 * @param {Reader} records
 * @param {import("./received-invitation.js").ReceivedInvitation} invitation
 * @returns {OwnDocument} under its present name
 */
function ownDocument(records, { collaboration, link, title, inviter, conversationID }) {
  const others = usableInvitations(records, collaboration).map((one) => one.conversationID);
  const alsoIn = [...new Set(others)].filter((one) => one !== conversationID).slice(0, limits.ownDocumentsAlsoIn);
  return { ...keyOf(collaboration), link, title: titleOf(records, collaboration) ?? title, inviter, conversationID,
    ...(alsoIn.length > 0 && { alsoIn }) };
}
