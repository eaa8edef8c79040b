import { leafCount } from "./inclusion-proof.js";

/**
 * Fills a tree with leaves that belong to no device, so that nobody sees how many devices there are
 * (protocol 5.2): whoever knows the seed derives the same.
 *
 * @param {Uint8Array[]} leaves of devices, at most 32
 * @param {import("./diversification.js").Diversification} diversification
 * @returns {Promise<Uint8Array[]>} exactly 32
 */
export async function padded(leaves, diversification) {
  const all = [...leaves];
  for (let index = 0; all.length < leafCount; index += 1) all.push(await diversification.pad(index));
  return all;
}
