import { compareIdentifiers, decodeBase64URL } from "../../encoding/encoding.js";
import { ByteWriter } from "../../encoding/byte-writer.js";
import { readAccount } from "../model/known-account.js";

/**
 * What a conversation is told of the device lists this device has seen (protocol 11.2).
 *
 * @param {import("../model/records.js").Reader} records
 * @param {string[]} members
 * @returns {{ seen: { account: string, seq: bigint, hash: string }[], bytes: Uint8Array }} `bytes`:
 *   the same, to compare with what it was told before
 */
export function gossipFor(records, members) {
  const writer = new ByteWriter();
  const seen = [];
  for (const member of [...members].sort(compareIdentifiers)) {
    const chain = readAccount(records, member)?.chain;
    if (!chain) continue;
    const { seq, hash } = chain.newest.reference;
    writer.raw(decodeBase64URL(member)).u64(seq).raw(decodeBase64URL(hash));
    seen.push({ account: member, seq, hash });
  }
  return { seen, bytes: writer.bytes };
}
