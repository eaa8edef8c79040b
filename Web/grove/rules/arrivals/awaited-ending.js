import { PublicKey } from "../../crypto/public-key.js";
import { decodeBase64URL } from "../../encoding/base64url.js";
import { attestationSignedBytes } from "../../message/content/notice.js";
import { names } from "../model/record-names.js";

/**
 * A device that waits to be let into a document, and has no invitation to it, hears all the same from the app's server
 * that it has ended: then it waits no more, and lists it no more (protocol 12.2.1).
 *
 * @param {import("../model/records.js").Records} records
 * @param {import("../../message/content/notice.js").Notice & { isEnd?: boolean }} notice that came to an address of the
 *   same collaboration, which another device of the account handed out
 * @param {{ collaboration: import("../model/sharing-types.js").CollaborationKey, serverKey: string }} address
 */
export function awaitedEnded(records, notice, { collaboration, serverKey }) {
  const { kind, isEnd, attestation } = notice;
  const isOver = kind === "deleted" || (kind === "removedCollaborator" && isEnd);
  if (!isOver || !attestation || !records.get(names.awaited(collaboration))) return;
  const key = new PublicKey(decodeBase64URL(serverKey));
  const signed = attestationSignedBytes({ ...notice, kind }, attestation.root);
  if (records.ask(() => key.verify(attestation.signature, signed))) records.put(names.awaited(collaboration), undefined);
}
