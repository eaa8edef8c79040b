import { sha256 } from "../../crypto/hash.js";
import { compareIdentifiers, decodeBase64URL, encodeBase64URL } from "../../encoding/encoding.js";
import { ByteWriter } from "../../encoding/byte-writer.js";
import { limits } from "../../message/content/limits.js";
import { readAccount } from "../model/known-account.js";
import { names } from "../model/record-names.js";

/**
 * When a conversation is told which device lists this device has been shown (protocol 11.2).
 *
 * @param {import("../model/records.js").Reader} records
 * @param {{ conversationID: string, members: string[] }} conversation
 * @returns {{ seen: { account: string, seq: bigint, hash: string }[], digest: string } | undefined}
 *   what to tell, and its digest; nothing where the conversation has been told just that
 */
export function gossipDue(records, { conversationID, members }) {
  const writer = new ByteWriter();
  const seen = [];
  for (const member of [...members].sort(compareIdentifiers)) {
    const chain = readAccount(records, member)?.chain;
    if (!chain) continue;
    const { seq, hash } = chain.newest.reference;
    writer.raw(decodeBase64URL(member)).u64(seq).raw(decodeBase64URL(hash));
    seen.push({ account: member, seq, hash });
  }
  const digest = encodeBase64URL(records.ask(() => sha256(writer.bytes)));
  if (seen.length === 0 || digest === records.get(names.told(conversationID))) return undefined;
  return { seen: seen.slice(0, limits.list), digest };
}
