import { domain } from "../../crypto/hash.js";
import {
  ByteWriter, decodeBase64URL, encodeBase64URL, identifier, limitedText, malformed, Members,
} from "../../encoding/encoding.js";
import { parseCollaborationID } from "../../encoding/labels.js";
import { parseOrigin } from "../../encoding/origin.js";
import { limits } from "./limits.js";
import { noticeKinds } from "./notice-kinds.js";

/** @typedef {import("./notice-kinds.js").NoticeKind} NoticeKind */

/**
 * The collaboration server's word that a notice is true (level B, protocol 12.4).
 *
 * @typedef {object} NoticeAttestation
 * @property {string} keyID of the key published at `<audience>/.well-known/collab-keys.json`
 * @property {import("../../encoding/identifiers.js").RootHash} root the actor: who caused the event
 * @property {Uint8Array} signature
 */

/**
 * What an app tells the other participants through its person's messenger (content type 4), or that
 * it takes back what it told (12.6): then there is no `kind`.
 *
 * @typedef {object} Notice
 * @property {string} noticeID
 * @property {string} audience
 * @property {string} collaborationID
 * @property {NoticeKind} [kind] nothing for a clearing
 * @property {string} [root] the mentioned identity of a mention, optional otherwise
 * @property {string} [title] what a renamed document is called now
 * @property {bigint} at milliseconds since 1970, by the sender's clock
 * @property {bigint} counter strictly increasing for this sending device and collaboration
 * @property {NoticeAttestation} [attestation]
 */

/**
 * @param {Members} members
 * @returns {Notice}
 */
export function readNotice(members) {
  const notice = {
    noticeID: members.identifier("noticeID", 16),
    audience: parseOrigin(members.value("audience")),
    collaborationID: parseCollaborationID(members.value("collaborationID")),
    at: members.decimal("at"),
    counter: members.decimal("counter"),
    attestation: members.optional("attestation", readAttestation),
  };
  if (members.optional("clear", readFlag)) {
    if (notice.attestation) throw malformed("attestation");
    return notice;
  }
  const kind = readKind(members);
  const root = members.optional("root", (value) => identifier(value, 32, "root"));
  if (kind === "mention" && root === undefined) throw malformed("root");
  const title = kind === "renamed"
    ? members.optional("title", (value) => limitedText(value, limits.title, "title")) : undefined;
  return { ...notice, kind, root, title };
}

/** @param {Notice} notice */
export const writeNotice = ({ kind, root, title, at, counter, attestation, ...notice }) => ({
  ...notice,
  at: String(at),
  counter: String(counter),
  attestation: attestation && {
    ...attestation, signature: encodeBase64URL(attestation.signature),
  },
  ...(kind ? { ...noticeKinds[kind], root, title } : { clear: true }),
});

/**
 * `DS("notice-attestation") || vec16(audience) || vec16(collaborationID) || noticeID(16) || u8
 * event || u8 trigger || u64 at || actorRoot(32)`.
 *
 * @param {Notice & { kind: NoticeKind }} notice
 * @param {string} actorRoot
 * @returns {Uint8Array}
 */
export function attestationSignedBytes(notice, actorRoot) {
  const { event, trigger } = noticeKinds[notice.kind];
  return new ByteWriter(domain("notice-attestation"))
    .text16(notice.audience)
    .text16(notice.collaborationID)
    .raw(decodeBase64URL(notice.noticeID))
    .u8(event)
    .u8(trigger)
    .u64(notice.at)
    .raw(decodeBase64URL(actorRoot)).bytes;
}

/** @param {Members} members */
function readKind(members) {
  const event = members.integer("event");
  const trigger = members.has("trigger") ? members.integer("trigger") : 0;
  const found = Object.entries(noticeKinds).find(
    ([, pair]) => pair.event === event && pair.trigger === trigger,
  );
  if (!found) throw malformed("notice event");
  return /** @type {NoticeKind} */ (found[0]);
}

/** @param {unknown} value */
function readAttestation(value) {
  const members = new Members(value);
  return {
    keyID: members.text("keyID", limits.name),
    root: members.identifier("root", 32),
    signature: members.bytes("signature"),
  };
}

/** @param {unknown} value */
function readFlag(value) {
  if (typeof value !== "boolean") throw malformed("clear");
  return value;
}
